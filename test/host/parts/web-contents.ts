/** `WebContents`: a page as main sees it. */
import type { ContextMenuParams, EditFlags, WebContents, WebFrameMain, WindowOpenHandlerResponse } from 'electron'
import { CdpError } from '../chromium/cdp.ts'
import { KnownEmitter, strict, preventable, prevented } from '../strict.ts'
import { runtime } from '../runtime.ts'
import { encodeArgs, takeMessage } from './ipc-main.ts'
import { pressAccelerator } from './menu.ts'
import { NativeImage } from './native-image.ts'
import { nativeTheme } from './native-theme.ts'
import type { MenuRequest } from '../page/menu-watcher.ts'
import { Page, type EditCommand, type PageSettings } from './page.ts'
import { defaultSession } from './session.ts'

const EVENTS = [
  ...['will-navigate', 'will-frame-navigate', 'render-process-gone', 'context-menu'],
  'will-prevent-unload',
  // Never happen here: the host follows no redirect of a navigation, and has no webview and no Bluetooth.
  ...['will-redirect', 'will-attach-webview', 'select-bluetooth-device']
]

type OpenHandler = (details: never) => WindowOpenHandlerResponse
type Editing = 'cut' | 'copy' | 'paste' | 'selectAll'
type Members = 'id' | 'getURL' | 'isDestroyed' | 'send' | 'loadURL' | 'focus' | 'forcefullyCrashRenderer' | Editing

/** Those of Electron's parameters that the host has; reading another one throws. */
type MenuParams = Pick<ContextMenuParams, 'x' | 'y' | 'isEditable' | 'selectionText' | 'menuSourceType'> & {
  editFlags: Pick<EditFlags, keyof MenuRequest['editFlags']>
}
const menuParams = (request: MenuRequest): MenuParams =>
  strict('ContextMenuParams', {
    ...request,
    editFlags: strict('EditFlags', request.editFlags),
    menuSourceType: 'mouse' as const
  })

/** The document in the main frame, as `senderFrame` shows it. */
type HostFrame = { -readonly [K in keyof Pick<WebFrameMain, 'url' | 'detached'>]: WebFrameMain[K] } & { parent: null }
const createFrame = (url: string): HostFrame => strict('WebFrameMain', { url, detached: false, parent: null })

/** What a window lends its contents. */
export interface Holder {
  settings: Omit<PageSettings, 'theme'>
  /** The page has gone, though the window was not destroyed by the app: the user closed it. */
  gone: () => void
}

let lastId = 0
const all = new Map<number, HostWebContents>()

export const allWebContents = (): HostWebContents[] => [...all.values()]

export class HostWebContents extends KnownEmitter implements Pick<WebContents, Members> {
  readonly id = ++lastId
  private readonly page: Promise<Page>
  private frame = createFrame('')
  private self: this = this
  private openHandler: OpenHandler = () => ({ action: 'allow' })
  private url = ''
  private destroyed = false
  private crashed = false
  /** Set while the page is asked to close; resolves with its answer. */
  private leaving: PromiseWithResolvers<boolean> | null = null

