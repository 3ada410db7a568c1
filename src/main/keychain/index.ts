/** The system's keychain, through keytar: the only place where tokens are stored. */
import { AppError } from '../../shared/ipc/error.ts'
import { createTimedMutex } from '../core/concurrency/mutex.ts'
import type { Keychain } from '../core/ports/index.ts'
import { entryOf, textOf } from './entry-format.ts'
import { openEntries, loadKeytar, type KeychainEntries, type KeytarLike } from './keytar.ts'
import { toKeychainError } from './keytar-errors.ts'
import { readChunks, removeChunks, writeChunks } from './chunks.ts'
import { hasSessionBus } from './session-bus.ts'

export type { KeytarLike } from './keytar.ts'

export interface KeychainOptions {
  /** The entries' name in the system's own password tool. */
  service?: string
  /** The service name of earlier versions. An entry moves from there when it is first read. */
  earlierService?: string | null
  keytar?: () => Promise<KeytarLike>
  /** Timeout of a call in milliseconds, including its wait for earlier calls. */
  timeoutMs?: number
  /** In milliseconds. A slower call may have shown a prompt that the user dismissed. */
  promptMs?: number
  platform?: NodeJS.Platform
}

export interface OpenKeychain extends Keychain {
  /**
   * Whether a timed-out call still hangs in the keychain's library. Node joins its threads at exit, so such a process
   * must be ended by SIGKILL after everything else is closed.
   */
  hanging(): boolean
}

/** A test entry that is written and removed at once. */
const PROBE = 'is-it-unlocked'
/** Nobody reads and answers a prompt faster, and an unlocked keychain answers in a few milliseconds. */
const PROMPT_MS = 700

/**
 * Entries are named by service and account id. Nothing is loaded or read before the first call.
 * Writes are not read back: on macOS each read may prompt, and all three systems report failed writes.
 */
export function openKeychain(options: KeychainOptions = {}): OpenKeychain {
  const { service = 'Portside', earlierService = null, keytar = loadKeytar } = options
  const { timeoutMs = 3000, promptMs = PROMPT_MS, platform = process.platform } = options
  /**
   * A hanging call holds a thread of Node's small pool, which files and DNS look-ups need too, so calls don't overlap.
   * Their order is kept: an earlier write can't overtake a removal.
   */
  const mutex = createTimedMutex(timeoutMs, () => new AppError('KEYCHAIN_SILENT'))
  /** Slow calls that succeeded. */
  let slowSuccesses = 0
  /**
   * The user answers one prompt. A keychain that is slow again is slow by itself, so slowness no longer indicates a
   * dismissed prompt.
   */
  const slowAtBest = (): boolean => slowSuccesses >= 2

  const call = <T>(
    asked: 'read' | 'write' | 'remove',
    work: (drawer: KeychainEntries, earlier: KeychainEntries | null) => Promise<T>
  ): Promise<T> =>
    mutex.run(async (late) => {
      const store = await keytar().catch((): never => {
        throw new AppError('KEYCHAIN_MISSING', { found: 'noLibrary' })
      })
      try {
        return await work(
          openEntries(store, service, late),
          earlierService === null ? null : openEntries(store, earlierService, late)
        )
      } catch (error) {
        if (error instanceof AppError) throw error
        // The message is dropped: it isn't written for people, and it may contain anything.
        const { known, code, ...more } = toKeychainError(error, asked)
        if (known || platform !== 'linux' || (await hasSessionBus(process.env))) throw new AppError(code, more)
        throw new AppError('KEYCHAIN_MISSING', { found: 'noBus' })
      }
    })

  const stopwatch = (): (() => boolean) => {
    const began = performance.now()
    return () => performance.now() - began > promptMs
  }

  /**
   * A locked Secret Service reports a missing entry when it can't prompt or its prompt was dismissed. Only a write
   * detects that, because it fails. It prompts again, so it is skipped if the user may have just dismissed a prompt.
   */
  const proveOpen = async (drawer: KeychainEntries, wasSlow: boolean): Promise<void> => {
    if (platform !== 'linux') return
    if (wasSlow && !slowAtBest()) throw new AppError('KEYCHAIN_LOCKED')
    await drawer.set(PROBE, PROBE)
    await drawer.takeBack(PROBE)
  }

  const put = async (
    drawer: KeychainEntries,
    accountId: string,
    text: string,
    leavesNothing: boolean
  ): Promise<void> => {
    if (platform === 'win32') await writeChunks(drawer, accountId, text, leavesNothing)
    else await drawer.set(accountId, text)
  }
  const drop = async (drawer: KeychainEntries | null, accountId: string): Promise<boolean> => {
    if (drawer === null) return false
    return platform === 'win32' ? removeChunks(drawer, accountId) : drawer.delete(accountId)
  }
  /** Only for an open keychain: a locked one would prompt again. A crash in between leaves both entries. */
  const move = async (from: KeychainEntries | null, to: KeychainEntries, accountId: string): Promise<string | null> => {
    const text = from && (await readChunks(from, accountId))
    if (text === null) return null
    await put(to, accountId, text, false)
    await drop(from, accountId)
    return text
  }

  return {
    read: (accountId) =>
      call('read', async (drawer, earlier) => {
        const isSlow = stopwatch()
        const text = await readChunks(drawer, accountId)
        const wasSlow = isSlow()
        if (text !== null) {
          if (wasSlow) slowSuccesses += 1
          return entryOf(accountId, text)
        }
        await proveOpen(drawer, wasSlow)
        const moved = await move(earlier, drawer, accountId)
        return moved === null ? null : entryOf(accountId, moved)
      }),
    async write(accountId, entry) {
      const text = textOf(accountId, entry)
      await call('write', async (drawer, earlier) => {
        const isSlow = stopwatch()
        await put(drawer, accountId, text, entry.token === null)
        await drop(earlier, accountId)
        if (isSlow()) slowSuccesses += 1
      })
    },
    remove: (accountId) =>
      call('remove', async (drawer, earlier) => {
        const isSlow = stopwatch()
        const had = await drop(drawer, accountId)
        const wasSlow = isSlow()
        if (!had) await proveOpen(drawer, wasSlow)
        else if (wasSlow) slowSuccesses += 1
        await drop(earlier, accountId)
      }),
    hanging: mutex.isBusy
  }
}
