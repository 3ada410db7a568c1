/** The system's password store, by way of keytar: the only place where a token rests. */
import { Fault } from '../../shared/ipc/failure.ts'
import type { Vault } from '../core/ports.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { vaultCode } from './keytar-words.ts'

/** The part of keytar that is used. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

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

/**
 * Entries are named by service and account id. Nothing is loaded or read before the first call.
 *
 * A write is not read back: on macOS each read may prompt, and all three stores report a failed write themselves.
 */
export function openVault(options: VaultOptions = {}): OpenVault {
  const { service = 'Portside', keytar = loadKeytar, timeoutMs = 3000, platform = process.platform } = options
  const line = oneAtATime(timeoutMs)

  const call = async <T>(work: (store: KeytarLike) => Promise<T>): Promise<T> => {
    try {
      return await line.run(async () => work(await keytar()))
    } catch (error) {
      // The message stays here: it is no text for people, and nobody promises what else is in it.
      throw error instanceof Fault ? error : new Fault(vaultCode(error))
    }
  }

  return {
    read: (accountId) => call((store) => store.getPassword(service, accountId)),
    async write(accountId, token) {
      if (token === '') throw new Fault('BAD_REQUEST', { found: 'input' })
      await call((store) => store.setPassword(service, accountId, token))
    },
    remove: (accountId) =>
      call(async (store) => {
        const removed = await store.deletePassword(service, accountId)
        // A locked Secret Service answers "no such entry" too, and keeps it. Only a write tells the two apart: it fails.
        if (removed || platform !== 'linux') return
        await store.setPassword(service, PROBE, PROBE)
        await store.deletePassword(service, PROBE)
      }),
    hanging: line.busy
  }
}

/** A failed load is not remembered by Node, so a library that was installed meanwhile is found at the next try. */
async function loadKeytar(): Promise<KeytarLike> {
  return (await import('keytar')).default
}
