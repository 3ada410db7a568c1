/**
 * A computer on which whatever can go wrong with store and files does, when a test says so: nothing answers by itself, and what
 * was given up may still be done. It watches all the while whether secrets are where they may be.
 */
import type { Access, Entry, Registry, Keychain } from '../../../../src/main/core/ports/index.ts'
import { createSession, type Session } from '../../../../src/main/core/session/session.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import type { Account } from '../../../../src/shared/models/account.ts'
import type { Connection } from '../../../../src/shared/models/connection.ts'
import { answer, FakeClock, FakeApi, MemoryStorage, PROFILE, Pushes, settle } from '../../../support/ports.ts'
import { SAMPLE } from './computer.ts'

/** `lost`: no answer, and nothing is done; `late`: no answer in time, and it is done after it. */
export const MOODS = ['fine', 'locked', 'missing', 'refused', 'lost', 'late'] as const
type Mood = (typeof MOODS)[number]

const originOf = (address: string): string => new URL(address).origin

/** A token says whose it is, and where it was given. */
export const tokenOf = (email: string, address: string, at: number): string => `${at}|${email}|${originOf(address)}`
const ownerOf = (token: string): { email?: string; origin?: string } => {
  const [, email, origin] = token.split('|')
  return { ...(email ? { email } : {}), ...(origin ? { origin } : {}) }
}

interface Call {
  kind: keyof Keychain
  work: () => void
  done: PromiseWithResolvers<void>
}

export class FailingComputer {
  readonly entries = new Map<string, Entry>()
  readonly cache = new MemoryStorage()
  mood: Mood = 'fine'
  /** How often a file can still be written. */
  room = Infinity
  /** What must never be, and was. */
  readonly wrong: string[] = []
  /** The key that an account's saved data was last sealed with. */
  readonly inUse = new Map<string, string>()
  /** Accounts whose entries the person wants to be removed as a whole. */
  readonly erasable = new Set<string>()
  session: Session

  #calls: Call[] = []
  #late: (() => void) | null = null
  #asked: (() => void)[] = []
  #made = { ids: 0, keys: 0, tokens: 0 }

  constructor() {
    this.session = this.#launch()
  }

  get records(): readonly Account[] {
    return this.cache.registry.list
  }

  /** Everything that waits is answered once: first what the provider is asked, then the first call to the store. */
  async step(): Promise<void> {
    for (const say of this.#asked.splice(0)) say()
    await settle()
    this.#land()
    const call = this.#calls.shift()
    if (call) this.#answer(call)
    await settle()
  }

  async untilQuiet(): Promise<void> {
    while (this.#asked.length + this.#calls.length > 0 || this.#late) await this.step()
  }

  /**
   * The app dies, and is started anew.
   * @param lands whether the store does what it was at
   * @param aged whether the entries are as a version without keys left them
   */
  relaunch(lands: boolean, aged: boolean): void {
    if (lands && !this.#late) this.#late = this.#calls[0]?.work ?? null
    if (lands) this.#land()
    this.#late = null
    this.#calls = []
    this.#asked = []
    this.room = Infinity
    if (aged) this.#age()
    this.session = this.#launch()
  }

  /** Somebody changes the account's address in the database. */
  readdress(id: string, connection: Connection): void {
    const account = this.records.find((one) => one.id === id)
    if (account?.kind !== 'sample' && account) this.cache.registry.saveAccount({ ...account, connection })
  }

  #age(): void {
    const { registry } = this.cache
    for (const account of registry.list) {
      const entry = this.entries.get(account.id)
      // A version without keys had no such notes either.
      if (!account.tokenStored || !entry || registry.owing.includes(account.id)) continue
      this.entries.set(account.id, { ...entry, dataKey: null })
      this.inUse.delete(account.id)
      registry.saveAccount({ ...account, keyStored: false })
    }
  }

  #land(): void {
    this.#late?.()
    this.#late = null
  }

  #answer({ kind, work, done }: Call): void {
    if (this.mood === 'locked') return done.reject(new AppError('KEYCHAIN_LOCKED'))
    if (this.mood === 'missing') return done.reject(new AppError('KEYCHAIN_MISSING'))
    if (this.mood === 'refused' && kind === 'write') return done.reject(new AppError('KEYCHAIN_REFUSED'))
    if (this.mood === 'late') this.#late = work
    if (this.mood === 'late' || this.mood === 'lost') return done.reject(new AppError('KEYCHAIN_SILENT'))
    work()
    done.resolve()
  }

