import { AppError, toErrorInfo, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine, AccountRecord } from '../../shared/models/account.ts'
import type { Freshness, Topic } from '../../shared/models/freshness.ts'
import type { Access, AccountStorage, Api, Clock, Log, Publisher, Storage, StoredInfo } from '../core/ports/index.ts'
import { Rounds } from '../core/refresh/rounds.ts'
import type { Session } from '../core/session/session.ts'
import { OpenedStorage } from './opened-storage.ts'
import { startWork, type Work } from './work.ts'

export interface AccountParts {
  api: Api
  session: Pick<Session, 'line' | 'placeOf' | 'accessTo' | 'dataKey' | 'refused' | 'accepted'>
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

const ENCRYPTED = ['profile', 'invoices'] as const satisfies Topic[]

/** What belongs to one account, and ends with it. After a sign-out, another object is the account's. */
export class Account {
  readonly id: string
  /** When its data is fetched, the calls under way, and the latest error of each topic. */
  readonly rounds: Rounds
  readonly #parts: AccountParts
  readonly #storage: OpenedStorage
  /** Data may be in memory only: there was no stored key. */
  #isUnsealed: boolean
  #isDisposed = false

  constructor(line: AccountLine, parts: AccountParts) {
    this.id = line.account.id
    this.#parts = parts
    this.#isUnsealed = line.credential !== 'kept'
    this.#storage = new OpenedStorage({
      clock: parts.clock,
      open: () => this.#openStorage(),
      closed: () => parts.events.storageClosed(this)
    })
    const { events } = parts
    this.rounds = new Rounds(line, {
      ...parts,
      access: (evenRefused) => this.access(evenRefused),
      use: (work) => this.use(work),
      isShown: () => parts.isShown(this),
      mayAsk: () => parts.mayAsk(this),
      events: {
        changed: (topic) => events.changed(this, topic),
        callBegan: () => events.callBegan(this),
        stateChanged: () => events.stateChanged(this),
        roundEnded: () => events.roundEnded(this),
        invoicesFetched: (storage) => events.invoicesFetched(this, storage),
        profileFetched: () => events.profileFetched(this)
      }
    })
  }

  /** @throws NOT_FOUND when it was removed */
  get line(): AccountLine {
    const line = this.#parts.session.line(this.id)
    if (!line) throw new AppError('NOT_FOUND')
    return line
  }

  /** @throws NOT_FOUND when it was removed */
  get record(): AccountRecord {
    return this.line.account
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
    return this.#parts.session.accessTo(this.id, evenRefused)
  }

  /** Reads or writes what is stored of it. @throws NOT_FOUND when it was removed, CANCELLED when it was signed out */
  async use<T>(work: (storage: AccountStorage) => Promise<T>): Promise<T> {
    // Opening a removed account would create its files again.
    if (!this.#parts.session.line(this.id)) throw new AppError('NOT_FOUND')
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
  isEndedBy({ credential }: AccountLine): boolean {
    return credential === 'signedOut' && this.rounds.credential !== 'signedOut'
  }

  /** The session changed. */
  update(line: AccountLine): void {
    if (line.credential !== 'kept') this.#isUnsealed ||= this.#storage.isOpen
    else if (this.#isUnsealed) this.#seal()
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

  #openStorage(): AccountStorage {
    const { session, storage } = this.#parts
    if (this.line.credential !== 'kept') this.#isUnsealed = true
    return storage.open(this.id, () => session.dataKey(this.id))
  }

  /** Writes to disk what is in memory only, now that the data key is stored. */
  #seal(): void {
    this.#isUnsealed = false
    this.use((storage) => storage.seal()).catch((error: unknown) => {
      this.#isUnsealed = true
      this.#parts.report(error)
    })
  }
}
