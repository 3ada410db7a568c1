/**
 * A computer on which everything can fail: the keychain rejects calls, answers late or never, files can't be written, and the app
 * dies between any two writes. Nothing answers by itself. It records each violation of a rule at the moment it happens.
 */
import type { Access, Entry, Keychain, Registry } from '../../../../src/main/ports/index.ts'
import { Accounts } from '../../../../src/main/accounts/accounts.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { AccountRecord } from '../../../../src/shared/models/account.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { deafAccounts } from '../../../support/deaf-accounts.ts'
import { answer, FakeApi, FakeClock, MemoryStorage, PROFILE, PublishedEvents, settle } from '../../../support/ports.ts'
import { SAMPLE } from '../computer.ts'

/** `lost`: no answer, and nothing is done; `late`: no answer in time, but it is done afterwards. */
export const MOODS = ['fine', 'locked', 'missing', 'refused', 'lost', 'late'] as const
type Mood = (typeof MOODS)[number]

const originOf = (address: string): string => new URL(address).origin

/** A token says when it was asked for, by whom and where. */
interface TokenParts {
  at: number
  email: string
  origin: string
}
function partsOf(token: string): TokenParts {
  const [at, email = '', origin = ''] = token.split('|')
  return { at: Number(at), email, origin }
}

interface Call {
  kind: keyof Keychain
  id: string
  work: () => void
  done: PromiseWithResolvers<void>
}

/** One launch of the app. A dead one writes nothing and gets no answers. */
interface Launch {
  isDead: boolean
}

export class FailingComputer {
  readonly entries = new Map<string, Entry>()
  readonly cache = new MemoryStorage()
  mood: Mood = 'fine'
  /** How many files can still be written. */
  room = Infinity
  /** How many files the app writes before it dies. */
  writesToLive = Infinity
  deaths = 0
  readonly violations: string[] = []
  /** The key by which an account's saved data was last encrypted. */
  readonly keysInUse = new Map<string, string>()
  /** Accounts whose entries the user wants to be removed with their keys. */
  readonly erasable = new Set<string>()
  /** In this launch: how often the keychain was found locked, by account. */
  readonly prompts = new Map<string, number>()
  accounts: Accounts

  #launch: Launch = { isDead: false }
  #calls: Call[] = []
  #late: (() => void) | null = null
  #apiCalls: (() => void)[] = []
  #made = { ids: 0, keys: 0 }
  #tokens = 0
  readonly #newestTokens = new Map<string, number>()

  constructor() {
    this.accounts = this.#start()
  }

  get records(): readonly AccountRecord[] {
    return this.cache.registry.list
  }

  get isDead(): boolean {
    return this.#launch.isDead
  }

  /** The number of the newest token, of anybody or of this account's user. */
  newestToken(account?: Pick<AccountRecord, 'email' | 'connection'>): number {
    if (!account) return this.#tokens
    return this.#newestTokens.get(`${account.email}|${originOf(account.connection.baseUrl)}`) ?? 0
  }

  newToken(email: string, address: string): string {
    this.#tokens += 1
    this.#newestTokens.set(`${email}|${originOf(address)}`, this.#tokens)
    return `${this.#tokens}|${email}|${originOf(address)}`
  }

  /** Answers all calls of the API, then the first one of the keychain. */
  async step(): Promise<void> {
    for (const reply of this.#apiCalls.splice(0)) reply()
    await settle()
    this.#finishLate()
    const call = this.#calls.shift()
    if (call) this.#answer(call)
    await settle()
  }

  async untilQuiet(): Promise<void> {
    while (this.#apiCalls.length + this.#calls.length > 0 || this.#late) await this.step()
  }

  /** The app dies and starts again. @param finishes whether the keychain completes its running call */
  relaunch(finishes: boolean): void {
    if (finishes && !this.#late) this.#late = this.#calls[0]?.work ?? null
    if (finishes) this.#finishLate()
    this.#late = null
    this.#calls = []
    this.#apiCalls = []
    this.#launch.isDead = true
    this.#launch = { isDead: false }
    this.room = Infinity
    this.writesToLive = Infinity
    this.prompts.clear()
    this.accounts = this.#start()
  }

  /** Another program changes the account's address in the database. */
  readdress(id: string, connection: Connection): void {
    const account = this.records.find((one) => one.id === id)
    if (account?.kind !== 'sample' && account) this.cache.registry.saveAccount({ ...account, connection })
  }

  /** Another program changes the account's entry. */
  tamper(id: string, part: 'entry' | 'token'): void {
    const entry = this.entries.get(id)
    if (part === 'entry') this.entries.delete(id)
    else if (entry) this.entries.set(id, { ...entry, token: null, origin: null })
  }

  /** A token goes only where it was issued. */
  checkAccess = ({ connection, token }: Access): void => {
    if (partsOf(token).origin !== originOf(connection.baseUrl))
      this.violations.push(`${token} goes to ${connection.baseUrl}`)
  }

  isIssuedTo({ email, connection }: AccountRecord, token: string): boolean {
    const owner = partsOf(token)
    return owner.email === email && owner.origin === originOf(connection.baseUrl)
  }

  numberOf(token: string): number {
    return partsOf(token).at
  }

  /** If the app died now, the next launch would know of every entry. */
  #checkEntries(): void {
    const { journal, list } = this.cache.registry
    for (const [id, { token }] of this.entries) {
      const record = list.find((one) => one.id === id)
      const isNamed = record && (record.tokenStored || (token === null && record.keyStored))
      if (!isNamed && !journal.includes(id)) this.violations.push(`the entry of ${id} is unknown`)
    }
  }

  #finishLate(): void {
    this.#late?.()
    this.#late = null
    this.#checkEntries()
  }

  #answer({ kind, id, work, done }: Call): void {
    if (this.mood === 'locked') this.prompts.set(id, (this.prompts.get(id) ?? 0) + 1)
    if (this.mood === 'locked') return done.reject(new AppError('KEYCHAIN_LOCKED'))
    if (this.mood === 'missing') return done.reject(new AppError('KEYCHAIN_MISSING'))
    if (this.mood === 'refused' && kind === 'write') return done.reject(new AppError('KEYCHAIN_REFUSED'))
    if (this.mood === 'late') this.#late = work
    if (this.mood === 'late' || this.mood === 'lost') return done.reject(new AppError('KEYCHAIN_SILENT'))
    work()
    this.#checkEntries()
    done.resolve()
  }

