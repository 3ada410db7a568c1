/** What the rest of accounts does with tokens and data keys. CredentialExecutor holds them. */
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountRecord, AccountLine } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { Mutex } from '../../concurrency.ts'
import type { Access } from '../../ports/index.ts'
import type { AccountRecords } from '../account-records.ts'
import {
  CredentialExecutor,
  isOfOneEntry,
  type CredentialChanged,
  type CredentialExecutorParts,
  type RequestOutcome
} from './credential-executor.ts'
import { isLate, originOf, type Credential, type DropKind, type Moment } from './credential-state.ts'

export interface CredentialStoreParts extends CredentialExecutorParts {
  eraseAll: () => void
  /** Of accounts with saved data, also of those whose record was lost. */
  storedIds: () => string[]
}

/** The token of a sign-in, which the provider accepted. */
export interface SignInToken extends Pick<AccountRecord, 'kind' | 'connection'> {
  token: string
  /** The account that the form was opened for. */
  again: string | null
  /** Before the provider was asked. */
  startedAt: Moment
}

const NOTHING_STORED = { tokenStored: false, keyStored: false }

const notSignedInError = (): AppError => new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
const toAppError = ({ code, ...more }: ErrorInfo): AppError => new AppError(code, more)
const ignore = (): void => undefined

export class CredentialStore {
  readonly #parts: CredentialStoreParts
  readonly #accounts: AccountRecords
  readonly #changed: CredentialChanged
  readonly #executor: CredentialExecutor
  readonly #eraseMutex = new Mutex()

  constructor(parts: CredentialStoreParts, accounts: AccountRecords, changed: CredentialChanged) {
    this.#parts = parts
    this.#accounts = accounts
    this.#changed = changed
    this.#executor = new CredentialExecutor(parts, accounts, changed)
  }

  stateOf(account: AccountRecord): Pick<AccountLine, 'credential' | 'keychainError'> {
    const { state, isRefused, error } = this.#credentialOf(account)
    if (isRefused) return { credential: 'refused', keychainError: null }
    return {
      credential: state === 'kept' && error ? 'unavailable' : state,
      keychainError: state === 'kept' || state === 'memory' ? error : null
    }
  }

  hasToken(account: AccountRecord, token: string): boolean {
    return this.#credentialOf(account).token === token
  }

