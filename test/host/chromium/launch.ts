/** Starts this machine's Chromium with nothing of the user's in it, and ends it without leaving anything behind but its code cache, if it has one. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { CdpConnection } from './cdp.ts'
import { codeCacheSwitches, type CodeCache } from './code-cache.ts'
import { findChromium } from '../../../scripts/setup/chromium.mjs'
import { pipeTransport, socketTransport } from './transport.ts'

const QUIET = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-quic',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  `--disable-features=${[
    ...['Translate', 'MediaRouter', 'OptimizationHints', 'AutofillServerCommunication', 'GlobalMediaControls'],
    // Pages of the address bar's own, with processes of their own, in each window.
    ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'AimEnabled', 'PreloadTopChromeWebUI'],
    // It handles http only, so not an Electron app's schemes (background_url_loader.cc). While it is on, Chromium ignores cached code.
    'BackgroundResourceFetch'
  ].join(',')}`
]

// A page that is not looked at must run like one that is; Electron's own windows do while they are open.
const AWAKE = [
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  // Without it a page may change its address 200 times in ten seconds, and specs on a quick machine open more records.
  '--disable-ipc-flooding-protection'
]

// Pages are answered by the app. Should a request ever slip past the interception, no name resolves. A server of a test is reached.
const NO_NETWORK = ['--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1']

const FOLDER = /^portside-host-(\d+)-/

export interface LaunchOptions {
  headed: boolean
  debugPort: boolean
  locale: string
  /** null: compiled code isn't cached between launches. */
  codeCache: CodeCache | null
}

/** As `session.setProxy` takes it, with fixed servers. */
export interface PageProxy {
  rules: string
  bypass: string
}

/** Where pages live; without an id: in Chromium's default context. */
export interface Context {
  browserContextId?: string
}

export interface Chromium {
  connection: CdpConnection
  /** @param proxy null: none. @throws CdpError */
  newContext(proxy: PageProxy | null): Promise<Context>
  path: string
  /** null: attached to one that others use, too. */
  pid: number | null
  /** A folder of this host's own, which goes with it. */
  ownFolder: string
  /** The WebSocket address for a spec, if a debugging port was asked for. */
  endpoint: Promise<string | null>
  /** Asks Chromium to end, waits, and removes its folder. */
  close(): Promise<void>
  /** Ends it at once; safe to call while the process exits. */
  kill(): void
  onExit(run: () => void): void
  /** Flags that a further call of the same Chromium needs to reach this one. */
  sameInstance: string[]
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Folders of hosts that were killed before they could tidy up. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = FOLDER.exec(name)?.[1]
    if (pid && !alive(Number(pid))) remove(join(tmpdir(), name))
  }
}

const remove = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })

function makeFolder(): string {
  sweep()
  return mkdtempSync(join(tmpdir(), `portside-host-${process.pid}-`))
}

/** Ends a Chromium and its helpers, at once: one that quits by itself still writes, and makes folders that were removed. */
export function killChromium(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const isRoot = (): boolean => process.getuid?.() === 0

export function launchChromium({ headed, debugPort, locale, codeCache }: LaunchOptions): Chromium {
  const path = findChromium()
  if (!path) throw new Error('No Chromium found: install it, or name it in PORTSIDE_CHROMIUM.')
  const ownFolder = makeFolder()
  const data = codeCache ? codeCacheSwitches(codeCache) : [`--user-data-dir=${ownFolder}`, ...NO_NETWORK]
  const sameInstance = [...data, ...(isRoot() ? ['--no-sandbox', '--test-type'] : [])]
  const child = spawn(
    path,
    [
      '--remote-debugging-pipe',
      ...(debugPort ? ['--remote-debugging-port=0'] : []),
      ...(headed ? ['--class=Portside'] : ['--headless=new', '--disable-gpu', '--hide-crash-restore-bubble']),
      ...QUIET,
      ...AWAKE,
      '--dns-prefetch-disable',
      `--lang=${locale}`,
      ...sameInstance
    ],
    // Ctrl+C in a terminal reaches a whole process group. It is for the app, which ends Chromium when it has closed its files.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32' }
  )
  const exited = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  const kill = (): void => {
    if (child.pid !== undefined && child.exitCode === null) killChromium(child.pid)
    remove(ownFolder)
  }

  const transport = pipeTransport(child.stdio[3] as Writable, child.stdio[4] as unknown as Readable)
  const connection = new CdpConnection(transport)

  return {
    connection,
    // Windows on screen open in the default context, and the code cache is on disk, which other contexts don't have.
    newContext: (proxy) => (headed || codeCache ? Promise.resolve({}) : createContext(connection, proxy)),
    path,
    pid: child.pid ?? null,
    ownFolder,
    sameInstance,
    endpoint: debugPort ? readEndpoint(child) : (child.stderr?.resume(), Promise.resolve(null)),
    kill,
    onExit: (run) => void exited.then(run),
    async close() {
      // The end of the pipe is Chromium's order to quit.
      transport.close()
      const late = setTimeout(kill, 2000)
      await exited
      clearTimeout(late)
      remove(ownFolder)
    }
  }
}

/**
 * A context of its own in a Chromium that runs already and serves others, too: it shares no storage with theirs, and is gone when
 * this process ends, however it ends. The app's network is Node's, with a proxy of its own in each host.
 *
 * @param endpoint the WebSocket address of that Chromium
 */
export function attachToChromium(endpoint: string): Chromium {
  const transport = socketTransport(endpoint)
  const connection = new CdpConnection(transport)
  const ended = Promise.withResolvers<void>()
  const ownFolder = makeFolder()
  connection.onClosed(ended.resolve)
  return {
    connection,
    newContext: (proxy) => createContext(connection, proxy),
    path: '',
    pid: null,
    ownFolder,
    sameInstance: [],
    endpoint: Promise.resolve(endpoint),
    kill: () => remove(ownFolder),
    onExit: (run) => void ended.promise.then(run),
    async close() {
      transport.close()
      await ended.promise
      remove(ownFolder)
    }
  }
}

function createContext({ browser }: CdpConnection, proxy: PageProxy | null): Promise<Context> {
  return browser.send('Target.createBrowserContext', {
    disposeOnDetach: true,
    ...(proxy && { proxyServer: proxy.rules, proxyBypassList: proxy.bypass })
  })
}

function readEndpoint(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let text = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      // Looked at before it is cut: a busy process reads a lot at once, and the line may be followed by much else.
      text += chunk.toString()
      const address = /DevTools listening on (ws:\S+)\s/.exec(text)?.[1]
      if (address) resolve(address)
      text = text.slice(-4096)
    })
    child.once('exit', () => resolve(null))
  })
}
