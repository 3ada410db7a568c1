/** The system's password store, by way of keytar: the only place where a token rests. */
import { Fault } from '../../shared/ipc/failure.ts'
import type { Vault } from '../core/ports.ts'
import { entryOf, textOf } from './entry-text.ts'
import { drawerOf, loadKeytar, type Drawer, type KeytarLike } from './keytar.ts'
import { meaningOf } from './keytar-words.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { readWhole, removeInPieces, writeInPieces } from './pieces.ts'
import { busIsThere } from './session-bus.ts'

export type { KeytarLike } from './keytar.ts'

export interface VaultOptions {
  /** Name that the entries carry in the system's own password tool. */
  service?: string
  keytar?: () => Promise<KeytarLike>
  /** How long a call may take, in milliseconds, its wait for an earlier one included. */
  timeoutMs?: number
  platform?: NodeJS.Platform
}

export interface OpenVault extends Vault {
  /**
   * Whether a call was given up but still waits in the store's library. Node joins its threads at exit, so such a process
   * does not end by itself: whoever quits has to end it by SIGKILL, after everything else is closed.
   */
  hanging(): boolean
}

/** Entry that is written and removed at once, never read. */
const PROBE = 'is-it-unlocked'
/** Nobody reads a question and answers it in less; an open store answers in a few milliseconds. */
const NOBODY_ASKED_MS = 700

/**
 * Entries are named by service and account id. Nothing is loaded or read before the first call.
 *
 * A write is not read back: on macOS each read may prompt, and all three stores report a failed write themselves.
 */
export function openVault(options: VaultOptions = {}): OpenVault {
  const { service = 'Portside', keytar = loadKeytar, timeoutMs = 3000, platform = process.platform } = options
  const line = oneAtATime(timeoutMs)
  /** How often the store took its time over something that went well. */
  let slowSuccesses = 0
  /** A person answers one question; a store that is slow again is so by itself: slowness then means no dismissed question. */
  const slowAtBest = (): boolean => slowSuccesses >= 2

  const call = <T>(asked: 'read' | 'write' | 'remove', work: (drawer: Drawer) => Promise<T>): Promise<T> =>
    line.run(async (late) => {
      const store = await keytar().catch((): never => {
        throw new Fault('VAULT_MISSING', { found: 'noLibrary' })
      })
      try {
        return await work(drawerOf(store, service, late))
      } catch (error) {
        if (error instanceof Fault) throw error
        // The message stays here: it is no text for people, and nobody promises what else is in it.
        const { known, code, ...more } = meaningOf(error, asked)
        if (known || platform !== 'linux' || (await busIsThere(process.env))) throw new Fault(code, more)
        throw new Fault('VAULT_MISSING', { found: 'noBus' })
      }
    })

  const stopwatch = (): (() => boolean) => {
    const began = performance.now()
    return () => performance.now() - began > NOBODY_ASKED_MS
  }

  /**
   * A locked Secret Service says "no such entry" too, when it can't prompt or its prompt was dismissed. Only a write tells
   * the two apart: it fails. It prompts again, so it isn't made when somebody may have dismissed a question just now.
   */
  const proveOpen = async (drawer: Drawer, wasSlow: boolean): Promise<void> => {
    if (platform !== 'linux') return
    if (wasSlow && !slowAtBest()) throw new Fault('VAULT_LOCKED')
    await drawer.set(PROBE, PROBE)
    await drawer.takeBack(PROBE)
  }

  return {
    read: (accountId) =>
      call('read', async (drawer) => {
        const isSlow = stopwatch()
        const text = await readWhole(drawer, accountId)
        const wasSlow = isSlow()
        if (text === null) {
          await proveOpen(drawer, wasSlow)
          return null
        }
        if (wasSlow) slowSuccesses += 1
        return entryOf(accountId, text)
      }),
    async write(accountId, entry) {
      const text = textOf(accountId, entry)
      await call('write', async (drawer) => {
        const isSlow = stopwatch()
        if (platform === 'win32') await writeInPieces(drawer, accountId, text, entry.token === null)
        else await drawer.set(accountId, text)
        if (isSlow()) slowSuccesses += 1
      })
    },
    remove: (accountId) =>
      call('remove', async (drawer) => {
        if (platform === 'win32') return void (await removeInPieces(drawer, accountId))
        const isSlow = stopwatch()
        const had = await drawer.delete(accountId)
        const wasSlow = isSlow()
        if (!had) await proveOpen(drawer, wasSlow)
        else if (wasSlow) slowSuccesses += 1
      }),
    hanging: line.busy
  }
}
