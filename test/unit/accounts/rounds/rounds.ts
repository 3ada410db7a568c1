/** Several accounts at one provider, and what it is asked when. */
import type { Access, AccountStorage } from '../../../../src/main/ports/index.ts'
import { Refresh } from '../../../../src/main/accounts/rounds/refresh.ts'
import { AppError, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { Topic } from '../../../../src/shared/models/freshness.ts'
import type { DEFAULT_SETTINGS } from '../../../../src/shared/models/settings.ts'
import { listing } from '../../../support/catalogue.ts'
import { answer, PROFILE, productRecord, settle } from '../../../support/ports.ts'
import { launchCore, signIn, world } from '../../app/launch.ts'

export const SECOND = 1_000
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** As core.ts does it. */
export function connect({ events }: ReturnType<typeof launchCore>, refresh: Refresh): void {
  const publish = events.changed
  events.changed = (account, topic) => {
    publish(account, topic)
    refresh.callsChanged(account)
  }
  events.callBegan = (account) => refresh.callsChanged(account)
  events.stateChanged = (account) => refresh.stateChanged(account)
  events.roundEnded = (account) => refresh.roundEnded(account)
}

export class Rounds {
  #world = { ...world(), asks: true, refreshMinutes: () => this.minutes, isBalanceWatched: () => this.isBalanceWatched }
  core = launchCore(this.#world)
  refresh!: Refresh
  online = true
  onScreen = true
  /** How often it was looked whether the network is there. */
  networkLooks = 0
  minutes: (typeof DEFAULT_SETTINGS)['refreshMinutes'] = 15
  isBalanceWatched = false
  /** When the tokens of sign-ins expire. */
  expiresAt: string | null = null
  /** Accounts whose invoices were fetched. */
  fetched: string[] = []
  onFetched: (id: string, storage: AccountStorage) => Promise<void> | void = () => undefined

  /** Calls that reached the provider, `<topic> of token-<n>`, and when, by the clock that nobody sets. */
  times: { call: string; at: number }[] = []
  /** How a call ends; null: well. */
  failing: (call: string) => ErrorInfo | null = () => null
  /** Answers of the calls in `holding` wait for this. */
  held: Promise<void> | null = null
  holding = /./
  /** Accounts that are being asked, by token, with the calls under way; the most that ever were. */
  #under = new Map<string, number>()
  mostAtOnce = 0

  constructor() {
    let tokens = 0
    const { platform } = this.#world
    platform.signIn = async () => ({ token: `token-${++tokens}`, expiresAt: this.expiresAt })
    platform.profile = (access) => this.#call('profile', access, async () => answer(PROFILE))
    platform.products = (...asked) =>
      this.#call('catalogue', asked[0], () => listing([productRecord(`of ${asked[0].token}`)])(...asked))
    platform.invoices = (access) => this.#call('invoices', access, async () => answer([]))
    platform.plans = (access) => this.#call('plans', access, async () => answer([]))
    this.launch()
  }

  get clock() {
    return this.core.clock
  }
  get accounts() {
    return this.core.accounts
  }
  /** Of the account that is shown. */
  get shown() {
    return this.accounts.shown?.rounds
  }
  get keychain() {
    return this.core.keychain
  }

  launch(): void {
    this.#world.asks = true
    this.core = launchCore(this.#world)
    this.refresh = new Refresh({
      ...this.core.parts,
      everyMs: this.core.everyMs,
      network: { online: () => ((this.networkLooks += 1), this.online) },
      onScreen: () => this.onScreen
    })
    connect(this.core, this.refresh)
    this.core.events.invoicesFetched = ({ id }, storage) => (this.fetched.push(id), this.onFetched(id, storage))
  }

  /** Accounts id-1, id-2 … with token-1, token-2 …, of which the last one is shown; then a new launch that shows the first one. */
  async relaunch(count: number): Promise<void> {
    for (let n = 1; n <= count; n += 1) await signIn(this.accounts, `person-${n}@example.com`)
    this.accounts.show('id-1')
    await settle()
    this.stop()
    this.launch()
    this.clear()
  }

  /** As the page does when the user refreshes one topic, or all (null). */
  async fetch(topic: Topic | null): Promise<void> {
    if (this.accounts.shown) await this.refresh.fetch(this.accounts.shown, topic)
  }
  /** Of the account that is shown, or any other. */
  error(topic: Topic, id?: string) {
    const account = id === undefined ? this.accounts.shown : this.accounts.find(id)
    return account?.rounds.calls.errors[topic] ?? null
  }

  /** Milliseconds until each timer. Those of storages that wait to be idle aren't meant. */
  planned(): number[] {
    this.accounts.closeStorages()
    return this.clock.planned()
  }

  /** The app ends. */
  stop(): void {
    this.#world.asks = false
    this.refresh.stop()
    this.accounts.stop()
    this.accounts.closeStorages()
  }

  async started(count: number): Promise<void> {
    await this.relaunch(count)
    await this.refresh.start()
    await this.pass(MINUTE)
    this.clear()
  }

  clear(): void {
    this.times = []
    this.fetched = []
    this.mostAtOnce = 0
  }

  async pass(ms: number): Promise<void> {
    await settle()
    await this.clock.advance(ms)
    await settle()
  }

  async #call<T>(topic: string, { token }: Access, work: () => Promise<T>): Promise<T> {
    const call = `${topic} of ${token}`
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
