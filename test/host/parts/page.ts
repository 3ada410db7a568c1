/** Drives one Chromium page for a WebContents: set-up, navigation, requests, messages, theme. */
import { randomUUID } from 'node:crypto'
import { toApp, toChromium } from '../chromium/address.ts'
import type { Size, Target } from '../chromium/browser.ts'
import type { CdpSession, Protocol } from '../chromium/cdp.ts'
import { BINDING, pageScript, PRELOAD_WORLD, preloadScript, RECEIVER } from '../page/scripts.ts'
import { makeMenuWatcher, type MenuRequest } from '../page/menu-watcher.ts'
import type { FromPage, ToPage } from '../page/preload-world.ts'
import { runtime } from '../runtime.ts'
import { handledSchemes } from './protocol.ts'
import { answerRequest } from './requests.ts'

export interface PageEvents {
  webContentsId: number
  /** Asked for every navigation that the page itself began. @returns whether it may not happen */
  refuses(url: string, isMainFrame: boolean): boolean
  committed(url: string): void
  movedWithin(url: string): void
  windowOpen(url: string): void
  message(message: FromPage, reply: (answer: ToPage) => void): void
  consoleMessage(level: string, text: string): void
  crashed(): void
  /** The page objects to being closed or left. @returns whether it is all the same */
  beforeUnload(): boolean
  closed(): void
  key(press: KeyPress): void
  contextMenu(request: MenuRequest): void
}

/** What main has the page do with its selection, in Chromium's spelling. */
export type EditCommand = 'Cut' | 'Copy' | 'Paste' | 'SelectAll'

/** A key that the page did not use: menus may. */
export interface KeyPress {
  key: string
  code: string
  control: boolean
  shift: boolean
  alt: boolean
  meta: boolean
}

export interface PageSettings {
  size: Size
  backgroundColor: string | null
  /** Source of the built preload; null: none. */
  preload: string | null
  theme: 'light' | 'dark' | null
}

/** A long-lived page must not fill main's memory with them. */
const MOST_CALLS = 200

function recordCall({ channel, sent }: FromPage): void {
  const { calls } = runtime().record
  if (calls.length < MOST_CALLS) calls.push({ channel, sent, answered: performance.timeOrigin + performance.now() })
}

const KEY_BINDING = 'portsideHostKey'
/** Looks at a key after the page's own listeners had it: the timer runs when the dispatch is over. */
const KEY_SCRIPT = `
addEventListener('keydown', (event) => {
  const { key, code, ctrlKey: control, shiftKey: shift, altKey: alt, metaKey: meta } = event
  if (event.isComposing || !(control || alt || meta || /^F\\d+$/.test(key))) return
  setTimeout(() => {
    if (!event.defaultPrevented) ${KEY_BINDING}(JSON.stringify({ key, code, control, shift, alt, meta }))
  })
}, true)`

const MENU_BINDING = 'portsideHostMenu'
const MENU_SCRIPT = `
;(${makeMenuWatcher.toString()})((text) => ${MENU_BINDING}(text))`

export class Page {
  readonly target: Target
  private readonly session: CdpSession
  private readonly events: PageEvents
  private readonly mainFrame: string
  private context: number | null = null
  /** Set while the host itself navigates: such a navigation is not asked about. */
  private ordered = false

  private constructor(target: Target, events: PageEvents) {
    this.target = target
    this.session = target.session
    this.events = events
    // A page target and its main frame share their id.
    this.mainFrame = target.targetId
  }

  static async open(settings: PageSettings, events: PageEvents): Promise<Page> {
    const target = await runtime().browser.newPage()
    const page = new Page(target, events)
    page.listen()
    await page.prepare(settings)
    return page
  }

