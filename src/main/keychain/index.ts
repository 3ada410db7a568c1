/** The system's keychain, through keytar. Tokens are stored nowhere else. */
import { AppError } from '../../shared/ipc/error.ts'
import { TimedMutex } from '../concurrency.ts'
import type { Keychain } from '../core/ports/index.ts'
import { entryOf, textOf } from './entry-format.ts'
import { loadKeytar, openEntries, splitIntoChunks, type KeychainEntries, type KeytarLike } from './entries.ts'
import { toKeychainError, type Asked } from './errors.ts'

export interface KeychainOptions {
  service?: string
  /** Service name of earlier versions. Its entries move when first read. */
  earlierService?: string | null
  keytar?: () => Promise<KeytarLike>
  /** In milliseconds, from the end of the call before. */
  timeoutMs?: number
  /** In milliseconds. A slower call may have shown a prompt that the user dismissed. */
  promptMs?: number
  platform?: NodeJS.Platform
}

export interface OpenKeychain extends Keychain {
  /** True while a timed-out call hangs. Node joins its threads at exit, so the process needs SIGKILL then. */
  hanging(): boolean
}

const PROBE = 'is-it-unlocked'
/** Users need longer to answer a prompt, and an unlocked keychain answers in a few milliseconds. */
const PROMPT_MS = 700

/** Doesn't read writes back: on macOS each read may prompt, and all three systems report failed writes. */
export function openKeychain(options: KeychainOptions = {}): OpenKeychain {
  const { service = 'Portside', earlierService = null, keytar = loadKeytar } = options
  const { timeoutMs = 3000, promptMs = PROMPT_MS, platform = process.platform } = options
  /** A hanging call holds a thread of Node's small pool, so calls don't overlap, and no write overtakes a removal. */
  const mutex = new TimedMutex(timeoutMs, () => new AppError('KEYCHAIN_SILENT'))
  /** Slow calls that succeeded. Users answer one prompt, so after two the keychain itself is slow. */
  let slowSuccesses = 0

  const call = <T>(
    asked: Asked,
    work: (entries: KeychainEntries, earlier: KeychainEntries | null) => Promise<T>
  ): Promise<T> =>
    mutex.runExclusive(async (isLate) => {
      const library = await keytar().catch((): never => {
        throw new AppError('KEYCHAIN_MISSING', { found: 'noLibrary' })
      })
      const open = (name: string): KeychainEntries => {
        const entries = openEntries(library, name, isLate)
        return platform === 'win32' ? splitIntoChunks(entries) : entries
      }
      try {
        return await work(open(service), earlierService === null ? null : open(earlierService))
      } catch (error) {
        if (error instanceof AppError) throw error
        // Without the message: it may contain anything.
        throw await toKeychainError(error, asked, platform)
      }
    })

  const stopwatch = (): (() => boolean) => {
    const began = performance.now()
    return () => performance.now() - began > promptMs
  }

  /** A locked Secret Service may report a missing entry. Only a write detects that, and it may prompt again. */
  const proveOpen = async (entries: KeychainEntries, wasSlow: boolean): Promise<void> => {
    if (platform !== 'linux') return
    if (wasSlow && slowSuccesses < 2) throw new AppError('KEYCHAIN_LOCKED')
    await entries.set(PROBE, PROBE)
    await entries.takeBack(PROBE)
  }

  return {
    read: (accountId) =>
      call('read', async (entries, earlier) => {
        const isSlow = stopwatch()
        const text = await entries.get(accountId)
        const wasSlow = isSlow()
        if (text !== null) {
          if (wasSlow) slowSuccesses += 1
          return entryOf(accountId, text)
        }
        await proveOpen(entries, wasSlow)
        const earlierText = (await earlier?.get(accountId)) ?? null
        if (earlierText === null) return null
        await entries.set(accountId, earlierText)
        await earlier?.delete(accountId)
        return entryOf(accountId, earlierText)
      }),
    async write(accountId, entry) {
      const text = textOf(accountId, entry)
      await call('write', async (entries, earlier) => {
        const isSlow = stopwatch()
        await entries.set(accountId, text, entry.token === null)
        await earlier?.delete(accountId)
        if (isSlow()) slowSuccesses += 1
      })
    },
    remove: (accountId) =>
      call('remove', async (entries, earlier) => {
        const isSlow = stopwatch()
        const existed = await entries.delete(accountId)
        const wasSlow = isSlow()
        if (!existed) await proveOpen(entries, wasSlow)
        else if (wasSlow) slowSuccesses += 1
        await earlier?.delete(accountId)
      }),
    hanging: () => mutex.isBusy
  }
}
