import type { Input } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountRecord, AccountLine, SampleData, SessionState } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import type { TransferAccount } from '../../../shared/models/transfer.ts'
import { userNamesIn } from '../../../shared/providers/definition.ts'
import type { Access, Api, Clock, Publisher, Registry } from '../ports/index.ts'
import { AccountRecords, defaultLabel, normaliseConnection } from './account-records.ts'
import { originOf } from './credential-state.ts'
import { CredentialStore, type CredentialStoreParts } from './credential-store.ts'
import { refuseAsUserName, SignIn, type SignInParts } from './sign-in.ts'
import { addSignedOutAccounts } from './transferred-accounts.ts'

export interface SessionParts extends CredentialStoreParts, SignInParts {
  api: Api
  clock: Clock
  sample: SignInParts['sample']
  registry: Registry
  publisher: Publisher
}

/** Who is signed in, with what: the interface of this folder for the rest of main. */
export class Session {
  readonly #parts: SessionParts
  readonly #listeners: (() => void)[] = []
  readonly #accounts: AccountRecords
  readonly #credentials: CredentialStore
  readonly #signIn: SignIn

  constructor(parts: SessionParts) {
    this.#parts = parts
    this.#accounts = new AccountRecords(parts.registry)
    this.#credentials = new CredentialStore(parts, this.#accounts, () => this.#notify())
    this.#signIn = new SignIn(parts, this.#accounts, this.#credentials)
  }

  state(): SessionState {
    const all = {
      accounts: this.#accounts.all().map((account) => this.#credentials.line(account)),
      pendingDeletions: this.#credentials.pendingDeletions()
    }
    const open = this.#accounts.current()
    return open
      ? { status: 'signedIn', ...this.#credentials.line(open), ...all }
      : { status: 'signedOut', previous: this.#accounts.previous(), ...all }
  }

  /** Any account; null: there is none with this id. */
  line(id: string): AccountLine | null {
    const account = this.#accounts.find(id)
    return account ? this.#credentials.line(account) : null
  }

  /** Its place among the accounts, from 1; 0: there is none with this id. */
  placeOf(id: string): number {
    return this.#accounts.all().findIndex((one) => one.id === id) + 1
  }

  /** The open account. */
  account(): AccountRecord | null {
    return this.#accounts.current()
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** @param evenRefused to ask whether the provider accepts the token again @throws UNAUTHORIZED, KEYCHAIN_* */
  accessTo(id: string, evenRefused = false): Promise<Access> {
    return this.#credentials.accessTo(id, evenRefused)
  }

  /** See KeyOf. @throws KEYCHAIN_* */
  dataKey(id: string): Promise<string | null> {
    return this.#credentials.dataKey(id)
  }

  /** Tokens, also earlier ones, and data key, for comparing a text with them. @throws KEYCHAIN_* */
  secrets(id: string): Promise<string[]> {
    return this.#credentials.secrets(id)
  }

  /** Its data can be read without the keychain. */
  hasDataKey(id: string): boolean {
    return this.#credentials.hasDataKey(id)
  }

  /** The provider rejects the token. */
  refused(id: string, token: string): void {
    this.#credentials.refused(id, token)
  }

  /** The provider accepts the token: an earlier refusal was wrong, or is over. */
  accepted(id: string, token: string): void {
    this.#credentials.accepted(id, token)
  }

  /** @throws as Api.signIn; CANCELLED when its account is signed out meanwhile */
  signIn(input: Input<'session', 'signIn'>): Promise<void> {
    return this.#signIn.withPassword(input)
  }

  /** As signIn, with a token or API key. */
  signInWithToken(input: Input<'session', 'signInWithToken'>): Promise<void> {
    return this.#signIn.withToken(input)
  }

  exploreSample(data: SampleData): Promise<void> {
    return this.#signIn.toSample(data)
  }

  /** Calls the keychain again after an error. @throws KEYCHAIN_* */
  retryKeychain(): Promise<void> {
    return this.#credentials.retryKeychain()
  }

  /** A token belongs to the origin that issued it, so another origin drops it. @throws BAD_REQUEST for the token as user name, KEYCHAIN_* */
  async changeConnection(id: string, connection: Connection): Promise<void> {
    const before = this.#accounts.get(id)
    if (before.signedOut) throw new AppError('UNAUTHORIZED')
    if (before.kind === 'sample') throw new AppError('BAD_REQUEST', { found: 'input' })
    const normalised = normaliseConnection(connection, this.#parts.api)
    const known = userNamesIn(before.connection)
    const names = userNamesIn(normalised).filter((name) => !known.includes(name))
    // A change without new names takes place at once, and needs no keychain.
    if (names.length > 0) await this.#refuseUserNames(before.id, names)
    const account = this.#accounts.find(id)
    if (account?.connection !== before.connection || account.signedOut) throw new AppError('CANCELLED')
    const label = account.named ? account.label : defaultLabel({ ...account, connection: normalised })
    const moved = { ...account, connection: normalised, label }
    const origin = originOf(account.connection)
    if (origin === null || origin !== originOf(normalised)) return this.#credentials.moveOrigin(account, moved)
    this.#accounts.save(moved)
    this.#notify()
  }

  /** @throws BAD_REQUEST (found 'userName') if a name is a secret of the account, KEYCHAIN_* */
  async #refuseUserNames(id: string, names: readonly string[]): Promise<void> {
    try {
      refuseAsUserName(names, await this.#credentials.secrets(id))
    } catch (error) {
      // Then the keychain has no key of the account.
      if (toErrorInfo(error).code !== 'KEYCHAIN_CHANGED') throw error
    }
  }

  /** The page shows this account from now on. @throws NOT_FOUND, UNAUTHORIZED if it is signed out */
  show(id: string): void {
    if (this.#accounts.get(id).signedOut) throw new AppError('UNAUTHORIZED')
    if (this.#accounts.current()?.id === id) return
    this.#accounts.makeOpen(id)
    this.#notify()
  }

  /** Accounts from another computer, to sign in to. @throws as addSignedOutAccounts */
  addSignedOut(accounts: readonly TransferAccount[]): void {
    try {
      addSignedOutAccounts(this.#accounts, accounts, this.#parts)
    } finally {
      this.#notify()
    }
  }

  rename(id: string, label: string): void {
    this.#accounts.save({ ...this.#accounts.get(id), label, named: true })
    this.#notify()
  }

  move(id: string, to: number): void {
    this.#accounts.get(id)
    this.#accounts.move(id, to)
    this.#notify()
  }

  /** @param erase removes the account with its saved data */
  async signOut(id: string, erase: boolean): Promise<void> {
    const account = this.#accounts.get(id)
    await (erase ? this.#credentials.remove(account) : this.#credentials.signOut(account))
  }

  /** Deletes the account with its entry in the keychain and its saved data. */
  async remove(id: string): Promise<void> {
    await this.#credentials.remove(this.#accounts.get(id))
  }

  /**
   * Deletes every account with its entry and saved data.
   * @param leaveEntries deletes the files also if the keychain can't be opened; its entries go later
   * @throws KEYCHAIN_* with nothing deleted; STORAGE
   */
  eraseAllAccounts(leaveEntries: boolean): Promise<void> {
    return this.#credentials.eraseAllAccounts(leaveEntries)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
    this.#parts.publisher.publish('sessionChanged')
  }
}
