/** What the rest of core, and the handlers, know of the accounts: who is signed in where, and who is open. */
import type { Account, SessionState } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { Access, Clock, Api, Publisher, Registry, Keychain } from '../ports/index.ts'

export interface SampleAccount {
  baseAddress: string
  email: string
  password: string
}

export interface SessionParts {
  platform: Api
  keychain: Keychain
  registry: Registry
  /** Deletes all that is saved of an account. @throws STORAGE */
  erase: (accountId: string) => void
  /** Deletes everything that is saved, the registry's accounts and settings included. @throws STORAGE */
  eraseAll: () => void
  clock: Clock
  publisher: Publisher
  sample: SampleAccount
  newId: () => string
  /** A key for personal documents: 32 random bytes in base64. */
  newKey: () => string
}

export interface PasswordSignIn {
  connection: Connection
  email: string
  password: string
  code?: string | undefined
  /** The account that signs in again; null: whoever it turns out to be. */
  again: string | null
}

export interface TokenSignIn {
  connection: Connection
  token: string
  again: string | null
}

export interface Session {
  state(): SessionState
  /** The open account, or null when none is. */
  account(): Account | null
  /** Called after every change of any account or credential. */
  onChange(listener: () => void): void
  /**
   * The open account's credential for a call. The first need of an account reads the keychain, once in a launch; a store
   * that failed is not asked again before retryKeychain or a sign-in.
   * @throws UNAUTHORIZED when the platform refused its token, with found 'notSignedIn' when there is none, KEYCHAIN_* when it
   * can't be had
   */
  access(): Promise<Access>
  /** The same of any account. @throws as access; NOT_FOUND */
  accessTo(accountId: string): Promise<Access>
  /**
   * The key of an account's personal documents (KeyOf); shares its read of the keychain with access().
   * null: there is none, so they live until quit.
   * @throws KEYCHAIN_* when there is one that can't be had
   */
  dataKey(accountId: string): Promise<string | null>
  /**
   * Signs in and opens the account. One that is known by kind, email and base address keeps its id, its saved data, its
   * place and the name that the person gave it; `again` is preferred where several are.
   * @throws as Api.signIn; CANCELLED when the account was left, or everything erased, meanwhile
   */
  signIn(input: PasswordSignIn): Promise<void>
  /** The same with a token or API key. One that names nobody is a new account, except for `again`, or if an account holds it. */
  useToken(input: TokenSignIn): Promise<void>
  exploreSample(): Promise<void>
  /**
   * How the open account's platform is spoken to from now on. A token belongs to the origin that it was given for: with
   * another origin it is forgotten, here and in the keychain.
   * @throws UNAUTHORIZED when none is open, BAD_REQUEST for the sample account, and as Api.baseAddress for the address
   */
  changeConnection(connection: Connection): Promise<void>
  /** Opens another account. @throws NOT_FOUND, UNAUTHORIZED when it is signed out */
  switchTo(accountId: string): Promise<void>
  /** @throws NOT_FOUND */
  rename(accountId: string, label: string): void
  /** Puts the account at that place of the list, from 0. @throws NOT_FOUND */
  move(accountId: string, to: number): void
  /**
   * Lets the token go; with `erase` also all that is saved of the account, and its record. Waits for no locked store: what
   * can't be removed from it is pendingDeletions. @throws NOT_FOUND; STORAGE when files can't be deleted: the record then stays
   */
  signOut(accountId: string, erase: boolean): Promise<void>
  /** Deletes the account, whatever its state. @throws as signOut */
  remove(accountId: string): Promise<void>
  /**
   * Removes every entry, account and file. @throws KEYCHAIN_* when an entry can't be removed and `leaveEntries` is false: no
   * file is deleted then, and what the store may have removed all the same (SILENT) is kept again from memory; STORAGE when
   * files can't be
   */
  eraseEverything(leaveEntries: boolean): Promise<void>
  /**
   * Asks the keychain again: for what the open account lacks, to keep every sign-in that is in memory only, and for what is
   * a pending deletion; if that is nothing, for what one other account lacks. Found open, it may be asked for all the others again.
   * @throws KEYCHAIN_*, the first; CHANGED and REFUSED, of one entry, when all the rest was asked for
   */
  retryKeychain(): Promise<void>
  /**
   * The platform no longer takes the account's token; what is cached stays readable. Nothing happens if it has another one by
   * now. Another account with the same token is not concerned: it may be at another platform.
   */
  refused(accountId: string, token: string): void
}
