/** Holds the tokens and data keys, saves what `transition` decides, and carries out its effects. */
import { isKeychainError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountRecord } from '../../../shared/models/account.ts'
import { KeyedMutex } from '../../concurrency.ts'
import type { Api, Keychain, Registry } from '../../ports/index.ts'
import type { AccountRecords } from '../account-records.ts'
import {
  createCredential,
  originOf,
  type AccountState,
  type KeychainAnswer,
  type CredentialCall,
  type Credential,
  type CredentialEvent,
  type DropKind,
  type UnrecordedToken,
  type Moment,
  type RequestKind
} from './credential-state.ts'
import { transition } from './credential-transition.ts'
import { KeychainJournal } from './keychain-journal.ts'

export interface CredentialExecutorParts {
  api: Pick<Api, 'signIn'>
  keychain: Keychain
  registry: Pick<Registry, 'keychainJournal' | 'saveKeychainJournal'>
  sample: { email: string; password: string }
  /** 32 random bytes in base64. */
  newKey: () => string
}

/** The credential of an account changed, or (null) those of all may have, or which entries still have to be deleted. */
export type CredentialChanged = (id: string | null) => void

export interface RequestOutcome {
  /** A call found the keychain open. */
  isOpen: boolean
  error: ErrorInfo | null
}

/** What AccountState has beyond the record and the journal. */
interface Secrets {
  credential: Credential | null
  unrecorded: UnrecordedToken | null
  droppedAt: Moment
}

interface KnownToken {
  token: string
  /** That it was sent to. */
  origin: string | null
}

/** More tokens of an account aren't remembered: each one makes reading its data slower. */
const MOST_TOKENS = 9
const NO_SECRETS: Secrets = { credential: null, unrecorded: null, droppedAt: 0 }
const ignore = (): void => undefined

/** The keychain is open, and another entry may be fine. */
export const isOfOneEntry = ({ code }: ErrorInfo): boolean => code === 'KEYCHAIN_CHANGED' || code === 'KEYCHAIN_REFUSED'

export class CredentialExecutor {
  readonly journal: KeychainJournal
  readonly #parts: CredentialExecutorParts
  readonly #accounts: AccountRecords
  readonly #changed: CredentialChanged
  readonly #secrets = new Map<string, Secrets>()
  /** By account, also removed ones: the tokens that it had in this launch, the latest last. */
  readonly #tokens = new Map<string, readonly KnownToken[]>()
  /** One account's requests run one after another, so a write and a removal of its entry never overlap. */
  readonly #queue = new KeyedMutex()
  /** Accounts whose deletion is running, so it isn't pending yet. */
  readonly #deleting = new Set<string>()
  #moment: Moment = 0
  #erasedAt: Moment = 0
  #isErasing = false
  #sweep: Promise<void> | null = null

  constructor(parts: CredentialExecutorParts, accounts: AccountRecords, changed: CredentialChanged) {
    this.journal = new KeychainJournal(parts.registry)
    this.#parts = parts
    this.#accounts = accounts
    this.#changed = changed
  }

