/** Polls all accounts: one timer, one automatic round at a time, one call per account and topic. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { TOPICS, type Topic, type Progress } from '../../../shared/models/freshness.ts'
import { createProgress } from '../catalogue/progress.ts'
import { isRefusal } from '../is-credential-refused.ts'
import type { Access, AccountStorage } from '../ports/index.ts'
import { hasTransientError, nextRound, reachOf, RETRY_FIRST_MS, retryAfterMs, type Outcomes } from './backoff.ts'
import { fetchTopic } from './fetch-topic.ts'
import { isUsable, wasNeverAsked, type PolledAccount } from './polled-account.ts'
import type { RefreshParts } from './refresh.ts'
import type { Time } from './time.ts'

/** Between the end of a round and the next one of an account that is not open. */
export const GAP_MS = 3_000
/** Node fires timers of more than 24 days at once. */
const LONGEST_WAIT_MS = 24 * 3_600_000

const CANCELLED: ErrorInfo = { code: 'CANCELLED' }

interface Planned {
  account: PolledAccount
  at: number
}

export interface Poller {
  /** Accounts that were asked, or wait for it, by id. */
  accounts: Map<string, PolledAccount>
  canPoll(accountId: string): boolean
  /** Plans the next automatic round; null: none. */
  plan(account: PolledAccount, at: number | null): void
  /**
   * Runs a round now, or joins the one that runs: all topics of the open account, the invoices of any other. While the app
   * is locked, the open account's round waits for `look`.
   * @param haveInvoices leaves out the invoices, which were fetched a moment ago
   * @returns CANCELLED for calls that were not made, or whose account was left; never rejects
   */
  poll(account: PolledAccount, haveInvoices?: boolean): Promise<Outcomes>
  /** Fetches one topic of the open account; never rejects. */
  pollTopic(account: PolledAccount, topic: Topic): Promise<void>
  /** Drops calls and their answers; the round counts as cut short. */
  abort(account: PolledAccount): void
  /** Starts what is due: the app was unlocked, or the computer woke up. */
  look(): void
  progress(): Progress | null
  stop(): void
}

