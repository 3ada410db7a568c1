/** The system's keychain, through keytar. Tokens are stored nowhere else. */
import { AppError, toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import { TimedMutex } from '../../concurrency.ts'
import type { Entry, Keychain, ProxyKeychain, ProxyPasswordEntry } from '../../ports/index.ts'
import { entryOf, proxyEntryOf, proxyTextOf, textOf } from './entry-format.ts'
import { loadKeytar, openEntries, splitIntoChunks, type KeychainEntries, type KeytarLike } from './entries.ts'
import { toKeychainError, type Asked } from './errors.ts'

export interface KeychainOptions {
  service?: string
  keytar?: () => Promise<KeytarLike>
  /** In milliseconds, from the end of the operation before. */
  timeoutMs?: number
  /** In milliseconds. A slower operation may have shown a prompt that the user dismissed. */
  promptMs?: number
  platform?: NodeJS.Platform
  failed?: (call: Asked, code: ErrorCode) => void
}

const PROBE = 'is-it-unlocked'
/** Users need longer to answer a prompt, and an unlocked keychain answers in a few milliseconds. */
const PROMPT_MS = 700

/** Doesn't read writes back: on macOS each read may prompt, and all three systems report failed writes. */
export class SystemKeychain implements Keychain, ProxyKeychain {
  readonly #service: string
  readonly #loadKeytar: () => Promise<KeytarLike>
  readonly #promptMs: number
  readonly #platform: NodeJS.Platform
  readonly #failed: (call: Asked, code: ErrorCode) => void
  /** A hanging operation holds a thread of Node's small pool, so operations don't overlap, and no write overtakes a removal. */
  readonly #mutex: TimedMutex
  /** Slow operations that succeeded. Users answer one prompt, so after two the keychain itself is slow. */
  #slowSuccesses = 0
  #isStopped = false

  constructor(options: KeychainOptions = {}) {
    this.#service = options.service ?? 'Portside'
    this.#loadKeytar = options.keytar ?? loadKeytar
    this.#promptMs = options.promptMs ?? PROMPT_MS
    this.#platform = options.platform ?? process.platform
    this.#failed = options.failed ?? (() => undefined)
    this.#mutex = new TimedMutex(options.timeoutMs ?? 3000, () => new AppError('KEYCHAIN_SILENT'))
  }

  /** True while a timed-out operation hangs. Node joins its threads at exit, so the process needs SIGKILL then. */
  isHanging(): boolean {
    return this.#mutex.isBusy
  }

  /** Later calls never settle. One that is under way when Node's environment ends would abort the process (Napi::Error). */
  stop(): void {
    this.#isStopped = true
  }

  async read(accountId: string): Promise<Entry | null> {
    const text = await this.#readText(accountId)
    return text === null ? null : entryOf(accountId, text)
  }

  async write(accountId: string, entry: Entry): Promise<void> {
    await this.#writeText(accountId, textOf(accountId, entry), entry.token === null)
  }

  /** null also for an entry that isn't one: the user enters the password again. */
  async readProxyPassword(name: string): Promise<ProxyPasswordEntry | null> {
    const text = await this.#readText(name)
    return text === null ? null : proxyEntryOf(text)
  }

  writeProxyPassword(name: string, entry: ProxyPasswordEntry): Promise<void> {
    return this.#writeText(name, proxyTextOf(entry), true)
  }

  remove(name: string): Promise<void> {
    return this.#call('remove', async (entries) => {
      const isSlow = this.#startStopwatch()
      const existed = await entries.delete(name)
      const wasSlow = isSlow()
      if (!existed) await this.#proveOpen(entries, wasSlow)
      else if (wasSlow) this.#slowSuccesses += 1
    })
  }

  #readText(name: string): Promise<string | null> {
    return this.#call('read', async (entries) => {
      const isSlow = this.#startStopwatch()
      const text = await entries.get(name)
      const wasSlow = isSlow()
      if (text === null) await this.#proveOpen(entries, wasSlow)
      else if (wasSlow) this.#slowSuccesses += 1
      return text
    })
  }

  #writeText(name: string, text: string, leavesNothing: boolean): Promise<void> {
    return this.#call('write', async (entries) => {
      const isSlow = this.#startStopwatch()
      await entries.set(name, text, leavesNothing)
      if (isSlow()) this.#slowSuccesses += 1
    })
  }

  async #call<T>(asked: Asked, work: (entries: KeychainEntries) => Promise<T>): Promise<T> {
    if (this.#isStopped) return new Promise(() => undefined)
    try {
      return await this.#mutex.runExclusive((isLate) => this.#callLibrary(asked, work, isLate))
    } catch (error) {
      this.#failed(asked, toErrorInfo(error).code)
      throw error
    }
  }

  async #callLibrary<T>(
    asked: Asked,
    work: (entries: KeychainEntries) => Promise<T>,
    isLate: () => boolean
  ): Promise<T> {
    const library = await this.#loadKeytar().catch((): never => {
      throw new AppError('KEYCHAIN_MISSING', { found: 'noLibrary' })
    })
    const entries = openEntries(library, this.#service, isLate)
    try {
      return await work(this.#platform === 'win32' ? splitIntoChunks(entries) : entries)
    } catch (error) {
      if (error instanceof AppError) throw error
      // Without the message: it may contain anything.
      throw await toKeychainError(error, asked, this.#platform)
    }
  }

  /** @returns whether the user may have seen a prompt since */
  #startStopwatch(): () => boolean {
    const began = performance.now()
    return () => performance.now() - began > this.#promptMs
  }

  /** A locked Secret Service may report a missing entry. Only a write detects that, and it may prompt again. */
  async #proveOpen(entries: KeychainEntries, wasSlow: boolean): Promise<void> {
    if (this.#platform !== 'linux') return
    if (wasSlow && this.#slowSuccesses < 2) throw new AppError('KEYCHAIN_LOCKED')
    await entries.set(PROBE, PROBE)
    await entries.deleteProbe(PROBE)
  }
}