  /** How many entries couldn't be deleted yet. A token in memory is stored instead. */
  pendingDeletions(): number {
    const ids = this.#executor.unsettledIds()
    return ids.filter((id) => this.#executor.stateOf(id).credential?.state !== 'memory').length
  }

  /** Only the first call of a launch reads the keychain. @param evenRefused to ask whether the token is accepted again */
  async accessTo(id: string, evenRefused = false): Promise<Access> {
    const { state, isRefused, token, error } = this.#credentialOf(this.#accounts.get(id))
    if (state === 'forgotten' || state === 'signedOut') throw notSignedInError()
    if (isRefused && !evenRefused) throw new AppError('UNAUTHORIZED')
    if (token === null && error) throw toAppError(error)
    const failed = token === null ? (await this.#executor.request(id, { type: 'load' })).error : null
    // Account, connection and token may have changed meanwhile.
    const { account, credential } = this.#executor.stateOf(id)
    if (account && credential && credential.token !== null) {
      const access = { connection: account.connection, token: credential.token }
      const earlierTokens = this.#executor.otherTokens(id)
      return earlierTokens.length > 0 ? { ...access, earlierTokens } : access
    }
    if (credential?.state === 'forgotten') throw notSignedInError()
    throw toAppError(credential?.error ?? failed ?? { code: 'CANCELLED' })
  }

  /** See KeyOf. Shares its read with accessTo. @throws KEYCHAIN_* */
  async dataKey(id: string): Promise<string | null> {
    const { account, credential, isErasing } = this.#executor.stateOf(id)
    if (!credential || credential.dataKey !== null) return credential?.dataKey ?? null
    // While its entry is being erased, a record doesn't say whether there is a key.
    if (isErasing) throw new AppError('CANCELLED')
    if (!account?.keyStored) return null
    if (credential.error) throw toAppError(credential.error)
    const { error } = await this.#executor.request(id, { type: 'load' })
    const { account: now, credential: loaded } = this.#executor.stateOf(id)
    if (!now?.keyStored || !loaded || loaded.dataKey !== null) return loaded?.dataKey ?? null
    throw toAppError(loaded.error ?? error ?? { code: 'CANCELLED' })
  }

  /** Those that a provider may repeat to an account that isn't signed in yet. */
  tokensAt(connection: Connection): string[] {
    return this.#executor.tokensAt(originOf(connection))
  }

  /**
   * All that the account has or, in this launch, had in the keychain or in memory, so that a text can be compared with it. Asks no provider.
   * @throws KEYCHAIN_*
   */
  async secrets(id: string): Promise<string[]> {
    const { account, credential } = this.#executor.stateOf(id)
    if (credential && credential.token === null && account?.tokenStored) {
      if (credential.error) throw toAppError(credential.error)
      await this.#executor.request(id, { type: 'load' })
      const { credential: loaded } = this.#executor.stateOf(id)
      if (loaded?.token === null && loaded.error) throw toAppError(loaded.error)
    }
    await this.dataKey(id)
    const now = this.#executor.stateOf(id)
    const held = [now.credential, now.unrecorded].flatMap((each) => [each?.token, each?.dataKey])
    return [...held, ...this.#executor.earlierTokens(id)].filter((secret) => typeof secret === 'string')
  }

  /** Its data can be read without the keychain. */
  hasDataKey(id: string): boolean {
    return (this.#executor.stateOf(id).credential?.dataKey ?? null) !== null
  }

  /** The API rejects the token. */
  refused(id: string, token: string): void {
    this.#executor.apply(id, { type: 'tokenRefused', token })
  }

  /** The API accepts the token: an earlier refusal was wrong, or is over. */
  accepted(id: string, token: string): void {
    this.#executor.apply(id, { type: 'tokenAccepted', token })
  }

  /** Remembers when a sign-in starts. A token that is dropped later ends it. */
  currentMoment(): Moment {
    return this.#executor.currentMoment()
  }

  /** The first step of a sign-in: the keychain takes the token before a record names it. No call may use it yet. */
  async storeToken(id: string, { again, startedAt, kind, connection, token }: SignInToken): Promise<void> {
    if (again === null || !isLate(this.#executor.stateOf(again), startedAt))
      await this.#executor.request(id, { type: 'storeToken', kind, connection, token }, startedAt)
  }

  /**
   * Whether the keychain took the token; else it lasts until quit. Save the record without a wait after it: a sign-out in between would be undone.
   * @throws CANCELLED when its account was signed out, moved or removed since the sign-in began
   */
  isTokenStored(id: string, { again, startedAt }: SignInToken): boolean {
    const { unrecorded, isErasing } = this.#executor.stateOf(id)
    const isDropped = [id, again ?? id].some((one) => isLate(this.#executor.stateOf(one), startedAt))
    if (isDropped || isErasing || !unrecorded || unrecorded.state === 'storing') throw new AppError('CANCELLED')
    return unrecorded.state === 'kept'
  }

  /** The record of a sign-in is saved, so calls may use its token. */
  useNewToken(id: string): void {
    this.#executor.apply(id, { type: 'recordSaved' })
  }

  /** Also after a sign-in that failed: deletes what it left. */
  signInEnded(id: string): void {
    this.#executor.apply(id, { type: 'signInEnded' })
    const { credential, isJournaled } = this.#executor.stateOf(id)
    if (isJournaled && credential?.state !== 'memory') this.#executor.finishDeletion(id, true).catch(ignore)
  }

  /**
   * Takes the token from the account. A sign-out keeps the stored data key. Doesn't wait for a locked keychain: the journal remembers the deletion.
   * @param leave runs once the record has no token
   */
  async drop(id: string, kind: DropKind, leave: () => void): Promise<void> {
    const mayExist = this.#mayExist(id)
    try {
      this.#executor.drop(id, kind)
      leave()
    } finally {
      const deletion = this.#executor.finishDeletion(id, mayExist)
      this.#changed(id)
      await deletion
    }
  }

  /**
   * Stores tokens from memory, reads the account shown and completes the journal; if none of these calls the keychain, reads
   * the other accounts. Errors of one entry are thrown after the others were tried.
   */
  async retryKeychain(): Promise<void> {
    const outcomes: RequestOutcome[] = []
    const isOpen = (): boolean => outcomes.some((one) => one.isOpen)
    const add = (outcome: RequestOutcome): void => {
      if (outcome.error && !isOfOneEntry(outcome.error)) throw toAppError(outcome.error)
      outcomes.push(outcome)
    }
    for (const account of this.#shownFirst()) {
      const { id } = account
      if (this.#credentialOf(account).state === 'memory')
        add(await this.#executor.request(id, { type: 'storeFromMemory' }))
      else if (this.#accounts.shownId === id) add(await this.#reload(account))
    }
    for (const id of this.#executor.unsettledIds()) add(await this.#executor.settle(id))
    for (const account of this.#unreadAccounts()) if (!isOpen()) add(await this.#reload(account))
    if (isOpen()) for (const { id } of this.#unreadAccounts()) this.#executor.apply(id, { type: 'forgetError' })
    this.#changed(null)
    const failed = outcomes.find(({ error }) => error)?.error
    if (failed) throw toAppError(failed)
  }

  /** @throws KEYCHAIN_* unless `leaveEntries`: no file is deleted, and tokens in memory stay; STORAGE */
  eraseAll(leaveEntries: boolean): Promise<void> {
    return this.#eraseMutex.runExclusive(() =>
      this.#executor.whileErasing(async () => {
        // Entries first: if they fail, the files stay.
        const left = await this.#eraseEntries(leaveEntries)
        for (const id of left) this.#executor.journal.add(id)
        for (const { id } of this.#accounts.all()) this.#accounts.update(id, NOTHING_STORED)
        this.#executor.forgetAll()
        try {
          this.#parts.eraseAll()
        } finally {
          this.#accounts.reload()
          this.#changed(null)
        }
      })
    )
  }

  #credentialOf(account: AccountRecord): Credential {
    return this.#executor.credentialOf(account)
  }

  #mayExist(id: string): boolean {
    const { account, isJournaled } = this.#executor.stateOf(id)
    return isJournaled || (account ? account.tokenStored || account.keyStored : this.#parts.storedIds().includes(id))
  }

  async #reload(account: AccountRecord): Promise<RequestOutcome> {
    const { id } = account
    if (!this.#credentialOf(account).error) return { isOpen: false, error: null }
    // Makes calls that need the token wait for this read.
    this.#executor.apply(id, { type: 'forgetError' })
    return this.#executor.request(id, { type: 'load' })
  }

  #shownFirst(): AccountRecord[] {
    const { shownId } = this.#accounts
    return [...this.#accounts.all()].sort((one, other) => Number(other.id === shownId) - Number(one.id === shownId))
  }

  #unreadAccounts(): AccountRecord[] {
    return this.#accounts.all().filter((account) => {
      const { state, error } = this.#credentialOf(account)
      return error && error.code !== 'KEYCHAIN_CHANGED' && state !== 'memory'
    })
  }

  /** @returns ids of the entries left @throws KEYCHAIN_* unless `leaveEntries` */
  async #eraseEntries(leaveEntries: boolean): Promise<string[]> {
    const ids = this.#idsToErase()
    for (const [index, id] of ids.entries()) {
      const mayExist = this.#mayExist(id)
      const { error } = await this.#executor.request(id, { type: 'eraseEntry' })
      // Without a keychain, an account that was never stored has no entry.
      if (!error || (error.code === 'KEYCHAIN_MISSING' && !mayExist)) continue
      if (leaveEntries) return ids.slice(index).filter((one) => this.#mayExist(one))
      for (const account of this.#accounts.all()) this.#executor.apply(account.id, { type: 'keychainFailed', error })
      this.#changed(null)
      throw toAppError(error)
    }
    return []
  }

  /** Entries with an unread data key come last: if a deletion fails, those keys survive. */
  #idsToErase(): string[] {
    const stored = this.#accounts.all().filter(({ kind }) => kind !== 'sample')
    const unread = stored.filter((one) => one.keyStored && this.#credentialOf(one).dataKey === null)
    const unreadIds = unread.map(({ id }) => id)
    const lost = this.#parts.storedIds().filter((id) => !this.#accounts.find(id))
    const others = [...this.#executor.journal.ids(), ...lost, ...stored.map(({ id }) => id)]
    return [...new Set(others.filter((id) => !unreadIds.includes(id))), ...unreadIds]
  }
}
