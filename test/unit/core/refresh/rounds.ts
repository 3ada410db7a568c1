/** Several accounts at one platform, and all that asks it: what was asked when, and never two accounts by themselves at once. */
import { createFreshnessBook, type FreshnessBook } from '../../../../src/main/core/refresh/freshness.ts'
import type { Access, AccountStorage } from '../../../../src/main/core/ports/index.ts'
import { createRefresh, type Refresh } from '../../../../src/main/core/refresh/index.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { createOpenAccountStorage, type OpenAccountStorage } from '../../../../src/main/core/open-account-storage.ts'
import { AppError, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { DEFAULT_SETTINGS } from '../../../../src/shared/models/settings.ts'
import {
  answer,
  FakeClock,
  FakeApi,
  MemoryStorage,
  MemoryKeychain,
  PROFILE,
  productRecord,
  Pushes,
  settle
} from '../../../support/ports.ts'
import { listing } from '../../../support/catalogue.ts'
import { launchSession, signIn } from '../launch.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export class Rounds {
  clock = new FakeClock()
  platform = new FakeApi()
  keychain = new MemoryKeychain()
  cache = new MemoryStorage()
  publisher = new Pushes()
  session!: Session
  store!: OpenAccountStorage
  freshness!: FreshnessBook
  refresh!: Refresh
  paused = false
  online = true
  minutes: (typeof DEFAULT_SETTINGS)['refreshMinutes'] = 15
  reported: unknown[] = []
  /** What was fetched, by account id. */
  fetched: string[] = []
  onFetched: (id: string, cache: AccountStorage) => Promise<void> | void = () => undefined

  /** Calls that reached the provider: `<topic> of token-<n>`. */
  asked: string[] = []
  /** When, by the clock that nobody sets. */
  times: { call: string; at: number }[] = []
  /** How a call ends; null: well. */
  failing: (call: string) => ErrorInfo | null = () => null
  /** Those of these calls wait for this. */
  held: Promise<void> | null = null
  holding = /./
  /** Accounts that are being asked, by token, with the calls under way; the most that ever were. */
  #under = new Map<string, number>()
  mostAtOnce = 0

  constructor() {
    let tokens = 0
    const { platform } = this
    platform.signIn = async () => ({ token: `token-${++tokens}`, expiresAt: null })
    platform.profile = (access) => this.#call('profile', access, async () => answer(PROFILE))
    platform.products = (...asked) =>
      this.#call('catalogue', asked[0], () => listing([productRecord(`of ${asked[0].token}`)])(...asked))
    platform.invoices = (access) => this.#call('invoices', access, async () => answer([]))
    this.launch()
  }

  launch(): void {
    const { clock, platform, keychain, cache, publisher } = this
    const report = (error: unknown): void => void this.reported.push(error)
    this.session = launchSession({ clock, platform, keychain, cache, publisher })
    this.store = createOpenAccountStorage(cache, this.session, report)
    this.freshness = createFreshnessBook(publisher)
    this.refresh = createRefresh({
      platform,
      session: this.session,
      store: this.store,
      freshness: this.freshness,
      clock,
      publisher,
      settings: () => ({ refreshMinutes: this.minutes }),
      network: { online: () => this.online },
      paused: () => this.paused,
      fetched: (id, its) => (this.fetched.push(id), this.onFetched(id, its)),
      report
    })
  }

  /** Accounts id-1, id-2 … with token-1, token-2 …, of which the last one is open; then a new launch with the first one open. */
  async relaunch(count: number): Promise<void> {
    for (let n = 1; n <= count; n += 1) await signIn(this.session, `person-${n}@example.com`)
    await this.session.switchTo('id-1')
    await settle()
    this.refresh.stop()
    this.launch()
    this.clear()
  }

  async started(count: number): Promise<void> {
    await this.relaunch(count)
    await this.refresh.start()
    await this.pass(MINUTE)
    this.clear()
  }

  clear(): void {
    this.asked = []
    this.times = []
    this.fetched = []
    this.mostAtOnce = 0
  }

  async pass(ms: number): Promise<void> {
    await settle()
    await this.clock.advance(ms)
    await settle()
  }

  /** Of the calls since `clear`, those of that kind, sorted. */
  calls(of = /./): string[] {
    return this.asked.filter((call) => of.test(call)).toSorted()
  }
  invoicesOf(n: number): number {
    return this.calls(new RegExp(`^invoices of token-${n}$`)).length
  }

  async #call<T>(topic: string, { token }: Access, work: () => Promise<T>): Promise<T> {
    const call = `${topic} of ${token}`
    this.asked.push(call)
    this.times.push({ call, at: this.clock.elapsed() })
    this.#under.set(token, (this.#under.get(token) ?? 0) + 1)
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#under.size)
    try {
      const error = this.failing(call)
      if (this.holding.test(call)) await this.held
      if (error) {
        const { code, ...more } = error
        throw new AppError(code, { host: 'host.example', ...more })
      }
      return await work()
    } finally {
      const left = (this.#under.get(token) ?? 1) - 1
      if (left > 0) this.#under.set(token, left)
      else this.#under.delete(token)
    }
  }
}
