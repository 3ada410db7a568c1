/** The system's password store, by way of keytar: the only place where a token rests. */
import { AppError } from '../../shared/ipc/error.ts'
import { createTimedMutex } from '../core/concurrency/mutex.ts'
import type { Keychain } from '../core/ports/index.ts'
import { entryOf, textOf } from './entry-format.ts'
import { drawerOf, loadKeytar, type Drawer, type KeytarLike } from './keytar.ts'
import { meaningOf } from './keytar-errors.ts'
import { readWhole, removeInPieces, writeInPieces } from './chunks.ts'
import { busIsThere } from './session-bus.ts'

export type { KeytarLike } from './keytar.ts'

export interface KeychainOptions {
  /** Name that the entries carry in the system's own password tool. */
  service?: string
  /** Where earlier versions kept their entries. An account's entry moves from there when it is first read. */
  earlierService?: string | null
  keytar?: () => Promise<KeytarLike>
  /** How long a call may take, in milliseconds, its wait for an earlier one included. */
  timeoutMs?: number
  /** A call that takes longer than this, in milliseconds, may have shown a prompt that somebody dismissed. */
  promptMs?: number
  platform?: NodeJS.Platform
}

export interface OpenKeychain extends Keychain {
  /**
   * Whether a call was given up but still waits in the store's library. Node joins its threads at exit, so such a process
   * does not end by itself: whoever quits has to end it by SIGKILL, after everything else is closed.
   */
  hanging(): boolean
}

/** Entry that is written and removed at once, never read. */
const PROBE = 'is-it-unlocked'
/** Nobody reads and answers a prompt in less time. An unlocked store answers in a few milliseconds. */
const PROMPT_MS = 700

/**
 * Entries are named by service and account id. Nothing is loaded or read before the first call.
 *
 * A write is not read back: on macOS each read may prompt, and all three stores report a failed write themselves.
 */
export function openKeychain(options: KeychainOptions = {}): OpenKeychain {
  const { service = 'Portside', earlierService = null, keytar = loadKeytar } = options
  const { timeoutMs = 3000, promptMs = PROMPT_MS, platform = process.platform } = options
  /**
   * A hanging call holds a thread of Node's small pool, which files and DNS look-ups need too, so calls don't overlap.
   * Their order is kept: an earlier write can't overtake a removal.
   */
  const mutex = createTimedMutex(timeoutMs, () => new AppError('KEYCHAIN_SILENT'))
  /** How often the store took its time over something that went well. */
  let slowSuccesses = 0
  /** A user answers one question; a store that is slow again is so by itself: slowness then means no dismissed question. */
  const slowAtBest = (): boolean => slowSuccesses >= 2

  const call = <T>(
    asked: 'read' | 'write' | 'remove',
    work: (drawer: Drawer, earlier: Drawer | null) => Promise<T>
  ): Promise<T> =>
    mutex.run(async (late) => {
      const store = await keytar().catch((): never => {
        throw new AppError('KEYCHAIN_MISSING', { found: 'noLibrary' })
      })
      try {
        return await work(
          drawerOf(store, service, late),
          earlierService === null ? null : drawerOf(store, earlierService, late)
        )
      } catch (error) {
        if (error instanceof AppError) throw error
        // The message stays here: it is no text for people, and nobody promises what else is in it.
        const { known, code, ...more } = meaningOf(error, asked)
        if (known || platform !== 'linux' || (await busIsThere(process.env))) throw new AppError(code, more)
        throw new AppError('KEYCHAIN_MISSING', { found: 'noBus' })
      }
    })

  const stopwatch = (): (() => boolean) => {
    const began = performance.now()
    return () => performance.now() - began > promptMs
  }

  /**
   * A locked Secret Service says "no such entry" too, when it can't prompt or its prompt was dismissed. Only a write tells
   * the two apart: it fails. It prompts again, so it isn't made when somebody may have dismissed a question just now.
   */
  const proveOpen = async (drawer: Drawer, wasSlow: boolean): Promise<void> => {
    if (platform !== 'linux') return
    if (wasSlow && !slowAtBest()) throw new AppError('KEYCHAIN_LOCKED')
    await drawer.set(PROBE, PROBE)
    await drawer.takeBack(PROBE)
  }

  const put = async (drawer: Drawer, accountId: string, text: string, leavesNothing: boolean): Promise<void> => {
    if (platform === 'win32') await writeInPieces(drawer, accountId, text, leavesNothing)
    else await drawer.set(accountId, text)
  }
  const drop = async (drawer: Drawer | null, accountId: string): Promise<boolean> => {
    if (drawer === null) return false
    return platform === 'win32' ? removeInPieces(drawer, accountId) : drawer.delete(accountId)
  }
  /** Call on an open store only: a locked one would ask the user again. A crash in between leaves both entries. */
  const move = async (from: Drawer | null, to: Drawer, accountId: string): Promise<string | null> => {
    const text = from && (await readWhole(from, accountId))
    if (text === null) return null
    await put(to, accountId, text, false)
    await drop(from, accountId)
    return text
  }

  return {
    read: (accountId) =>
      call('read', async (drawer, earlier) => {
        const isSlow = stopwatch()
        const text = await readWhole(drawer, accountId)
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
