/** A keychain for one test, to be locked, killed and looked into while the app runs on it. Linux only. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { startSession } from '../../scripts/keyring/session.mjs'

export interface KeyringSession {
  /** Environment for a process that uses this keyring (its own bus, HOME and XDG folders). */
  env: NodeJS.ProcessEnv
  isLocked(): Promise<boolean>
  /** Locks the default collection. Nobody can unlock it by a prompt: there is no prompter on this bus. */
  lock(): Promise<void>
  /** Unlocks it as a login does, without a prompt. */
  unlock(): Promise<void>
  /** The keyring can't write any more, as on a full disk; it still reads. */
  fillDisk(): Promise<void>
  freeDisk(): Promise<void>
  /** Kills the keyring or its bus. Nothing starts it again. */
  kill(what?: 'store' | 'bus'): Promise<void>
  /** After kill('store'): starts it again on the same bus, unlocked, with what it had kept. */
  revive(): Promise<void>
  /** Entries, read by another program than the app. Throws while the keyring is locked or gone. */
  entries(service?: string): Promise<{ account: string; password: string }[]>
  stop(): Promise<void>
}

const run = promisify(execFile)

export async function startKeyring(): Promise<KeyringSession> {
  const session = await startSession()
  return {
    ...session,
    async entries(service = 'Portside') {
      // keytar can't list a locked store: it ends the process.
      if (await session.isLocked()) throw new Error('The keyring is locked.')
      const stdout = await list(service, session.env)
      return JSON.parse(stdout) as { account: string; password: string }[]
    }
  }
}

const LISTER = resolve(import.meta.dirname, 'keyring-entries.mjs')

/** keytar crashes when the app removes an entry while it lists them, so a list that failed is read again. */
async function list(service: string, env: NodeJS.ProcessEnv, tries = 3): Promise<string> {
  try {
    return (await run(process.execPath, [LISTER, service], { env })).stdout
  } catch (error) {
    if (tries === 1) throw error
    return list(service, env, tries - 1)
  }
}