/** @param changed the account's calls or plans changed */
export function createPoller(
  parts: RefreshParts,
  time: Time,
  openId: () => string | null,
  changed: (account: PolledAccount) => void
): Poller {
  const { platform, session, settings, store, freshness, clock, publisher, paused, report } = parts
  const accounts = new Map<string, PolledAccount>()
  const progress = createProgress(clock, publisher)
  let othersFrom = time.now() + GAP_MS
  let stopped = false
  let cancelTimer = (): void => undefined

  const isOpen = ({ id }: PolledAccount): boolean => id === openId()
  const credentialOf = (id: string) => session.state().accounts.find(({ account }) => account.id === id)?.credential

  /** The keychain failed for another account: reading this one's credential for the first time could make it prompt. */
  const mayPrompt = (id: string): boolean =>
    wasNeverAsked(accounts.get(id)) &&
    session
      .state()
      .accounts.some(
        ({ credential, keychainError }) => credential === 'unavailable' && keychainError?.code !== 'KEYCHAIN_CHANGED'
      )
  const canPoll = (id: string): boolean => {
    const credential = credentialOf(id)
    if (id === openId()) return credential !== 'refused'
    return isUsable(credential) && (credential !== 'kept' || !mayPrompt(id))
  }

  /** Among accounts that are due together, the one with the oldest invoices goes first. */
  const soonest = (): Planned | null => {
    const planned: Planned[] = []
    for (const account of accounts.values()) {
      if (account.nextAt === null) continue
      if (!isOpen(account)) planned.push({ account, at: Math.max(account.nextAt, othersFrom) })
      else if (account.nextAt <= time.now()) return { account, at: account.nextAt }
      else planned.push({ account, at: account.nextAt })
    }
    const age = ({ account: one }: Planned, { account: other }: Planned): number => one.invoicesAt - other.invoicesAt
    // Two accounts that were never asked compare as NaN.
    return planned.sort((one, other) => one.at - other.at || age(one, other) || 0)[0] ?? null
  }
  const look = (): void => {
    cancelTimer()
    const isBusy = [...accounts.values()].some(({ round }) => round !== null)
    if (stopped || paused() || isBusy) return
    const next = soonest()
    if (!next) return
    const wait = next.at - time.now()
    if (wait > 0) {
      cancelTimer = clock.after(Math.min(wait, LONGEST_WAIT_MS), look)
      return
    }
    next.account.nextAt = null
    void poll(next.account)
    look()
  }
  const lookAfterRound = (): void => {
    othersFrom = time.now() + GAP_MS
    look()
  }
  const plan = (account: PolledAccount, at: number | null): void => {
    account.nextAt = at
    look()
    changed(account)
  }
  const planNext = (account: PolledAccount, outcomes: Outcomes): void => {
    const wait = retryAfterMs(outcomes, time.until)
    account.notBefore = time.now() + wait
    const next = nextRound(outcomes, account.failedRounds, settings().refreshMinutes * 60_000, clock)
    if (!next) return
    account.failedRounds = next.failedRounds
    plan(account, time.now() + Math.max(next.ms, wait))
  }

  /** Keeps the account's storage open for the listener. */
  const announce = (id: string): void => {
    store
      .withAccountStorage(id, async (storage) => parts.fetched(id, storage))
      .catch((error: unknown) => {
        // The account may be removed by now.
        if (toErrorInfo(error).code === 'INTERNAL') report(error)
      })
  }
  const fetch = async (account: PolledAccount, topic: Topic, asked: Promise<Access>, signal: AbortSignal) => {
    try {
      const access = await asked
      if (signal.aborted) throw new AppError('CANCELLED')
      const fetchInto = async (storage: AccountStorage): Promise<void> => {
        await fetchTopic(topic, { platform, clock, access, cache: storage, signal, progress })
        if (topic === 'invoices' && !signal.aborted) announce(account.id)
      }
      await (isOpen(account) ? fetchInto(store.current()) : store.withAccountStorage(account.id, fetchInto))
      return null
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      if (error.code === 'INTERNAL') report(thrown)
      return error
    }
  }
  const call = (account: PolledAccount, topic: Topic, access: Promise<Access>): Promise<ErrorInfo | null> => {
    const running = account.calls.get(topic)
    if (running) return running.outcome
    const { signal: left } = account.scope
    const cancel = new AbortController()
    const conclude = (error: ErrorInfo | null): ErrorInfo | null => {
      if (left.aborted) return CANCELLED
      // A call that the person cancelled says nothing: the earlier outcome stands.
      const isCancelled = error !== null && cancel.signal.aborted
      if (!isCancelled) account.failures = { ...account.failures, [topic]: error }
      if (topic === 'invoices') account.invoicesAt = time.now()
      account.calls.delete(topic)
      if (isOpen(account)) freshness.end(topic, account.failures[topic])
      changed(account)
      return isCancelled ? CANCELLED : error
    }
    const outcome = fetch(account, topic, access, AbortSignal.any([left, cancel.signal])).then(conclude)
    account.calls.set(topic, { outcome, cancel: () => cancel.abort() })
    if (isOpen(account)) freshness.begin(topic)
    changed(account)
    return outcome
  }

  /** Every call of a whole round was refused: the sign-in has ended. */
  const endSignIn = async (account: PolledAccount, access: Promise<Access>): Promise<void> => {
    const { signal } = account.scope
    const used = await access.catch(() => null)
    if (!used || signal.aborted) return
    session.refused(account.id, used.token)
    // The person signed in meanwhile: the earlier token was refused.
    if (credentialOf(account.id) !== 'refused') plan(account, time.now() + RETRY_FIRST_MS)
  }
  const accessTo = (account: PolledAccount): Promise<Access> => {
    const access = session.accessTo(account.id)
    // Running calls are joined, so nobody may wait for this one.
    access.catch(() => undefined)
    return access
  }

  const poll = (account: PolledAccount, haveInvoices = false): Promise<Outcomes> => {
    const whole = isOpen(account)
    if (stopped || !canPoll(account.id)) return Promise.resolve([CANCELLED])
    if (paused()) {
      if (whole) plan(account, time.now())
      return Promise.resolve([CANCELLED])
    }
    // An account that is opened during its background round gets a whole one, which joins the call for its invoices.
    if (account.round?.whole === whole) return account.round.outcomes
    account.nextAt = null
    account.cutShort = false
    if (whole) account.begunAt = time.now()
    const access = accessTo(account)
    const topics: readonly Topic[] = whole ? TOPICS : ['invoices']
    const run = async (): Promise<Outcomes> => {
      const outcomes = await Promise.all(
        topics.map((topic) =>
          haveInvoices && topic === 'invoices' ? Promise.resolve(null) : call(account, topic, access)
        )
      )
      // Aborted, or a whole round has taken over.
      if (account.round !== round) return outcomes
      account.reach = reachOf(outcomes) ?? account.reach
      if (whole) account.endedAt = time.now()
      const isRefused = outcomes.some((error) => error?.code === 'UNAUTHORIZED')
      if (whole && isRefused && outcomes.every((error) => error && isRefusal(error))) await endSignIn(account, access)
      else planNext(account, outcomes)
      if (account.round === round) account.round = null
      lookAfterRound()
      changed(account)
      return outcomes
    }
    const round = { whole, outcomes: run() }
    account.round = round
    return round.outcomes
  }

  const pollTopic = async (account: PolledAccount, topic: Topic): Promise<void> => {
    if (stopped || paused() || !canPoll(account.id)) {
      await poll(account)
      return
    }
    const { signal } = account.scope
    const outcomes = [await call(account, topic, accessTo(account))]
    if (signal.aborted) return
    account.reach = reachOf(outcomes) ?? account.reach
    // The token may be valid for other endpoints only: a whole round decides.
    if (outcomes.some((error) => error?.code === 'UNAUTHORIZED')) {
      await poll(account)
      return
    }
    if (hasTransientError(outcomes)) planNext(account, outcomes)
    changed(account)
  }

  return {
    accounts,
    canPoll,
    plan,
    poll,
    pollTopic,
    abort(account) {
      account.scope.abort()
      account.scope = new AbortController()
      account.calls.clear()
      account.trustedAt = -Infinity
      if (isOpen(account)) progress.clear()
      if (!account.round) return
      account.round = null
      account.cutShort = true
      lookAfterRound()
    },
    look,
    progress: () => progress.now(),
    stop() {
      stopped = true
      cancelTimer()
      for (const account of accounts.values()) {
        account.scope.abort()
        account.round = null
      }
    }
  }
}
