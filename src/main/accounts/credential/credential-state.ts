/** What is known of one account's token and data key, what can happen to them, and what follows. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountRecord, CredentialState } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { Entry } from '../../ports/index.ts'

/** In memory, until quit. */
export interface Credential {
  /** `kept` with an error is shown as `unavailable`. */
  readonly state: Exclude<CredentialState, 'unavailable' | 'refused'>
  /** The provider didn't accept the token when it was last asked. It may accept it again. */
  readonly isRefused: boolean
  readonly token: string | null
  readonly dataKey: string | null
  /** While set, only a retry or a sign-in calls the keychain again. */
  readonly error: ErrorInfo | null
}

/** Counts dropped tokens, so it orders them and the questions about them. */
export type Moment = number

/** The token of a sign-in whose record isn't saved yet. */
export interface UnrecordedToken {
  readonly token: string
  /** Before the provider was asked. */
  readonly since: Moment
  /** `storing` until the keychain has answered. */
  readonly state: 'storing' | 'kept' | 'memory' | 'sample'
  readonly dataKey: string | null
  readonly error: ErrorInfo | null
}

export interface AccountState {
  /** null before its first record is saved, and after its removal. */
  readonly account: AccountRecord | null
  /** null without an account. */
  readonly credential: Credential | null
  readonly unrecorded: UnrecordedToken | null
  /** The entry may differ from the record. Saved before the keychain changes, and until the record matches again. */
  readonly isJournaled: boolean
  /** When the token was last dropped. Answers to earlier questions are late. */
  readonly droppedAt: Moment
  /** Everything is being erased, so no token may be stored. */
  readonly isErasing: boolean
}

export type RequestKind =
  | { type: 'load' | 'storeFromMemory' | 'eraseEntry' }
  | { type: 'storeToken'; kind: AccountRecord['kind']; connection: Connection; token: string }
  /** mayExist: false if a failed deletion leaves nothing behind */
  | { type: 'settle'; mayExist: boolean }

/** Needs the keychain. It is decided again with each entry that was read, until no call follows. */
export type Request = RequestKind & { since: Moment; isKeyLost?: boolean }

/** @param before restores the record and the journal if the call fails */
export type CredentialCall = { request: Request; before: AccountState } & (
  | { do: 'read' | 'remove' | 'signInSample' }
  /** @param entry a missing data key is created */
  | { do: 'write'; entry: Omit<Entry, 'dataKey'> & { dataKey: string | null } }
)

export type Effect = CredentialCall | { do: 'publish' } | { do: 'fail'; error: ErrorInfo }

/** `entry`: what was read or written, and null after a removal. */
export type KeychainAnswer = { entry: Entry | null } | { sampleToken: string } | { error: ErrorInfo }

/** The user takes the token from the account. */
export type DropKind = { type: 'signOut' | 'remove' } | { type: 'moveOrigin'; moved: AccountRecord }
export type DropEvent = DropKind & { at: Moment }

export type CredentialEvent =
  | Request
  | { type: 'answered'; call: CredentialCall; answer: KeychainAnswer }
  | { type: 'recordSaved' | 'signInEnded' | 'forgetError' }
  | DropEvent
  | { type: 'tokenRefused' | 'tokenAccepted'; token: string }
  | { type: 'keychainFailed'; error: ErrorInfo }

export interface Transition {
  state: AccountState
  /** At most one of them is a call. */
  effects: readonly Effect[]
}

/** A token that isn't stored ended with the last launch, or was dropped with its origin. */
export function createCredential({ signedOut, kind, tokenStored }: AccountRecord): Credential {
  const signedIn = kind === 'sample' ? 'sample' : tokenStored ? 'kept' : 'forgotten'
  return {
    state: signedOut ? 'signedOut' : signedIn,
    isRefused: false,
    token: null,
    dataKey: null,
    error: null
  }
}

/** null unless the address is normalised: in `https:/host` another parser could find another host. */
export function originOf({ baseUrl }: Connection): string | null {
  const origin = URL.parse(baseUrl)?.origin
  return origin !== undefined && `${baseUrl}/`.startsWith(`${origin}/`) ? origin : null
}

/** Other programs can change the database, so it must not choose the server that gets the token. */
export const isIssuedFor = ({ origin }: Entry, connection: Connection): boolean =>
  origin !== null && origin === originOf(connection)

/** True if the token was dropped since, so what is asked for is no longer wanted. */
export const isLate = ({ droppedAt }: AccountState, since: Moment): boolean => droppedAt > since
