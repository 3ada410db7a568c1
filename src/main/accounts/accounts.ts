import { AppError, toErrorInfo, type ErrorCode } from '../../shared/ipc/error.ts'
import { nameOf, type AccountLine, type AccountRecord, type SessionState } from '../../shared/models/account.ts'
import type { Connection } from '../../shared/models/connection.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import type { TransferAccount } from '../../shared/models/transfer.ts'
import { userNamesIn } from '../../shared/providers/definition.ts'
import { Mutex } from '../concurrency.ts'
import type { Api, Clock, Registry } from '../ports/index.ts'
import { AccountRecords, isUsable, normaliseConnection, profileNameOf, withLabel } from './account-records.ts'
import { Account, type AccountParts } from './account.ts'
import { originOf } from './credential/credential-state.ts'
import { CredentialStore, type CredentialStoreParts } from './credential/credential-store.ts'
import { refuseAsUserName, signIn, type SignInParts, type SignInRequest } from './sign-in.ts'
import { addSignedOutAccounts } from './transferred-accounts.ts'

export interface AccountsParts
  extends Omit<AccountParts, 'records' | 'credentials' | 'isShown' | 'mayAsk'>, CredentialStoreParts, SignInParts {
  api: Api
  clock: Clock
  sample: SignInParts['sample']
  registry: Registry
  /** Deletes the account's files. */
  erase: (accountId: string) => void
  /** The app ends: nothing is asked any more. */
  ended: () => boolean
}

/** @param left the account that was shown until now, if another one is or nobody */
export type AccountsListener = (left: Account | null) => void

/** The accounts of this computer. `get` is the one entrance to what belongs to an account. */
export class Accounts {
  readonly #parts: AccountsParts
  readonly #accountParts: AccountParts
  readonly #records: AccountRecords
  readonly #credentials: CredentialStore
  readonly #byId = new Map<string, Account>()
  readonly #listeners: AccountsListener[] = []
  readonly #signInMutex = new Mutex()
  /** Its rounds know that the page shows it. */
  #shownId: string | null

  constructor(parts: AccountsParts) {
    this.#parts = parts
    const eraseAll = (): void => {
      this.closeStorages()
      parts.eraseAll()
    }
    this.#records = new AccountRecords(parts.registry)
    this.#credentials = new CredentialStore({ ...parts, eraseAll }, this.#records, (id) => this.#credentialChanged(id))
    this.#accountParts = {
      ...parts,
      records: this.#records,
      credentials: this.#credentials,
      isShown: ({ id }) => id === this.#records.shownId,
      mayAsk: (account) => this.#mayAsk(account, () => this.keychainError !== null)
    }
    this.#shownId = this.#records.shownId
    for (const { id } of this.#records.all()) this.#add(id)
  }

  /** @throws NOT_FOUND */
  get(id: string): Account {
    const account = this.find(id)
    if (!account) throw new AppError('NOT_FOUND')
    return account
  }

  find(id: string): Account | null {
    // A sign-in may have ended right after it had saved the record.
    return this.#byId.get(id) ?? (this.#records.find(id) ? this.#add(id) : null)
  }

  /** In their order. */
  get all(): Account[] {
    return this.#records.all().flatMap(({ id }) => this.find(id) ?? [])
  }

  /** In their order. */
  get lines(): AccountLine[] {
    return this.all.map(({ line }) => line)
  }

  /** The account that the page shows; null: nobody is signed in. */
  get shown(): Account | null {
    const { shownId } = this.#records
    return shownId === null ? null : this.find(shownId)
  }

  /** @param id null: nobody, or all, as the caller means it @throws NOT_FOUND */
  orNull(id: string | null): Account | null {
    return id === null ? null : this.get(id)
  }

  /** With a credential that can be used. The account that is shown comes first: among those that are due, it is asked first. */
  get usable(): Account[] {
    const { all, shown } = this
    return all
      .filter(({ line }) => isUsable(line.credential))
      .sort((one, other) => Number(other === shown) - Number(one === shown))
  }

