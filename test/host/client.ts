/** Starts the host as a child process and talks to it: what the specs, the tour and the host's own tests use. */
import { fork, type ChildProcess } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import type { CodeCache } from './chromium/code-cache.ts'
import { killChromium, launchChromium } from './chromium/launch.ts'
import type { Verbs } from './control.ts'

const MAIN = new URL('./main.ts', import.meta.url)

/** From a process's first module on: without it Node loads a compiler for the types of main.ts at each start. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')

export interface HostStart {
  /** The app is told that it is packaged. */
  packaged?: boolean
  /** A message box stays open until `answerDialog` or its signal closes it. Otherwise its default button answers. */
  holdsDialogs?: boolean
  /** The system that host and app take this machine for. */
  platform?: NodeJS.Platform
  /** Source of a script that runs in each top document before its own scripts. */
  pageScript?: string
  /** File for Chromium's trace; complete once the app has quit. */
  trace?: string
  /** Caches compiled code between launches (script-server.ts); not with `sharedChromium`. */
  codeCache?: CodeCache
  /** The app's main module; default: the built app. */
  entry?: string
  args?: string[]
  /** Options of Node for main. */
  nodeFlags?: string[]
  env?: NodeJS.ProcessEnv
  /** The app gets a context of its own in this Chromium. Default: a Chromium of its own, which takes longer to start. */
  sharedChromium?: SharedChromium | null
}

/** A Chromium that serves the windows of many apps, one after another or side by side. */
export interface SharedChromium {
  endpoint: string
  pages: Pages
  close(): Promise<void>
}

type Answer<V extends keyof Verbs> = Awaited<ReturnType<Verbs[V]>>

export interface HostProcess {
  pid: number
  /** The app's first window. */
  page: Page
  /** The page of the window that is open now, or of the next one that opens. */
  shown(): Promise<Page>
  /** What app and host wrote to their standard output and error. */
  output(): string
  /** Asks or drives what has no page; see control.ts for the verbs. */
  ask<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<Answer<V>>
  /** The exit code, null when it was killed. */
  exited: Promise<number | null>
  /** Quits the app as its menu does. @returns the exit code */
  quit(): Promise<number | null>
  /** Ends it at once, as a crash of the machine would, and removes what it could not tidy up itself. */
  kill(): Promise<void>
}

interface Opened {
  event: 'window'
  /** As `windows` names it. */
  id: number
  targetId: string
  endpoint: string
}

/** Its Chromium, or null when it shares one. Nobody else could end it after a crash of the host. */
interface Launched {
  event: 'chromium'
  pid: number | null
}

interface Reply {
  id: number
  answer?: unknown
  error?: string
}

/** A host that is running, before its window. Most callers want `startHost`. */
export class HostChild {
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  /** The first window's place. Rejects with what was written, if the app ends before it opens one. */
  readonly window: Promise<Opened>
  /** Every window's page so far, by the window's id. */
  readonly targets = new Map<number, string>()
  private chromium: number | null = null
  private text = ''
  private lastId = 0
  private readonly waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>()

  constructor({ entry = 'out/main/index.js', args = [], nodeFlags = [], env = {}, ...start }: HostStart = {}) {
    const { packaged, holdsDialogs, platform, pageScript, trace, codeCache, sharedChromium } = start
    const flags = [
      sharedChromium ? `--attach=${sharedChromium.endpoint}` : '--debug-port',
      ...(packaged ? ['--packaged'] : []),
      ...(holdsDialogs ? ['--hold-dialogs'] : []),
      ...(platform ? [`--platform=${platform}`] : []),
      ...(pageScript ? [`--page-script=${pageScript}`] : []),
      ...(trace ? [`--trace=${trace}`] : []),
      ...(codeCache ? [`--code-cache=${JSON.stringify(codeCache)}`] : [])
    ]
    this.child = fork(MAIN, [...flags, entry, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: nodeFlags,
      env: { NODE_COMPILE_CACHE, ...process.env, ...env }
    })
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.text += chunk.toString()))
    }
    // Not the 'close' event, which never comes after disconnect().
    const ended = [this.child.stdout, this.child.stderr].map(
      (stream) => new Promise<void>((done) => stream?.once('close', () => done()))
    )
    const gone = new Promise<number | null>((resolve) => this.child.once('exit', (code) => resolve(code)))
    this.exited = Promise.all(ended).then(() => gone)
    this.window = new Promise((resolve, reject) => {
      this.child.on('message', (message: Launched | Opened | Reply) => {
        if (!('event' in message)) this.settle(message)
        else if (message.event === 'chromium') this.chromium = message.pid
        else {
          this.targets.set(message.id, message.targetId)
          resolve(message)
        }
      })
      void this.exited.then((code) => reject(new Error(`The app ended (${code}) without a window:\n${this.text}`)))
    })
    this.window.catch(() => undefined)
    // What it answered before it ended has come by then.
    this.child.once('disconnect', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('The app ended before it answered.'))
      this.waiting.clear()
    })
  }

  output(): string {
    return this.text
  }

  ask<V extends keyof Verbs>(verb: V, ...args: Parameters<Verbs[V]>): Promise<Answer<V>> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.child.send({ id, ask: verb, args }, (error) => {
        if (error) reject(error)
      })
    })
  }

  async quit(): Promise<number | null> {
    // The app may end before it answers, and by a signal: as it does while a call to its keychain hangs.
    const asked = this.child.connected ? this.ask('quit').catch(() => undefined) : undefined
    await Promise.race([asked, this.exited])
    const code = await this.exited
    if (code === null) await this.removeFolder()
    return code
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.exited
    await this.removeFolder()
  }

  /** Its Chromium would end with it, but later, and nobody is left to remove the folder. */
  private async removeFolder(): Promise<void> {
    if (this.chromium !== null) killChromium(this.chromium)
    for (const name of await readdir(tmpdir())) {
      if (!name.startsWith(`portside-host-${this.child.pid}-`)) continue
      await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  }

  private settle({ id, answer, error }: Reply): void {
    const asked = this.waiting.get(id)
    this.waiting.delete(id)
    if (error === undefined) asked?.resolve(answer as never)
    else asked?.reject(new Error(error))
  }
}

