/** `WebContents`: a page as main sees it. */
import type { WebContents, WindowOpenHandlerResponse } from 'electron'
import { CdpError } from '../chromium/cdp.ts'
import { KnownEmitter, strict, preventable, prevented } from '../strict.ts'
import type { FromPage, ToPage } from '../page/preload-world.ts'
import { runtime } from '../runtime.ts'
import { pressAccelerator } from './accelerator.ts'
import { createFrame, type HostFrame } from './frame.ts'
import { encodeArgs, takeMessage } from './ipc-main.ts'
import { nativeTheme } from './native-theme.ts'
import { Page, type KeyPress, type PageSettings } from './page.ts'
import { defaultSession } from './session.ts'

const EVENTS = [
  'will-navigate',
  'will-frame-navigate',
  'did-start-navigation',
  'did-start-loading',
  'did-stop-loading',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'console-message',
  'preload-error',
  'render-process-gone',
  'destroyed',
  // Never happen here: the host follows no redirect of a navigation, and has no webview, spelling or context menu.
  'will-redirect',
  'will-attach-webview',
  'context-menu',
  'unresponsive',
  'responsive'
]

type OpenHandler = (details: never) => WindowOpenHandlerResponse
type Members = 'id' | 'mainFrame' | 'getURL' | 'isLoading' | 'isDestroyed' | 'send' | 'reload' | 'loadURL' | 'focus'

/** What a window lends its contents. */
export interface Holder {
  settings: Omit<PageSettings, 'theme'>
  painted: () => void
  /** The page has gone, though the window was not destroyed by the app: the person closed it. */
  gone: () => void
}

let lastId = 0
const all = new Map<number, HostWebContents>()

export const allWebContents = (): HostWebContents[] => [...all.values()]

export class HostWebContents extends KnownEmitter implements Pick<WebContents, Exclude<Members, 'mainFrame'>> {
  readonly id = ++lastId
  readonly session = defaultSession
  readonly page: Promise<Page>
  mainFrame: HostFrame = createFrame('', null)
  private self: this = this
  private openHandler: OpenHandler = () => ({ action: 'allow' })
  private url = ''
  private loading = false
  private destroyed = false
  private painted = false
  private pendingLoad: { resolve: () => void; reject: (error: Error) => void } | null = null

  constructor(holder: Holder) {
    super('WebContents', EVENTS)
    const self = strict('WebContents', this)
    this.self = self
    all.set(this.id, self)
    this.page = Page.open(
      { ...holder.settings, theme: nativeTheme.pageTheme() },
      {
        webContentsId: this.id,
        refuses: (url, isMainFrame) => this.refuses(url, isMainFrame),
        startedNavigation: (url, isMainFrame, isSameDocument) => this.started(url, isMainFrame, isSameDocument),
        loading: (now) => {
          this.loading = now
          self.emit(now ? 'did-start-loading' : 'did-stop-loading')
        },
        committed: (url) => this.committed(url),
        movedWithin: (url) => {
          this.url = url
          this.mainFrame.url = url
          self.emit('did-navigate-in-page', preventable({}), url, true, 1, 1)
        },
        domReady: () => self.emit('dom-ready', preventable({})),
        loaded: () => this.loaded(),
        failed: (url, reason) => this.failed(url, reason),
        painted: () => {
          if (!this.painted) holder.painted()
          this.painted = true
        },
        windowOpen: (details) => this.windowOpen(details),
        message: (message, reply) => this.message(message, reply),
        consoleMessage: (level, message) => this.console(level, message),
        crashed: () => self.emit('render-process-gone', preventable({}), { reason: 'crashed', exitCode: 5 }),
        closed: () => {
          if (!this.destroyed) holder.gone()
        },
        key: (press: KeyPress) => pressAccelerator(press)
      }
    )
    defaultSession.pages.add(this.page)
    this.page.catch((error: unknown) => {
      if (!(error instanceof CdpError && this.destroyed))
        process.stderr.write(`host: opening a page: ${String(error)}\n`)
    })
    runtime().events.emit('web-contents', self)
    return self
  }

  loadURL(url: string): Promise<void> {
    // `getURL` is the visible address: a navigation that the app started counts at once.
    this.url = url
    const done = new Promise<void>((resolve, reject) => (this.pendingLoad = { resolve, reject }))
    // Electron, too, reports a failed load by event even where nobody looks at the promise.
    done.catch(() => undefined)
    this.page
      .then((page) => page.navigate(url))
      .then((problem) => {
        if (problem) this.failed(url, problem)
      })
      .catch((error: unknown) => this.failed(url, String(error)))
    return done
  }

  reload(): void {
    this.withPage((page) => page.reload())
  }

  focus(): void {
    this.withPage((page) => page.focus())
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

  isLoading(): boolean {
    return this.loading
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  /** The window has gone. Not part of Electron. */
  end(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.mainFrame.detached = true
    all.delete(this.id)
    defaultSession.pages.delete(this.page)
    this.withPage((page) => page.close())
    this.self.emit('destroyed')
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

  private refuses(url: string, isMainFrame: boolean): boolean {
    const details = { url, isMainFrame, isSameDocument: false, frame: this.mainFrame, initiator: this.mainFrame }
    if (prevented(this.self, 'will-frame-navigate', details)) return true
    return isMainFrame && prevented(this.self, 'will-navigate', details, url)
  }

  private started(url: string, isMainFrame: boolean, isSameDocument: boolean): void {
    const frame = this.mainFrame
    this.self.emit(
      'did-start-navigation',
      preventable({ url, isMainFrame, isSameDocument, frame, initiator: null }),
      url
    )
  }

  private committed(url: string): void {
    // Another document is another frame: what the old one still says comes from a detached frame.
    this.mainFrame.detached = true
    this.mainFrame = createFrame(url, null)
    this.url = url
    this.self.emit('did-navigate', preventable({}), url, 200, 'OK')
  }

  private loaded(): void {
    this.pendingLoad?.resolve()
    this.pendingLoad = null
    this.self.emit('did-finish-load')
  }

  private failed(url: string, reason: string): void {
    if (!this.pendingLoad) return
    const error = Object.assign(new Error(`${reason} (-2) loading '${url}'`), { code: reason, errno: -2, url })
    this.pendingLoad.reject(error)
    this.pendingLoad = null
    this.self.emit('did-fail-load', preventable({}), -2, reason, url, true, 1, 1)
  }

  private windowOpen({ url, frameName, features }: { url: string; frameName: string; features: string }): void {
    const details = {
      url,
      frameName,
      features,
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' }
    }
    const { action } = this.openHandler(details as never)
    if (action === 'allow') process.stderr.write(`host: a window for ${url} was allowed; the stand-in opens none\n`)
    runtime().record.refused.push(url)
  }

  private message(message: FromPage, reply: (answer: ToPage) => void): void {
    if (message.type === 'preload-error') {
      const error = Object.assign(new Error(message.message), { stack: message.stack })
      process.stderr.write(`host: the preload failed: ${message.message}\n`)
      this.self.emit('preload-error', preventable({}), 'preload', error)
      return
    }
    const from = { sender: this.self, senderFrame: this.mainFrame }
    takeMessage(message, from, reply).catch((error: unknown) => {
      process.stderr.write(`host: ${String(error)}\n`)
    })
  }

  private console(level: string, message: string): void {
    if (level === 'error' || level === 'assert') process.stderr.write(`page: ${message}\n`)
    this.self.emit('console-message', preventable({ level, message, frame: this.mainFrame }))
  }
}
