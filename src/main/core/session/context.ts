/** What the files of this folder share. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { Access } from '../ports/index.ts'
import type { Accounts } from './accounts.ts'
import type { Holder, Holders } from './credential-store.ts'
import type { SessionParts } from './session.ts'
import type { KeyedMutex } from '../concurrency/mutex.ts'

export interface Context {
  parts: SessionParts
  accounts: Accounts
  holders: Holders
  /** By account id: no two changes of an entry in the keychain at once. */
  inTurn: KeyedMutex
  /** "Erase everything" began that often, and is under way: what was begun before it must leave nothing behind. */
  erasures: { begun: number; underWay: boolean }
  /** Tells everybody that an account or a credential is another one now. */
  changed: () => void
}

/**
 * Null for what is no base address in its stored form; nothing is sent there. In any other form, such as `https:/host`, a second
 * reader could find another host in it.
 */
export function originOf({ baseAddress }: Connection): string | null {
  const origin = URL.parse(baseAddress)?.origin
  return origin !== undefined && `${baseAddress}/`.startsWith(`${origin}/`) ? origin : null
}

export const accessOf = (connection: Connection, token: string): Access => ({ connection, token })

export const toAppError = ({ code, ...more }: ErrorInfo): AppError => new AppError(code, more)

/** Whether work that began with this holder and token may still end well. */
export function tokenWatch({ holders }: Context, id: string, holder: Holder): () => boolean {
  const { generation } = holder
  return () => holders.isCurrent(id, holder) && holder.generation === generation
}

export const isChanged = (error: unknown): boolean => toErrorInfo(error).code === 'KEYCHAIN_CHANGED'
