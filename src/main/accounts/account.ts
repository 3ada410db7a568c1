import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine, AccountRecord, ProviderFacts } from '../../shared/models/account.ts'
import type { Connection } from '../../shared/models/connection.ts'
import type { Freshness, Topic } from '../../shared/models/freshness.ts'
import { factsOf } from '../../shared/providers/definition.ts'
import type { Access, AccountStorage, Api, Clock, Log, Publisher, Storage, StoredInfo } from '../ports/index.ts'
import type { AccountRecords } from './account-records.ts'
import type { CredentialStore } from './credential/credential-store.ts'
import { Rounds } from './rounds/rounds.ts'
import { OpenedStorage } from './opened-storage.ts'
import { startWork, type Work } from './work.ts'

export interface AccountParts {
  api: Api
  records: Pick<AccountRecords, 'find' | 'get' | 'placeOf'>
  credentials: Pick<
    CredentialStore,
    'stateOf' | 'accessTo' | 'dataKey' | 'secrets' | 'hasDataKey' | 'refused' | 'accepted'
  >
  storage: Pick<Storage, 'open'>
  clock: Clock
  publisher: Publisher
  locked: () => boolean
  log: Log
  report: (error: unknown) => void
  /** 0: automatic refresh is off. */
  everyMs: () => number
  /** The user is notified of a low balance. */
  isBalanceWatched: () => boolean
  isShown: (account: Account) => boolean
  /** False after the end, and without a credential that can be used. */
  mayAsk: (account: Account) => boolean
  events: AccountEvents
}

/** What an account tells the rest of main. */
export interface AccountEvents {
  /** A topic's stored data, what its latest refresh ended with, or whether it can be read, changed. */
  changed(account: Account, topic: Topic): void
  /** A topic is being refreshed. */
  callBegan(account: Account): void
  /** Its plan or what is known of its network changed. */
  stateChanged(account: Account): void
  roundEnded(account: Account): void
  /** Invoices were fetched, or found unchanged. The storage is open until the returned promise settles. */
  invoicesFetched(account: Account, storage: AccountStorage): Promise<void> | void
  /** As of invoices. */
  plansFetched(account: Account, storage: AccountStorage): Promise<void> | void
  /** The profile was fetched, or found unchanged. */
  profileFetched(account: Account): void
  /** Its lists are in memory no more. */
  storageClosed(account: Account): void
}

/** A piece of work on an account. It also ends when that is signed out, removed, or gets another connection. */
export interface AccountWork extends Work {
  account: Account
  /** As it was when the work began. */
  record: AccountRecord
  storage: AccountStorage
}

const ENCRYPTED = ['profile', 'invoices', 'plans'] as const satisfies Topic[]

/** What belongs to one account, and ends with it. After a sign-out, another object is the account's. */
export class Account {
  readonly id: string
  /** When its data is fetched, the calls under way, and the latest error of each topic. */
  readonly rounds: Rounds
  readonly #parts: AccountParts
  readonly #storage: OpenedStorage
  /** Data may be in memory only: there was no stored key. */
  #mayBeUnwritten: boolean
  #isDisposed = false
  /** Of its connection. */
  #facts: { connection: Connection; provider: ProviderFacts } | null = null