  private async prepare({ size, backgroundColor, preload, theme }: PageSettings): Promise<void> {
    const { session } = this
    const secret = randomUUID()
    const { pageScript: first } = runtime().options
    await Promise.all([
      session.send('Page.enable'),
      session.send('Runtime.enable'),
      session.send('Inspector.enable'),
      session.send('Runtime.addBinding', { name: BINDING, executionContextName: PRELOAD_WORLD }),
      session.send('Runtime.addBinding', { name: KEY_BINDING, executionContextName: PRELOAD_WORLD }),
      session.send('Runtime.addBinding', { name: MENU_BINDING, executionContextName: PRELOAD_WORLD }),
      first && session.send('Page.addScriptToEvaluateOnNewDocument', { source: first }),
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(secret) }),
      session.send('Page.addScriptToEvaluateOnNewDocument', {
        worldName: PRELOAD_WORLD,
        source: preloadScript(secret, preload ?? '') + KEY_SCRIPT + MENU_SCRIPT
      }),
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
      session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      this.resize(size),
      this.setTheme(theme),
      backgroundColor ? this.paintBackground(backgroundColor) : null
    ])
  }

  private listen(): void {
    const { session, events } = this
    session.on('Fetch.requestPaused', (paused) => void this.answer(session, paused))
    session.on('Target.attachedToTarget', ({ sessionId }) => this.attachChild(sessionId))
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.mainFrame && !frame.unreachableUrl)
        events.committed(toApp(frame.url + (frame.urlFragment ?? '')))
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.mainFrame) events.movedWithin(toApp(url))
    })
    session.on('Page.windowOpen', ({ url }) => events.windowOpen(toApp(url)))
    session.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = (context.auxData ?? {}) as { frameId?: string }
      if (context.name === PRELOAD_WORLD && frameId === this.mainFrame) this.context = context.id
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.context === executionContextId) this.context = null
    })
    session.on('Runtime.executionContextsCleared', () => (this.context = null))
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === KEY_BINDING) return events.key(JSON.parse(payload) as KeyPress)
      if (name === MENU_BINDING) return events.contextMenu(JSON.parse(payload) as MenuRequest)
      const message = JSON.parse(payload) as FromPage
      events.message(message, (answer) => {
        this.post(answer, executionContextId)
        recordCall(message)
      })
    })
    session.on('Runtime.consoleAPICalled', ({ type, args }) => {
      events.consoleMessage(type, args.map(({ value, description }) => String(value ?? description ?? '')).join(' '))
    })
    session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      const { text, exception } = exceptionDetails
      events.consoleMessage('error', `${text} ${exception?.description ?? ''}`)
    })
    session.on('Page.javascriptDialogOpening', ({ type }) => {
      if (type === 'beforeunload') session.tell('Page.handleJavaScriptDialog', { accept: events.beforeUnload() })
    })
    session.on('Inspector.targetCrashed', () => events.crashed())
    runtime().browser.onClosed(this.target, () => events.closed())
  }

  /** Frames in processes of their own are fenced in like the page; they get no preload. */
  private attachChild(sessionId: string): void {
    const child = runtime().browser.chromium.connection.session(sessionId)
    child.on('Fetch.requestPaused', (paused) => void this.answer(child, paused))
    child.on('Target.attachedToTarget', (grandchild) => this.attachChild(grandchild.sessionId))
    child.tell('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    child.tell('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
    child.tell('Runtime.runIfWaitingForDebugger')
  }

  private async answer(session: CdpSession, paused: Protocol.Fetch.requestPausedPayload): Promise<void> {
    const isMainFrame = session === this.session && paused.frameId === this.mainFrame
    if (paused.resourceType === 'Document') {
      const ordered = isMainFrame && this.ordered
      if (isMainFrame) this.ordered = false
      const url = toApp(paused.request.url) + (paused.request.urlFragment ?? '')
      if (!ordered && this.events.refuses(url, isMainFrame)) {
        session.tell('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Aborted' })
        return
      }
    }
    try {
      await answerRequest(session, paused, { webContentsId: this.events.webContentsId, isMainFrame })
    } catch (error) {
      process.stderr.write(`host: answering ${toApp(paused.request.url)}: ${String(error)}\n`)
      session.tell('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
    }
  }

  /** @throws CdpError; @returns Chromium's error text, or null when the document was committed */
  async navigate(url: string): Promise<string | null> {
    this.ordered = true
    const { errorText } = await this.session.send('Page.navigate', { url: toChromium(url, handledSchemes()) })
    return errorText ?? null
  }

  /** The document's address by its own account. @throws CdpError */
  async address(): Promise<string> {
    const { result } = await this.session.send('Runtime.evaluate', { expression: 'location.href', returnByValue: true })
    return toApp(String(result.value))
  }

  /** To the preload; dropped when the document has none (yet), as in Electron. */
  post(message: ToPage, context: number | null = this.context): void {
    if (context === null) return
    this.session.tell('Runtime.callFunctionOn', {
      functionDeclaration: `function (text) { globalThis.${RECEIVER}(text) }`,
      executionContextId: context,
      arguments: [{ value: JSON.stringify(message) }],
      silent: true
    })
  }

  /** What it shows, as PNG. @throws CdpError */
  async capture(): Promise<Buffer> {
    const { data } = await this.session.send('Page.captureScreenshot', { format: 'png' })
    return Buffer.from(data, 'base64')
  }

  crash(): void {
    this.session.tell('Page.crash')
  }

  /** Resolves when its scripts have time for it. @throws CdpError */
  async respond(): Promise<void> {
    await this.session.send('Runtime.evaluate', { expression: '1' })
  }

  async resize({ width, height }: Size): Promise<void> {
    if (runtime().options.headed) return runtime().browser.place(this.target.targetId, { width, height })
    await this.session.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false
    })
  }

  /** Off screen there is nothing to minimise. */
  async setState(windowState: 'normal' | 'minimized'): Promise<void> {
    if (runtime().options.headed) await runtime().browser.place(this.target.targetId, { windowState })
  }

  /** @param theme null: what the desktop says, which only a window on screen can know */
  async setTheme(theme: 'light' | 'dark' | null): Promise<void> {
    const features = [{ name: 'prefers-color-scheme', value: theme ?? '' }]
    await this.session.send('Emulation.setEmulatedMedia', { features })
  }

  async paintBackground(hex: string): Promise<void> {
    const [r = 255, g = 255, b = 255] = (/^#(..)(..)(..)$/.exec(hex) ?? []).slice(1).map((part) => parseInt(part, 16))
    await this.session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r, g, b, a: 1 } })
  }

  /** Of its origin, which is that of the window. @throws CdpError */
  async clearStorage(): Promise<void> {
    const { frameTree } = await this.session.send('Page.getFrameTree')
    const origin = frameTree.frame.securityOrigin
    await this.session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }

  async clearCache(): Promise<void> {
    await this.session.send('Network.clearBrowserCache')
  }

  /** Chromium runs an editing command only with a key. This one has no name, so the page takes it for none of its own. */
  edit(command: EditCommand): void {
    this.session.tell('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] })
    this.session.tell('Input.dispatchKeyEvent', { type: 'keyUp' })
  }

  focus(): void {
    this.session.tell('Page.bringToFront')
  }

  /** Asks it first. @throws CdpError */
  async leave(): Promise<void> {
    await this.session.send('Page.close')
  }

  close(): void {
    runtime().browser.closePage(this.target.targetId)
  }
}