  stateOf(id: string): AccountState {
    const account = this.#accounts.find(id) ?? null
    const { credential, unrecorded, droppedAt } = this.#secrets.get(id) ?? NO_SECRETS
    return {
      account,
      credential: account && (credential ?? createCredential(account)),
      unrecorded,
      isJournaled: this.journal.has(id),
      droppedAt: Math.max(droppedAt, this.#erasedAt),
      isErasing: this.#isErasing
    }
  }

  credentialOf(account: AccountRecord): Credential {
    return this.#secrets.get(account.id)?.credential ?? createCredential(account)
  }

  /** Until quit, a provider may send back a token that was replaced or dropped. */
  earlierTokens(id: string): string[] {
    const current = this.stateOf(id).credential?.token
    return (this.#tokens.get(id) ?? []).map(({ token }) => token).filter((token) => token !== current)
  }

  /** So may it one that it gave to another account. @returns with the earlier ones, which come last */
  otherTokens(id: string): string[] {
    const { account, credential } = this.stateOf(id)
    const own = this.earlierTokens(id)
    const there = this.tokensAt(account && originOf(account.connection)).filter((token) => !own.includes(token))
    return [...there, ...own].filter((token) => token !== credential?.token).slice(1 - MOST_TOKENS)
  }

  /** Of all accounts that are or were there. */
  tokensAt(origin: string | null): string[] {
    if (origin === null) return []
    const all = [...this.#tokens.values()].flat()
    return all.flatMap((known) => (known.origin === origin ? [known.token] : [])).slice(-MOST_TOKENS)
  }

  currentMoment(): Moment {
    return this.#moment
  }

  /** For events that need no keychain. */
  apply(id: string, event: Exclude<CredentialEvent, RequestKind>): void {
    this.#transition(id, event)
  }

  /** Makes the calls that a request needs, one after another. @param since when it began, if before now */
  async request(id: string, request: RequestKind, since?: Moment): Promise<RequestOutcome> {
    const outcome = await this.#queue.runExclusive(id, async () => {
      let isOpen = false
      let { call, error } = this.#transition(id, { ...request, since: since ?? this.#moment })
      while (call) {
        const answer = await this.#answer(id, call)
        isOpen ||= call.do !== 'signInSample' && (!('error' in answer) || isOfOneEntry(answer.error))
        ;({ call, error } = this.#transition(id, { type: 'answered', call, answer }))
      }
      return { isOpen, error }
    })
    if (outcome.isOpen) this.#settleInBackground()
    return outcome
  }

  /** Takes the token from the account at once. Then finishDeletion takes it from the keychain. */
  drop(id: string, kind: DropKind): void {
    this.#moment += 1
    this.#transition(id, { ...kind, at: this.#moment })
  }

  /** Without the keychain, the journal remembers the deletion. @param mayExist see RequestKind */
  async finishDeletion(id: string, mayExist: boolean): Promise<void> {
    this.#deleting.add(id)
    try {
      await this.settle(id, mayExist)
    } finally {
      this.#deleting.delete(id)
      if (this.journal.has(id)) this.#changed(id)
    }
  }

  settle(id: string, mayExist = true): Promise<RequestOutcome> {
    return this.request(id, { type: 'settle', mayExist })
  }

  /** Of the journal, without the entries that a sign-in or a deletion is changing now. */
  unsettledIds(): string[] {
    return this.journal.ids().filter((id) => !this.#deleting.has(id) && !this.#secrets.get(id)?.unrecorded)
  }

  /** While everything is erased, no token is stored. */
  async whileErasing(erase: () => Promise<void>): Promise<void> {
    this.#isErasing = true
    try {
      await erase()
    } finally {
      this.#isErasing = false
    }
  }

  /** Every question asked before is late. */
  forgetAll(): void {
    this.#secrets.clear()
    this.#tokens.clear()
    this.#deleting.clear()
    this.#moment += 1
    this.#erasedAt = this.#moment
  }

  /** Saves what the event changes so that a crash in between loses no entry: the journal begins first and ends last. */
  #transition(id: string, event: CredentialEvent): { call: CredentialCall | null; error: ErrorInfo | null } {
    const before = this.stateOf(id)
    const { state, effects } = transition(before, event)
    if (state.isJournaled) this.journal.add(id)
    if (state.account && state.account !== before.account) this.#accounts.save(state.account)
    const { credential, unrecorded, droppedAt } = state
    this.#secrets.set(id, { credential, unrecorded, droppedAt })
    this.#rememberToken(id, credential?.token, state.account && originOf(state.account.connection))
    if (!state.isJournaled) this.journal.remove(id)
    let error: ErrorInfo | null = null
    let call: CredentialCall | null = null
    for (const effect of effects) {
      if (effect.do === 'publish') this.#changed(id)
      else if (effect.do === 'fail') error = effect.error
      else call = effect
    }
    return { call, error }
  }

  /** @throws what isn't an error of the keychain */
  async #answer(id: string, call: CredentialCall): Promise<KeychainAnswer> {
    const { keychain, newKey } = this.#parts
    try {
      switch (call.do) {
        case 'read': {
          const entry = await keychain.read(id)
          // A sign-in may be about to replace it.
          this.#rememberToken(id, entry?.token, entry?.origin ?? null)
          // No sign-out: the record says that an entry exists.
          return entry ? { entry } : { error: { code: 'KEYCHAIN_CHANGED' } }
        }
        case 'write': {
          const entry = { ...call.entry, dataKey: call.entry.dataKey ?? newKey() }
          await keychain.write(id, entry)
          return { entry }
        }
        case 'remove':
          await keychain.remove(id)
          return { entry: null }
        case 'signInSample':
          return { sampleToken: await this.#signInSample(id) }
      }
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      if (isKeychainError(error)) return { error }
      throw thrown
    }
  }

  #rememberToken(id: string, token: string | null | undefined, origin: string | null): void {
    const known = this.#tokens.get(id) ?? []
    if (token == null || known.at(-1)?.token === token) return
    const others = known.filter((one) => one.token !== token)
    this.#tokens.set(id, [...others, { token, origin }].slice(-MOST_TOKENS))
  }

  async #signInSample(id: string): Promise<string> {
    const { api, sample } = this.#parts
    return (await api.signIn(this.#accounts.get(id).connection, sample)).token
  }

  #settleInBackground(): void {
    if (this.#sweep || this.#isErasing || this.unsettledIds().length === 0) return
    this.#sweep = this.#settleAll()
      .catch(ignore)
      .finally(() => {
        this.#sweep = null
      })
  }

  async #settleAll(): Promise<void> {
    const before = this.journal.ids().length
    try {
      for (const id of this.unsettledIds()) if ((await this.settle(id)).error) return
    } finally {
      if (this.journal.ids().length !== before) this.#changed(null)
    }
  }
}