  constructor(id: string, parts: AccountParts) {
    this.id = id
    this.#parts = parts
    const { events, records } = parts
    const { line } = this
    this.#mayBeUnwritten = line.credential !== 'kept'
    this.#storage = new OpenedStorage({
      clock: parts.clock,
      open: () => this.#openStorage(),
      closed: () => events.storageClosed(this)
    })
    this.rounds = new Rounds(line, {
      ...parts,
      line: () => (records.find(id) ? this.line : undefined),
      place: () => records.placeOf(id),
      access: (evenRefused) => this.access(evenRefused),
      refused: (token) => this.refused(token),
      accepted: (token) => this.accepted(token),
      use: (work) => this.use(work),
      isShown: () => parts.isShown(this),
      mayAsk: () => parts.mayAsk(this),
      events: {
        changed: (topic) => events.changed(this, topic),
        callBegan: () => events.callBegan(this),
        stateChanged: () => events.stateChanged(this),
        roundEnded: () => {
          this.#writeUnwrittenIfStored()
          events.roundEnded(this)
        },
        invoicesFetched: (storage) => events.invoicesFetched(this, storage),
        plansFetched: (storage) => events.plansFetched(this, storage),
        profileFetched: () => events.profileFetched(this)
      }
    })
  }

  /** @throws NOT_FOUND when it was removed */
  get record(): AccountRecord {
    return this.#parts.records.get(this.id)
  }

  /** @throws NOT_FOUND when it was removed */
  get line(): AccountLine {
    const { record } = this
    return { account: record, provider: this.#factsOf(record), ...this.#parts.credentials.stateOf(record) }
  }

  get isDisposed(): boolean {
    return this.#isDisposed
  }

  /** Its decrypted data is in memory, so reading it asks nobody. */
  get isStorageOpen(): boolean {
    return this.#storage.isOpen
  }

  /** @param evenRefused to ask whether the provider accepts the token again @throws UNAUTHORIZED, KEYCHAIN_* */
  access(evenRefused = false): Promise<Access> {
    return this.#parts.credentials.accessTo(this.id, evenRefused)
  }

  /** See KeyOf. @throws KEYCHAIN_* */
  dataKey(): Promise<string | null> {
    return this.#parts.credentials.dataKey(this.id)
  }

  /** Its data can be read without the keychain. */
  get hasDataKey(): boolean {
    return this.#parts.credentials.hasDataKey(this.id)
  }

  /** Tokens, also earlier ones, and data key, for comparing a text with them. @throws KEYCHAIN_* */
  secrets(): Promise<string[]> {
    return this.#parts.credentials.secrets(this.id)
  }

  /** The provider rejects the token. */
  refused(token: string): void {
    this.#parts.credentials.refused(this.id, token)
  }

  /** The provider accepts the token: an earlier refusal was wrong, or is over. */
  accepted(token: string): void {
    this.#parts.credentials.accepted(this.id, token)
  }

  /** Reads or writes what is stored of it. @throws NOT_FOUND when it was removed, CANCELLED when it was signed out */
  async use<T>(work: (storage: AccountStorage) => Promise<T>): Promise<T> {
    // Opening a removed account would create its files again.
    if (!this.#parts.records.find(this.id)) throw new AppError('NOT_FOUND')
    if (this.#isDisposed) throw new AppError('CANCELLED')
    return this.#storage.use(work)
  }

  /**
   * Does a piece of work on it, which ends with CANCELLED when the account is signed out, removed or moved, or the app is locked.
   * @throws NOT_FOUND, UNAUTHORIZED when it is signed out
   */
  async work<T>(run: (work: AccountWork) => Promise<T>, cancelled?: AbortSignal): Promise<T> {
    const { account: record, credential } = this.line
    if (credential === 'signedOut') throw new AppError('UNAUTHORIZED')
    const { signal } = this.rounds
    const work = startWork(cancelled ? AbortSignal.any([signal, cancelled]) : signal, this.#parts.locked)
    return this.use((storage) => run({ ...work, account: this, record, storage }))
  }

  /** @param stored what its storage says of the topic */
  freshness(topic: Topic, stored: StoredInfo | null): Freshness {
    return {
      fetchedAt: stored?.fetchedAt ?? null,
      notes: stored?.notes ?? [],
      partial: stored?.partial ?? null,
      ...this.rounds.calls.stateOf(topic)
    }
  }

  /** Its stored data changed without a refresh. */
  touch(topic: Topic): void {
    this.rounds.calls.touch(topic)
  }

  /** The error of a call to the provider. A rejected token is checked by a round. @throws CANCELLED */
  errorOf(thrown: unknown): ErrorInfo {
    const error = toErrorInfo(thrown)
    if (error.code === 'CANCELLED') throw thrown
    if (error.code === 'UNAUTHORIZED') this.rounds.revalidate()
    this.#parts.report(thrown)
    return error
  }

  /** It was signed in, and isn't any more. */
  get isEnded(): boolean {
    return this.line.credential === 'signedOut' && this.rounds.credential !== 'signedOut'
  }

  /** Its record or its credential changed. */
  update(): void {
    const { line } = this
    if (line.credential !== 'kept') this.#mayBeUnwritten ||= this.#storage.isOpen
    this.#writeUnwrittenIfStored()
    const isSameCredential = line.credential === this.rounds.credential
    this.rounds.update(line)
    if (!isSameCredential) this.touchEncrypted()
  }

  /** It was added or removed, or has another credential: whether its encrypted data can be read may have changed. */
  touchEncrypted(): void {
    for (const topic of ENCRYPTED) this.touch(topic)
  }

  /** Decrypted lists leave the memory as soon as nothing reads them. */
  releaseStorage(): void {
    this.#storage.closeWhenUnused()
  }

  /** Its files are erased, or the app ends: what uses them fails with STORAGE. */
  closeStorage(): void {
    this.#storage.close()
  }

  /** Ends all that was begun on it. */
  dispose(): void {
    this.#isDisposed = true
    this.rounds.stop()
    this.releaseStorage()
  }

  #factsOf({ connection }: AccountRecord): ProviderFacts {
    if (this.#facts?.connection !== connection) this.#facts = { connection, provider: factsOf(connection) }
    return this.#facts.provider
  }

  #openStorage(): AccountStorage {
    if (this.line.credential !== 'kept') this.#mayBeUnwritten = true
    return this.#parts.storage.open(this.id, () => this.dataKey())
  }

  /** Writes to disk what is in memory only, once the data key is stored. If that fails, the end of the next round tries again. */
  #writeUnwrittenIfStored(): void {
    if (!this.#mayBeUnwritten || this.#isDisposed || this.line.credential !== 'kept') return
    this.#mayBeUnwritten = false
    this.use((storage) => storage.writeUnwritten()).catch((error: unknown) => {
      this.#mayBeUnwritten = true
      this.#parts.report(error)
    })
  }
}