  constructor(holder: Holder) {
    super('WebContents', EVENTS)
    const self = strict('WebContents', this)
    this.self = self
    all.set(this.id, self)
    this.page = Page.open(
      { ...holder.settings, theme: nativeTheme.pageTheme() },
      {
        webContentsId: this.id,
        refuses: (url, isMainFrame) =>
          prevented(self, 'will-frame-navigate', { url, isMainFrame }) ||
          (isMainFrame && prevented(self, 'will-navigate', { url, isMainFrame }, url)),
        committed: (url) => {
          // Another document is another frame: what the old one still says comes from a detached frame.
          this.frame.detached = true
          this.frame = createFrame(url)
          this.url = url
          this.crashed = false
        },
        movedWithin: (url) => {
          this.url = url
          this.frame.url = url
        },
        windowOpen: (url) => {
          const { action } = this.openHandler({ url } as never)
          if (action === 'allow') process.stderr.write(`host: a window for ${url} was allowed; none opens here\n`)
          runtime().record.refused.push(url)
        },
        message: (message, reply) => {
          takeMessage(message, { sender: self, senderFrame: this.frame }, reply).catch((error: unknown) => {
            process.stderr.write(`host: ${String(error)}\n`)
          })
        },
        consoleMessage: (level, message) => {
          if (level === 'error' || level === 'assert') process.stderr.write(`page: ${message}\n`)
        },
        crashed: () => {
          this.crashed = true
          self.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 5 })
        },
        beforeUnload: () => {
          const leaves = prevented(self, 'will-prevent-unload')
          if (!leaves) this.answerLeave(false)
          return leaves
        },
        closed: () => {
          if (this.leaving) this.answerLeave(true)
          else if (!this.destroyed) holder.gone()
        },
        key: pressAccelerator,
        contextMenu: (request) => self.emit('context-menu', preventable({}), menuParams(request))
      }
    )
    defaultSession.pages.add(this.page)
    this.page.catch((error: unknown) => {
      if (!(error instanceof CdpError && this.destroyed))
        process.stderr.write(`host: opening a page: ${String(error)}\n`)
    })
    return self
  }

  async loadURL(url: string): Promise<void> {
    defaultSession.checkProxy()
    // `getURL` is the visible address: a navigation that the app started counts at once.
    this.url = url
    this.withPage(async (page) => {
      const problem = await page.navigate(url)
      if (problem) process.stderr.write(`host: loading ${url}: ${problem}\n`)
    })
  }

  focus(): void {
    this.withPage((page) => page.focus())
  }

  /** Also of a page that doesn't respond. `render-process-gone` follows. */
  forcefullyCrashRenderer(): void {
    this.withPage((page) => page.crash())
  }

  async capturePage(): Promise<NativeImage> {
    return new NativeImage(await (await this.page).capture())
  }

  cut(): void {
    this.edit('Cut')
  }

  copy(): void {
    this.edit('Copy')
  }

  paste(): void {
    this.edit('Paste')
  }

  selectAll(): void {
    this.edit('SelectAll')
  }

  private edit(command: EditCommand): void {
    this.withPage((page) => page.edit(command))
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    const text = encodeArgs(args)
    this.withPage((page) => page.post({ type: 'push', channel, args: text }))
  }

  /** Taken, not enforced: the policy is Chromium's, and the host's has no switch for it while it runs. */
  setWebRTCIPHandlingPolicy(_policy: Parameters<WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    return
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  getURL(): string {
    return this.url
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  /**
   * Runs the page's `beforeunload` and closes it. A page that objects stays, unless a listener of `will-prevent-unload` prevents that
   * (shell/browser/electron_javascript_dialog_manager.cc). Not part of Electron.
   * @returns whether the page has closed
   */
  leave(): Promise<boolean> {
    if (this.leaving) return this.leaving.promise
    if (this.crashed || this.destroyed) return Promise.resolve(true)
    const leaving = Promise.withResolvers<boolean>()
    this.leaving = leaving
    this.page
      .then((page) => page.leave())
      // It has gone.
      .catch(() => this.answerLeave(true))
    return leaving.promise
  }

  private answerLeave(left: boolean): void {
    this.leaving?.resolve(left)
    this.leaving = null
  }

  /** The window has gone. Not part of Electron. */
  end(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.frame.detached = true
    all.delete(this.id)
    defaultSession.pages.delete(this.page)
    this.withPage((page) => page.close())
  }

  /**
   * Makes `getURL` what the document says of itself: Chromium may announce a navigation within the document only after others
   * have seen its effects in the page. Not part of Electron.
   */
  async readUrl(): Promise<void> {
    const address = await (await this.page).address()
    const [document] = address.split('#')
    if (document === this.url.split('#')[0]) this.url = address
  }

  /** Does something with the page once it is there, unless it has gone. Not part of Electron. */
  withPage(run: (page: Page) => void | Promise<void>): void {
    this.page.then(run).catch((error: unknown) => {
      // The page may go at any moment; that is told by events of its own.
      if (!(error instanceof CdpError)) process.stderr.write(`host: ${String(error)}\n`)
    })
  }
}