/** Starts the app and connects to its first window. */
export async function startHost(start: HostStart = {}): Promise<HostProcess> {
  const { host, client, pages } = startChild(start)
  const { targetId } = await host.window
  return { ...client, page: await (await pages()).of(targetId) }
}

/** Starts the app, which may open no window. */
export const startHostHidden = (start: HostStart = {}): Omit<HostProcess, 'page'> => startChild(start).client

/** Starts the Chromium that hosts attach to. It ends with this process at the latest. */
export async function startSharedChromium(): Promise<SharedChromium> {
  const running = launchChromium({ headed: false, debugPort: true, locale: 'en-US', codeCache: null })
  const endpoint = await running.endpoint
  if (endpoint === null) throw new Error('Chromium ended before it could be reached.')
  return { endpoint, pages: await Pages.connect(endpoint), close: () => running.close() }
}

function startChild(start: HostStart) {
  const host = new HostChild(start)
  let connected: Promise<Pages> | null = null
  const pages = (): Promise<Pages> =>
    (connected ??= start.sharedChromium
      ? Promise.resolve(start.sharedChromium.pages)
      : host.window.then(({ endpoint }) => Pages.connect(endpoint)))
  const client: Omit<HostProcess, 'page'> = {
    pid: host.child.pid ?? 0,
    shown: () => shownPage(host, pages),
    output: () => host.output(),
    ask: (verb, ...args) => host.ask(verb, ...args),
    exited: host.exited,
    quit: () => host.quit(),
    kill: () => host.kill()
  }
  return { host, client, pages }
}

/** A Chromium's pages by their target's id, as Playwright knows them. Those of other contexts count as of the default one. */
export class Pages {
  private readonly byTarget = new Map<string, PromiseWithResolvers<Page>>()

  static async connect(endpoint: string): Promise<Pages> {
    const [context] = (await chromium.connectOverCDP(endpoint, { noDefaults: true })).contexts()
    if (!context) throw new Error('Chromium has no context.')
    const pages = new Pages()
    context.on('page', (page) => void pages.add(page))
    for (const page of context.pages()) void pages.add(page)
    return pages
  }

  /** The page of that target, once it has its first document: a call into the page would be cut off by the arrival of that. */
  async of(targetId: string): Promise<Page> {
    const page = await this.entry(targetId).promise
    await page.waitForURL((url) => url.href !== 'about:blank', { waitUntil: 'commit' })
    return page
  }

  private async add(page: Page): Promise<void> {
    const targetId = await targetOf(page)
    if (targetId === null) return
    this.entry(targetId).resolve(page)
    page.once('close', () => this.byTarget.delete(targetId))
  }

  private entry(targetId: string): PromiseWithResolvers<Page> {
    const known = this.byTarget.get(targetId) ?? Promise.withResolvers<Page>()
    this.byTarget.set(targetId, known)
    return known
  }
}

/** null: it is gone. */
async function targetOf(page: Page): Promise<string | null> {
  try {
    const session = await page.context().newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    await session.detach()
    return targetInfo.targetId
  } catch {
    return null
  }
}

/** A window that was closed may have its page a little longer, so the page is known by the window. */
async function shownPage(host: HostChild, pages: () => Promise<Pages>): Promise<Page> {
  for (;;) {
    const [window] = await host.ask('windows')
    const target = window && host.targets.get(window.id)
    if (target !== undefined) return (await pages()).of(target)
    await later(20)
  }
}
