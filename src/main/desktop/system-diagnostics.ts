/** What Electron and the system say for the report, with or without a window. Only after ready. */
import { lstatSync, readdirSync, statfsSync } from 'node:fs'
import { arch, cpus, homedir, hostname, release, totalmem, uptime, userInfo } from 'node:os'
import { join } from 'node:path'
import { app, net, screen } from 'electron'
import type { DiagnosticSources, Facts, KnownValue } from '../ports/index.ts'
import { readLog } from './log-file.ts'
import { readProxies } from './probe.ts'

const MEGABYTE = 1024 * 1024
const HOUR_S = 3600
const MOST_DISPLAYS = 16

export interface SystemDiagnosticsParts {
  dataFolder: string
  locale: string
  /** See DiagnosticSources. */
  desktop: () => Promise<Facts | null>
  createReplacer: DiagnosticSources['createReplacer']
}

export class SystemDiagnostics implements DiagnosticSources {
  readonly createReplacer: DiagnosticSources['createReplacer']
  readonly #parts: SystemDiagnosticsParts

  constructor(parts: SystemDiagnosticsParts) {
    this.createReplacer = parts.createReplacer
    this.#parts = parts
  }

  versions(): Facts {
    const { electron, chrome, node } = process.versions
    return { portside: app.getVersion(), packaged: app.isPackaged, electron, chrome, node }
  }

  system(): Facts {
    const { env, platform } = process
    const hasDesktop = platform === 'linux'
    return {
      platform,
      architecture: arch(),
      release: release(),
      locale: this.#parts.locale,
      processors: cpus().length,
      memoryMb: Math.round(totalmem() / MEGABYTE),
      systemUptimeHours: Math.round(uptime() / HOUR_S),
      processUptimeSeconds: Math.round(process.uptime()),
      ...(hasDesktop && { desktop: env['XDG_CURRENT_DESKTOP'] ?? null, session: env['XDG_SESSION_TYPE'] ?? null })
    }
  }

  async desktop(): Promise<Facts | null> {
    const facts = await this.#parts.desktop()
    return facts && { ...facts, ...displayFacts() }
  }

  async network(address: string | null): Promise<Facts> {
    return { online: net.isOnline(), proxies: address === null ? null : await proxyKinds(address) }
  }

  async storage(): Promise<Facts> {
    const { dataFolder } = this.#parts
    const accounts = join(dataFolder, 'accounts')
    const folders = namesIn(accounts)
    const files = (name: string): string[] => folders.map((folder) => join(accounts, folder, name))
    const setAside = [dataFolder, ...folders.map((folder) => join(accounts, folder))].flatMap((folder) =>
      namesIn(folder).filter((name) => /\.db\.aside-[\dTZ-]+$/.test(name))
    )
    return {
      folder: dataFolder === join(app.getPath('appData'), app.getName()) ? 'usual' : 'chosen',
      freeMb: freeMegabytes(dataFolder),
      settingsKb: kilobytes([join(dataFolder, 'portside.db')]),
      accountFolders: folders.length,
      accountsKb: kilobytes(files('account.db')),
      cataloguesKb: kilobytes(files('catalogue.db')),
      logKb: kilobytes(namesIn(join(dataFolder, 'logs')).map((name) => join(dataFolder, 'logs', name))),
      damagedFilesSetAside: setAside.length
    }
  }

  log(longest: number): string {
    const text = readLog(join(this.#parts.dataFolder, 'logs'))
    return text.length <= longest ? text : text.slice(text.indexOf('\n', text.length - longest) + 1)
  }

  values(): KnownValue[] {
    const host = hostname()
    const names = [userName(), host, host.split('.')[0] ?? '']
    const folders = [homedir(), this.#parts.dataFolder]
    return [
      ...folders.map((text): KnownValue => ({ kind: 'path', text })),
      ...names.map((text): KnownValue => ({ kind: 'computer', text }))
    ]
  }
}

/** Without their names. In the size that windows can have. */
function displayFacts(): Facts {
  const displays = screen.getAllDisplays().slice(0, MOST_DISPLAYS)
  const sizes = displays.map(({ workArea: { width, height } }, at) => [`display ${at + 1}`, `${width} x ${height}`])
  return { displays: displays.length, ...(Object.fromEntries(sizes) as Facts) }
}

/** Node throws for a user that the system has no entry for. */
function userName(): string {
  try {
    return userInfo().username
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { env } = process
    return env['USER'] ?? env['USERNAME'] ?? ''
  }
}

/** Such as `http`, without hosts; none: the provider is asked directly. A PAC script may look the provider's name up. */
async function proxyKinds(address: string): Promise<string> {
  try {
    const proxies = await readProxies(address)
    return [...new Set(proxies.map((proxy) => proxy.split(' ')[0]))].join(' ')
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return 'not known'
  }
}

/** Of a folder that is missing or can't be read: none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (!isSystemError(error)) throw error
    return []
  }
}

/** With the files that SQLite keeps beside each. */
function kilobytes(files: readonly string[]): number {
  const sizes = files.flatMap((file) => ['', '-wal'].map((suffix) => sizeOf(file + suffix)))
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024)
}

/** 0 without a file. */
function sizeOf(file: string): number {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch (error) {
    if (!isSystemError(error)) throw error
    return 0
  }
}

function freeMegabytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.floor((bavail * bsize) / MEGABYTE)
  } catch (error) {
    if (!isSystemError(error)) throw error
    return null
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'code' in error