  /** An error of the keychain that probably affects all accounts: reading another entry could prompt. */
  get keychainError(): ErrorCode | null {
    for (const record of this.#records.all()) {
      const { credential, keychainError } = this.#credentials.stateOf(record)
      if (credential === 'unavailable' && keychainError && keychainError.code !== 'KEYCHAIN_CHANGED')
        return keychainError.code
    }
    return null
  }

  /** For the page, the menu and the diagnostics. */
  state(): SessionState {
    const { lines, shown } = this
    const all = { accounts: lines, pendingDeletions: this.#credentials.pendingDeletions() }
    return shown
      ? { status: 'signedIn', ...shown.line, ...all }
      : { status: 'signedOut', previous: this.#records.previous(), ...all }
  }

  /** A name that tells the account from the others. */
  nameOf(record: AccountRecord): string {
    return nameOf(
      record,
      this.#records.all().map((account) => ({ account }))
    )
  }

  /** @param listener called when an account, its credential, their order or the account that is shown changed */
  onChange(listener: AccountsListener): void {
    this.#listeners.push(listener)
  }

  /** See sign-in.ts. */
  signIn(request: SignInRequest): Promise<void> {
    const [records, credentials] = [this.#records, this.#credentials]
    return signIn(request, { ...this.#parts, records, credentials, mutex: this.#signInMutex })
  }

  /** The page shows this account from now on. @throws NOT_FOUND, UNAUTHORIZED if it is signed out */
  show(id: string): void {
    if (this.#records.get(id).signedOut) throw new AppError('UNAUTHORIZED')
    if (this.#records.shownId === id) return
    this.#records.show(id)
    this.#changed()
  }

  /** Accounts from another computer, to sign in to. @throws as addSignedOutAccounts */
  addSignedOut(added: readonly TransferAccount[]): void {
    try {
      addSignedOutAccounts(this.#records, added, this.#parts)
    } finally {
      this.#credentialChanged(null)
    }
  }

  /** @param label null: the default */
  rename(id: string, label: string | null): void {
    const record = this.#records.get(id)
    this.#records.save(label === null ? withLabel({ ...record, named: false }) : { ...record, label, named: true })
    this.#notify()
  }

  /** The account's profile was read. Its names are stored as plain text: where no key is stored, nothing of a profile stays on disk. */
  nameByProfile(id: string, profile: Pick<ProfileView, 'groups'>): void {
    const record = this.#records.find(id)
    const profileName = profileNameOf(profile)
    if (!record || record.profileName === profileName || !(record.keyStored || record.kind === 'sample')) return
    this.#records.save(withLabel({ ...record, profileName }))
    this.#notify()
  }

  move(id: string, to: number): void {
    this.#records.get(id)
    this.#records.move(id, to)
    this.#notify()
  }

  /** A token belongs to the origin that issued it, so another origin drops it. @throws BAD_REQUEST for the token as user name, KEYCHAIN_* */
  async changeConnection(id: string, connection: Connection): Promise<void> {
    const before = this.#records.get(id)
    if (before.signedOut) throw new AppError('UNAUTHORIZED')
    if (before.kind === 'sample') throw new AppError('BAD_REQUEST', { found: 'input' })
    const normalised = normaliseConnection(connection, this.#parts.api)
    const known = userNamesIn(before.connection)
    const names = userNamesIn(normalised).filter((name) => !known.includes(name))
    // A change without new names takes place at once, and needs no keychain.
    if (names.length > 0) await this.#refuseUserNames(id, names)
    const record = this.#records.find(id)
    if (record?.connection !== before.connection || record.signedOut) throw new AppError('CANCELLED')
    const moved = withLabel({ ...record, connection: normalised })
    const origin = originOf(record.connection)
    if (origin === null || origin !== originOf(normalised))
      return this.#credentials.drop(id, { type: 'moveOrigin', moved }, () => undefined)
    this.#records.save(moved)
    this.#changed(id)
  }

  /** @param erase removes the account with its saved data */
  async signOut(id: string, erase: boolean): Promise<void> {
    if (erase) return this.remove(id)
    const { signedOut } = this.#records.get(id)
    // After a STORAGE error the account that is shown is signed out already.
    if (signedOut && this.#records.shownId !== id) return
    await this.#credentials.drop(id, { type: 'signOut' }, () => this.#records.leave(id))
  }

  /** Deletes the account with its entry in the keychain and its saved data. */
  async remove(id: string): Promise<void> {
    this.#records.get(id)
    await this.#credentials.drop(id, { type: 'remove' }, () => {
      this.find(id)?.closeStorage()
      this.#parts.erase(id)
      this.#records.remove(id)
    })
  }

  /**
   * Deletes every account with its entry and saved data.
   * @param leaveEntries deletes the files also if the keychain can't be opened; its entries go later
   * @throws KEYCHAIN_* with nothing deleted; STORAGE
   */
  eraseAll(leaveEntries: boolean): Promise<void> {
    return this.#credentials.eraseAll(leaveEntries)
  }

  /** Calls the keychain again after an error. @throws KEYCHAIN_* */
  retryKeychain(): Promise<void> {
    return this.#credentials.retryKeychain()
  }

  /** Plans rounds of accounts that aren't shown and weren't asked yet. */
  planUnasked(): void {
    const { shown } = this
    const mayPrompt = this.keychainError !== null
    for (const account of this.all)
      if (account !== shown && this.#mayAsk(account, () => mayPrompt)) account.rounds.planUnasked()
  }

  /** Decrypted lists of accounts that aren't shown leave the memory. */
  releaseOthers(): void {
    const { shown } = this
    for (const account of this.all) if (account !== shown) account.releaseStorage()
  }

  /** Ends the calls under way. */
  stop(): void {
    for (const account of this.all) account.rounds.stop()
  }

  /** Call it before all files are closed or erased. */
  closeStorages(): void {
    for (const account of this.all) account.closeStorage()
  }

  /** @param id null: any account's */
  #credentialChanged(id: string | null): void {
    if (id !== null) return this.#changed(id)
    this.#changed(...new Set([...this.#byId.keys(), ...this.#records.all().map((record) => record.id)]))
    // Reads may have ended with CANCELLED meanwhile.
    for (const account of this.all) account.touchEncrypted()
  }

  /** @param ids of accounts whose record or credential changed, of new and of removed ones */
  #changed(...ids: string[]): void {
    const removed = ids.flatMap((id) => this.#update(id) ?? [])
    const before = this.#shownId
    this.#shownId = this.#records.shownId
    const isLeft = this.#shownId !== before
    // Only after all are removed, because listeners may read the other accounts.
    for (const account of removed) account.touchEncrypted()
    if (isLeft) this.shown?.rounds.shown()
    this.planUnasked()
    this.#notify(isLeft && before !== null ? this.find(before) : null)
  }

  /** @returns the account if it was removed */
  #update(id: string): Account | null {
    const account = this.#byId.get(id)
    const isThere = this.#records.find(id) !== undefined
    if (account && isThere && !account.isEnded) {
      account.update()
      return null
    }
    this.#byId.delete(id)
    account?.dispose()
    if (!isThere) return account ?? null
    this.#add(id).touchEncrypted()
    return null
  }

  #add(id: string): Account {
    const account = new Account(id, this.#accountParts)
    this.#byId.set(id, account)
    return account
  }

  #notify(left: Account | null = null): void {
    for (const listener of this.#listeners) listener(left)
    this.#parts.publisher.publish('session', null)
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

  /** @param mayPrompt the keychain failed for another account: reading this one's credential for the first time could make it prompt */
  #mayAsk({ id, rounds }: Account, mayPrompt: () => boolean): boolean {
    const record = this.#records.find(id)
    if (this.#parts.ended() || !record) return false
    const { credential } = this.#credentials.stateOf(record)
    if (id === this.#records.shownId) return credential !== 'signedOut'
    if (credential === 'refused') return true
    return isUsable(credential) && (credential !== 'kept' || !rounds.wasNeverAsked || !mayPrompt())
  }
}