  #keychain(launch: Launch): Keychain {
    const call = async (kind: keyof Keychain, id: string, work: () => void): Promise<void> => {
      const done = Promise.withResolvers<void>()
      if (!launch.isDead) this.#calls.push({ kind, id, work, done })
      return done.promise
    }
    return {
      read: async (id) => {
        let entry: Entry | null = null
        await call('read', id, () => (entry = this.entries.get(id) ?? null))
        return entry
      },
      write: (id, entry) =>
        call('write', id, () => {
          const isLost = this.#isKeyInUse(id) && entry.dataKey !== this.keysInUse.get(id)
          if (isLost && !this.erasable.has(id)) this.violations.push(`the key of ${id} is overwritten`)
          this.entries.set(id, entry)
        }),
      remove: (id) =>
        call('remove', id, () => {
          if (this.#isKeyInUse(id) && !this.erasable.has(id)) this.violations.push(`the key of ${id} is removed`)
          this.entries.delete(id)
        })
    }
  }

  #isKeyInUse(id: string): boolean {
    const key = this.keysInUse.get(id)
    return key !== undefined && this.entries.get(id)?.dataKey === key
  }

  #api(launch: Launch): FakeApi {
    const api = new FakeApi()
    const reply = (): Promise<void> =>
      new Promise((resolve) => {
        if (!launch.isDead) this.#apiCalls.push(resolve)
      })
    api.signIn = async ({ baseUrl }, { email }) => {
      const token = this.newToken(email, baseUrl)
      await reply()
      return { token, expiresAt: null }
    }
    api.profile = async (access) => {
      this.checkAccess(access)
      await reply()
      return answer({ ...PROFILE, email: partsOf(access.token).email || null })
    }
    return api
  }

  #files(launch: Launch): <A extends unknown[]>(write: (...args: A) => void) => (...args: A) => void {
    return (write) =>
      (...args) => {
        if (!launch.isDead && this.writesToLive <= 0) {
          launch.isDead = true
          this.deaths += 1
        }
        if (launch.isDead || this.room <= 0) throw new AppError('STORAGE')
        this.writesToLive -= 1
        this.room -= 1
        write(...args)
        this.#checkEntries()
      }
  }

  #start(): Accounts {
    const launch = this.#launch
    const { registry } = this.cache
    const file = this.#files(launch)
    const files: Registry = {
      ...registry,
      saveAccount: file(registry.saveAccount),
      removeAccount: file(registry.removeAccount),
      orderAccounts: file(registry.orderAccounts),
      saveShownAccountId: file(registry.saveShownAccountId),
      saveKeychainJournal: file(registry.saveKeychainJournal)
    }
    return new Accounts({
      api: this.#api(launch),
      keychain: this.#keychain(launch),
      registry: files,
      clock: new FakeClock(),
      publisher: new PublishedEvents(),
      storage: this.cache,
      ...deafAccounts(),
      sample: SAMPLE,
      erase: file((id: string) => {
        this.cache.erase(id)
        this.keysInUse.delete(id)
      }),
      eraseAll: file(() => {
        this.cache.eraseAll()
        this.keysInUse.clear()
      }),
      storedIds: this.cache.accountIds,
      newId: () => `id-${++this.#made.ids}`,
      newKey: () => `key-${++this.#made.keys}`
    })
  }
}
