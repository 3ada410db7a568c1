/** Chromium as the host needs it: pages that are handed out, and pop-ups that are refused. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { MissingPart } from '../strict.ts'
import { CdpError, type CdpSession, type Protocol } from './cdp.ts'
import {
  attachToChromium,
  launchChromium,
  type Chromium,
  type Context,
  type LaunchOptions,
  type PageProxy
} from './launch.ts'

export interface Target {
  targetId: string
  session: CdpSession
}

export interface Size {
  width: number
  height: number
}

export interface Browser {
  chromium: Chromium
  /** Ends the trace that was asked for, and writes it. */
  writeTrace(): Promise<void>
  /** The proxy of all pages; before the first. */
  useProxy(proxy: PageProxy): void
  /** Where the pages live, which is known once the first is opened. */
  context: Promise<Context>
  /** An empty page on about:blank. In headed mode: a window of its own, without the browser's bars. */
  newPage(): Promise<Target>
  closePage(targetId: string): void
  /** Sets size or state of a window on screen. @throws CdpError */
  place(targetId: string, bounds: Protocol.Browser.Bounds): Promise<void>
  /** Runs once the page has gone, whoever closed it. */
  onClosed(target: Target, run: () => void): void
}

type TargetInfo = Protocol.Target.TargetInfo

/** What a headed window shows until the app's first document arrives; `--app` takes no about:blank. */
const EMPTY_APP = 'data:text/html,<title>Portside</title>'

/** The one that most apps set, if any: their pages need no network. An app with another proxy, or with none, gets another page. */
const SPARE_PROXY: PageProxy = { rules: 'socks5://127.0.0.1:1', bypass: '<-loopback>' }

export interface BrowserOptions extends LaunchOptions {
  /** The WebSocket address of a Chromium that runs already; null: one is started. */
  attachTo: string | null
  /** File for a trace; null: none. */
  trace: string | null
}

export function startBrowser(options: BrowserOptions): Browser {
  const chromium = options.attachTo === null ? launchChromium(options) : attachToChromium(options.attachTo)
  const root = chromium.connection.browser
  const trace = options.trace === null ? null : recordTrace(root)
  const ours = new Set<string>()
  const closed = new Map<string, () => void>()
  const expected: ((target: Target) => void)[] = []

  root.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
    const session = chromium.connection.session(sessionId)
    if (targetInfo.openerId && ours.has(targetInfo.openerId)) {
      // A pop-up: the app's window-open handler was asked by the opener (Page.windowOpen); the window itself never lives.
      // The opener waits in window.open() until the pop-up runs, so it runs, without any request, until it is closed.
      session.tell('Fetch.enable')
      session.tell('Runtime.runIfWaitingForDebugger')
      root.tell('Target.closeTarget', { targetId: targetInfo.targetId })
      return
    }
    if (waitingForDebugger) session.tell('Runtime.runIfWaitingForDebugger')
    if (isAppWindow(targetInfo)) {
      const take = expected.shift()
      if (take) {
        ours.add(targetInfo.targetId)
        take({ targetId: targetInfo.targetId, session })
        return
      }
    }
    if (!ours.has(targetInfo.targetId)) root.tell('Target.detachFromTarget', { sessionId })
  })
  root.on('Target.detachedFromTarget', ({ sessionId }) => {
    chromium.connection.forget(sessionId)
    closed.get(sessionId)?.()
    closed.delete(sessionId)
  })
  const attached = root.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }, { exclude: true }]
  })
  // Whoever opens a page awaits it. A second launch opens none, and ends while this is on its way.
  attached.catch(() => undefined)

  /** Sent without waiting for `attached`: Chromium takes the commands in order, and a launch waits for its first page. */
  const offScreen = async (context: Promise<Context>): Promise<Target> => {
    const created = root.send('Target.createTarget', { url: 'about:blank', ...(await context) })
    const [{ targetId }] = await Promise.all([created, attached])
    ours.add(targetId)
    const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true })
    return { targetId, session: chromium.connection.session(sessionId) }
  }

  const onScreen = async (): Promise<Target> => {
    await attached
    const taken = new Promise<Target>((resolve) => expected.push(resolve))
    // A second call of the same Chromium asks the running one to open the window, which is how app windows come about.
    const opener = spawn(chromium.path, [...chromium.sameInstance, `--app=${EMPTY_APP}`], { stdio: 'ignore' })
    opener.on('error', (error) => process.stderr.write(`host: ${error.message}\n`))
    return taken
  }

  // The first page is made while the app still loads, as Electron keeps a spare renderer.
  const spareContext = chromium.newContext(SPARE_PROXY)
  let spare: Promise<Target> | null = options.headed ? null : offScreen(spareContext)
  const unlessEnded = (error: unknown): void => {
    if (!(error instanceof CdpError)) throw error
  }
  spareContext.catch(unlessEnded)
  spare?.catch(unlessEnded)
  let proxy: PageProxy | null = null
  let context: Promise<Context> | null = null
  const known = Promise.withResolvers<Context>()
  known.promise.catch(unlessEnded)

  const close = (targetId: string): void => {
    ours.delete(targetId)
    root.tell('Target.closeTarget', { targetId })
  }

  const openContext = (): Promise<Context> => {
    const takesSpare = proxy?.rules === SPARE_PROXY.rules && proxy.bypass === SPARE_PROXY.bypass
    if (!takesSpare) {
      spare?.then(({ targetId }) => close(targetId)).catch(unlessEnded)
      spare = null
    }
    const opened = takesSpare ? spareContext : chromium.newContext(proxy)
    known.resolve(opened)
    return opened
  }

  return {
    chromium,
    async writeTrace() {
      if (trace && options.trace !== null) writeFileSync(options.trace, JSON.stringify(await trace.end()))
    },
    useProxy(asked) {
      if (context) throw new MissingPart('proxy for a page that is open')
      proxy = asked
    },
    context: known.promise,
    newPage() {
      context ??= openContext()
      const page = options.headed ? onScreen() : (spare ?? offScreen(context))
      spare = null
      return page
    },
    closePage: close,
    async place(targetId, bounds) {
      const { windowId } = await root.send('Browser.getWindowForTarget', { targetId })
      await root.send('Browser.setWindowBounds', { windowId, bounds })
    },
    onClosed: (target, run) => void closed.set(target.session.id ?? '', run)
  }
}

const TRACED = ['devtools.timeline', 'v8.execute', 'blink.user_timing', 'loading', 'latencyInfo']

function recordTrace(root: CdpSession): { end(): Promise<object[]> } {
  const events: object[] = []
  root.on('Tracing.dataCollected', ({ value }) => void events.push(...value))
  root.tell('Tracing.start', { traceConfig: { includedCategories: TRACED } })
  return {
    async end() {
      const complete = new Promise<void>((resolve) => root.once('Tracing.tracingComplete', () => resolve()))
      await root.send('Tracing.end')
      await complete
      return events
    }
  }
}

const isAppWindow = ({ url }: TargetInfo): boolean => url === '' || url.startsWith('data:text/html')
