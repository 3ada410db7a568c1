/** One computer over several launches: provider, keychain and files stay, launches of the app come and go. */
import { Accounts } from '../../../src/main/accounts/accounts.ts'
import type { Entry } from '../../../src/main/ports/index.ts'
import { AppError, type ErrorInfo, type ErrorCode } from '../../../src/shared/ipc/error.ts'
import type { AccountRecord, AccountLine } from '../../../src/shared/models/account.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { deafAccounts } from '../../support/deaf-accounts.ts'
import { FakeClock, FakeApi, MemoryStorage, MemoryKeychain, PublishedEvents } from '../../support/ports.ts'

export const here: Connection = { baseUrl: 'https://host.example', provider: 'hypeproxy-v2' }
export const ORIGIN = here.baseUrl
export const there: Connection = { baseUrl: 'https://other.example', provider: 'hypeproxy-v2' }
export const SAMPLE = {
  baseUrls: { good: 'https://sample.invalid', difficult: 'https://difficult.invalid' },
  email: 's',
  password: 's'
}

type KeychainCall = 'read' | 'write' | 'remove'

/** A store of which a test says what fails, and when it answers. */
class TestKeychain extends MemoryKeychain {
  /** Such as `read id-1`, in the order in which they were asked. */
  calls: string[] = []
  /** Which of the calls fail, and how. */
  failing: (call: KeychainCall, id: string) => ErrorCode | null = () => null
  #held: PromiseWithResolvers<void> | null = null

  /** Calls from now on are answered when the returned function is called, by what the store has then. */
  hold(): () => void {
    const held = Promise.withResolvers<void>()
    this.#held = held
    return () => {
      if (this.#held === held) this.#held = null
      held.resolve()
    }
  }
  override read(id: string): Promise<Entry | null> {
    return this.#answer('read', id, () => super.read(id))
  }
  override write(id: string, entry: Entry): Promise<void> {
    return this.#answer('write', id, () => super.write(id, entry))
  }
  override remove(id: string): Promise<void> {
    return this.#answer('remove', id, () => super.remove(id))
  }
  async #answer<T>(call: KeychainCall, id: string, work: () => Promise<T>): Promise<T> {
    this.calls.push(`${call} ${id}`)
    await this.#held?.promise
    const code = this.failing(call, id)
    if (code) throw new AppError(code)
    return work()
  }
}

export class Computer {
  api = new FakeApi()
  keychain = new TestKeychain()
  cache = new MemoryStorage()
  published = new PublishedEvents()
  clock = new FakeClock()
  /** Erasing files fails with this while it is set. */
  stuck: ErrorCode | null = null
  #ids = 0
  #keys = 0
  #tokens = 0

  constructor() {
    // Every sign-in gets a token of its own: token-1, token-2 and so on.
    this.api.signIn = async () => ({ token: `token-${++this.#tokens}`, expiresAt: null })
  }

  get registry() {
    return this.cache.registry
  }

  launch(): Accounts {
    return new Accounts({
      api: this.api,
      keychain: this.keychain,
      registry: this.registry,
      clock: this.clock,
      publisher: this.published,
      storage: this.cache,
      ...deafAccounts(),
      sample: SAMPLE,
      erase: (id) => this.#erasing(() => this.cache.erase(id)),
      eraseAll: () => this.#erasing(() => this.cache.eraseAll()),
      storedIds: this.cache.accountIds,
      newId: () => `id-${++this.#ids}`,
      newKey: () => `key-${++this.#keys}`
    })
  }

  #erasing(work: () => void): void {
    if (this.stuck) throw new AppError(this.stuck)
    work()
  }

  /** A new launch, its platform's owner signed in. */
  async signedIn(...emails: string[]): Promise<Accounts> {
    const accounts = this.launch()
    for (const email of emails.length > 0 ? emails : [ADA]) await signIn(accounts, email)
    return accounts
  }

  record(id: string): AccountRecord | undefined {
    return this.registry.list.find((one) => one.id === id)
  }
}

export const ADA = 'ada@example.com'
export const BOB = 'bob@example.com'
export const CY = 'cy@example.com'

export const signIn = (accounts: Accounts, email = ADA, connection = here): Promise<void> =>
  accounts.signIn({ kind: 'password', connection, email, password: 'pw', again: null })

export const signInWithToken = (
  accounts: Accounts,
  token: string,
  again: string | null = null,
  connection = here
): Promise<void> => accounts.signIn({ kind: 'token', connection, token, again })

export function line(accounts: Accounts, id: string): AccountLine {
  return accounts.get(id).line
}

export const credential = (accounts: Accounts, id: string) => line(accounts, id).credential

/** What a promise that has to fail failed with. */
export const errorOfPromise = (promise: Promise<unknown>): Promise<ErrorInfo> =>
  promise.then(
    () => {
      throw new Error('it did not fail')
    },
    (error: unknown) => {
      if (error instanceof AppError) return error.info
      throw error
    }
  )

export const KEYCHAIN_ERRORS = ['KEYCHAIN_LOCKED', 'KEYCHAIN_SILENT', 'KEYCHAIN_MISSING', 'KEYCHAIN_REFUSED'] as const
