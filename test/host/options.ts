/**
 * Command line of the host: `node test/host/main.ts [--headed] [--debug-port] [--attach=ws://…] [--packaged]
 * [--hold-dialogs] [--platform=…] [--page-script=…] [--trace=…] [--code-cache=…] [appEntry] [app args…]`.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { CodeCache } from './chromium/code-cache.ts'

/** The system's name of the host's own thread: what it takes isn't the app's. */
export const WATCH_THREAD = 'host'

export interface HostOptions {
  /** Shows a Chromium app window instead of drawing off screen. */
  headed: boolean
  /** Opens a debugging port on loopback, so that a spec can connect to the pages. */
  debugPort: boolean
  /** The WebSocket address of a running Chromium, in which the app gets a context of its own; null: one is started. */
  attachTo: string | null
  /** The app is told that it is packaged. */
  packaged: boolean
  /** A message box stays open until a test answers it. Otherwise its default button answers. */
  holdsDialogs: boolean
  /** What `process.platform` says to host and app; null: the machine's own. */
  platform: NodeJS.Platform | null
  /** Source of a script that runs in each top document before its own scripts: a bench measures with it. */
  pageScript: string | null
  /** File into which Chromium's trace is written at the end, from its start on. */
  trace: string | null
  /** Caches compiled code between launches. On the command line as JSON. null: none. */
  codeCache: CodeCache | null
  /** The app's main module. */
  entry: string
  /** What the app sees in process.argv after its own path. */
  appArgs: string[]
}

export interface AppPackage {
  folder: string
  name: string
  version: string
}

const ATTACH = '--attach='
const PLATFORM = '--platform='
const PAGE_SCRIPT = '--page-script='
const TRACE = '--trace='
const CODE_CACHE = '--code-cache='
const FLAGS = ['--headed', '--debug-port', '--packaged', '--hold-dialogs']

/** Host flags come before the entry; all that follows it is the app's. */
export function readOptions(args: readonly string[], cwd: string): HostOptions {
  const rest = [...args]
  const flags = new Set<string>()
  let attachTo: string | null = null
  let platform: NodeJS.Platform | null = null
  let pageScript: string | null = null
  let trace: string | null = null
  let codeCache: CodeCache | null = null
  while (rest[0]?.startsWith('--')) {
    const flag = rest.shift() ?? ''
    if (flag.startsWith(ATTACH)) attachTo = flag.slice(ATTACH.length)
    else if (flag.startsWith(PLATFORM)) platform = flag.slice(PLATFORM.length) as NodeJS.Platform
    else if (flag.startsWith(PAGE_SCRIPT)) pageScript = flag.slice(PAGE_SCRIPT.length)
    else if (flag.startsWith(TRACE)) trace = flag.slice(TRACE.length)
    else if (flag.startsWith(CODE_CACHE)) codeCache = JSON.parse(flag.slice(CODE_CACHE.length)) as CodeCache
    else flags.add(flag)
  }
  for (const flag of flags) {
    if (!FLAGS.includes(flag)) throw new Error(`The host does not know the flag ${flag}.`)
  }
  if (attachTo !== null && codeCache) throw new Error('A Chromium that is shared has no code cache.')
  const [entry = 'out/main/index.js', ...appArgs] = rest
  return {
    headed: flags.has('--headed'),
    debugPort: flags.has('--debug-port'),
    attachTo,
    packaged: flags.has('--packaged'),
    holdsDialogs: flags.has('--hold-dialogs'),
    platform,
    pageScript,
    trace,
    codeCache,
    entry: resolve(cwd, entry),
    appArgs
  }
}

/** The nearest package.json above a file, as Electron reads name and version from it. */
export function findPackage(file: string): AppPackage {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const path = join(folder, 'package.json')
    if (existsSync(path)) {
      const { name, productName, version } = JSON.parse(readFileSync(path, 'utf8')) as Record<
        string,
        string | undefined
      >
      return { folder, name: productName ?? name ?? 'app', version: version ?? '0.0.0' }
    }
    if (dirname(folder) === folder) throw new Error(`No package.json above ${file}.`)
  }
}