  async #ask(kind: keyof Keychain, work: () => void): Promise<void> {
    const done = Promise.withResolvers<void>()
    this.#calls.push({ kind, work, done })
    return done.promise
  }

  readonly #keychain: Keychain = {
    read: async (id) => {
      let entry: Entry | null = null
      await this.#ask('read', () => (entry = this.entries.get(id) ?? null))
      return entry
    },
    write: (id, entry) =>
      this.#ask('write', () => {
        if (this.#isInUse(id) && entry.dataKey !== this.inUse.get(id))
          this.wrong.push(`the key of ${id} is overwritten`)
        this.entries.set(id, entry)
      }),
    remove: (id) =>
      this.#ask('remove', () => {
        if (this.#isInUse(id) && !this.erasable.has(id)) this.wrong.push(`the key of ${id} is removed`)
        this.entries.delete(id)
      })
  }

  #isInUse(id: string): boolean {
    const key = this.inUse.get(id)
    return key !== undefined && this.entries.get(id)?.dataKey === key
  }

  /** A token goes nowhere but where it was given. */
  watch = ({ connection, token }: Access): void => {
    const { origin } = ownerOf(token)
    if (origin !== originOf(connection.baseAddress)) this.wrong.push(`${token} goes to ${connection.baseAddress}`)
  }

  /** Whether an account may have this token. */
  isOf({ email, connection }: Account, token: string): boolean {
    const owner = ownerOf(token)
    return owner.email === email && owner.origin === originOf(connection.baseAddress)
  }

  #api(): FakeApi {
    const platform = new FakeApi()
    const asked = (): Promise<void> => new Promise((resolve) => this.#asked.push(resolve))
    platform.signIn = async ({ baseAddress }, { email }) => {
      await asked()
      return { token: tokenOf(email, baseAddress, ++this.#made.tokens), expiresAt: null }
    }
    platform.profile = async (access) => {
      this.watch(access)
      await asked()
      return answer({ ...PROFILE, email: ownerOf(access.token).email ?? null })
    }
    return platform
  }

  #files<A extends unknown[]>(write: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      if (this.room <= 0) throw new AppError('STORAGE')
      this.room -= 1
      write(...args)
    }
  }

  #launch(): Session {
    const { registry } = this.cache
    const files: Registry = {
      ...registry,
      saveAccount: this.#files(registry.saveAccount),
      removeAccount: this.#files(registry.removeAccount),
      orderAccounts: this.#files(registry.orderAccounts),
      setActiveAccountId: this.#files(registry.setActiveAccountId),
      savePendingDeletions: this.#files(registry.savePendingDeletions)
    }
    return createSession({
      api: this.#api(),
      keychain: this.#keychain,
      registry: files,
      clock: new FakeClock(),
      publisher: new Pushes(),
      sample: SAMPLE,
      erase: this.#files((id: string) => {
        this.cache.erase(id)
        this.inUse.delete(id)
      }),
      storedIds: this.cache.accountIds,
      eraseAll: this.#files(() => {
        this.cache.eraseAll()
        this.inUse.clear()
        // The note of what stays in the store is written right after it, and can't be written before.
        this.room = Math.max(this.room, 1)
      }),
      newId: () => `id-${++this.#made.ids}`,
      newKey: () => `key-${++this.#made.keys}`
    })
  }
}
