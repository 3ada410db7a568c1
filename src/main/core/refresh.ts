/** When the platform is asked: on start, every 15 minutes, when the person says so, and again soon after a failure. */
import { failureOf, Fault, type Failure, type FailureCode } from '../../shared/ipc/failure.ts'
import type { CredentialState } from '../../shared/model/account.ts'
import { TOPICS, type Topic } from '../../shared/model/freshness.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Access, AccountCache, Answer, Clock, Platform, Publisher, StoredInfo, Validators } from './ports.ts'
import type { Session } from './session.ts'
import type { OpenStore } from './store.ts'
import { REFUSING } from './whose-token.ts'

export const EVERY_MS = 15 * 60_000
/** First wait after a failed round; doubles up to the regular interval. */
const RETRY_FIRST_MS = 2_000
const RETRY_LONGEST_MS = 5 * 60_000

/** Failures that say that the platform was not reached at all. */
const UNREACHED: readonly FailureCode[] = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']
/** Failures that pass by themselves, so that trying again soon makes sense. */
const PASSING: readonly FailureCode[] = [...UNREACHED, 'SERVER', 'RATE_LIMITED']
const VAULT: readonly FailureCode[] = ['VAULT_LOCKED', 'VAULT_MISSING']

const passes = (failure: Failure | null): boolean => failure !== null && PASSING.includes(failure.code)

export interface RefreshParts {
  platform: Platform
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  /** Told of errors that no Failure code describes. */
  report: (error: unknown) => void
}

export interface Refresh {
  /** Fetches one topic or all; ends when the try ended. Outcomes are in the freshness book; never rejects. */
  run(topic: Topic | null): Promise<void>
  /** Tries now if something failed or is overdue: the computer woke up. */
  nudge(): void
  reach(): 'unknown' | 'online' | 'offline'
  nextTryAt(): string | null
  /** Ends what is under way and plans nothing more. */
  stop(): void
}

export function createRefresh(parts: RefreshParts): Refresh {
  const { platform, session, store, freshness, clock, publisher } = parts
  const running = new Map<Topic, Promise<Failure | null>>()
  let abort = new AbortController()
  let reach: 'unknown' | 'online' | 'offline' = 'unknown'
  let round: { signal: AbortSignal; done: Promise<void> } | null = null
  let failedRounds = 0
  let planned: { at: number; cancel: () => void } | null = null

  const plan = (ms: number): void => {
    planned?.cancel()
    planned = { at: clock.now().getTime() + ms, cancel: clock.after(ms, () => void run(null)) }
    publisher.publish('statusChanged')
  }
  const unplan = (): void => {
    planned?.cancel()
    planned = null
  }

  const fetchTopic = async (topic: Topic, access: Access, cache: AccountCache, signal: AbortSignal): Promise<void> => {
    const stamp = () => clock.now().toISOString()
    /** False when there was nothing new to store. */
    const keep = async <T>(
      answer: Answer<T> | null,
      save: (value: T, info: StoredInfo) => Promise<void>
    ): Promise<boolean> => {
      // The account may have changed while the answer was on its way; it must not land in another account's file.
      if (signal.aborted) throw new Fault('CANCELLED')
      if (answer === null) return false
      const { value, notes, validators } = answer
      await save(value, { fetchedAt: stamp(), notes, validators })
      return true
    }
    const ask = async (known: Validators | null): Promise<boolean> => {
      const how = { signal, known }
      if (topic === 'profile') {
        return keep(await platform.profile(access, how), (value, info) => cache.saveProfile(value, info))
      }
      if (topic === 'catalogue') {
        return keep(await platform.products(access, {}, how), (value, info) => cache.saveProducts(value, info))
      }
      return keep(await platform.invoices(access, how), (value, info) => cache.saveInvoices(value, info))
    }
    const known = (await cache.info(topic))?.validators ?? null
    if (await ask(known)) return
    // "Nothing has changed" is of use only as long as it is stored: a damaged file may have been made anew meanwhile.
    if (known && (await cache.info(topic))) return cache.confirm(topic, stamp())
    if (!(await ask(null))) throw new Fault('BAD_REPLY', { found: 'empty' })
  }

  const attempt = async (topic: Topic, access: Promise<Access>, signal: AbortSignal): Promise<Failure | null> => {
    freshness.begin(topic)
    let failure: Failure | null = null
    try {
      await fetchTopic(topic, await access, store.current(), signal)
    } catch (error) {
      failure = failureOf(error)
      if (failure.code === 'INTERNAL') parts.report(error)
    }
    if (signal.aborted) return { code: 'CANCELLED' }
    freshness.end(topic, failure)
    return failure
  }

  const once = (topic: Topic, access: Promise<Access>): Promise<Failure | null> => {
    const under = running.get(topic)
    if (under) return under
    const { signal } = abort
    const started = attempt(topic, access, signal).finally(() => {
      if (running.get(topic) === started) running.delete(topic)
      publisher.publish('statusChanged')
    })
    running.set(topic, started)
    publisher.publish('statusChanged')
    return started
  }

  /** Whoever asks for everything while everything is being asked for waits for the same round. */
  const run = (topic: Topic | null): Promise<void> => {
    if (!session.account()) return Promise.resolve()
    if (topic !== null) return runTopics([topic], abort.signal)
    if (round?.signal === abort.signal) return round.done
    unplan()
    const { signal } = abort
    const started = runTopics(TOPICS, signal).finally(() => {
      if (round?.done === started) round = null
    })
    round = { signal, done: started }
    return started
  }

  const runTopics = async (topics: readonly Topic[], signal: AbortSignal): Promise<void> => {
    const whole = topics === TOPICS
    const access = session.access()
    // If every topic is under way already, nobody else waits for this one.
    access.catch(() => undefined)
    const failures = await Promise.all(topics.map((one) => once(one, access)))
    if (signal.aborted) return
    judgeReach(failures)
    const unauthorized = failures.some((failure) => failure?.code === 'UNAUTHORIZED')
    // One refused call may be a key that is only good elsewhere: all of them together tell.
    if (unauthorized && !whole) return run(null)
    if (unauthorized && failures.every((failure) => failure && REFUSING.includes(failure.code))) {
      const used = await access.catch(() => null)
      if (used) session.refused(used.token)
    } else if (whole || failures.some(passes)) {
      planNext(failures)
    }
    publisher.publish('statusChanged')
  }

  /** Reached, if any call of the round was answered; a failure of our own says nothing about the network. */
  const judgeReach = (failures: (Failure | null)[]): void => {
    const unreached = (failure: Failure | null) => failure !== null && UNREACHED.includes(failure.code)
    if (failures.some((failure) => !failure || (failure.host !== undefined && !unreached(failure)))) reach = 'online'
    else if (failures.some(unreached)) reach = 'offline'
  }

  const planNext = (failures: (Failure | null)[]): void => {
    const failed = failures.filter((failure) => failure !== null)
    // Asking a locked store again would only make it prompt again: that waits for the person.
    if (failed.length > 0 && failed.every((failure) => VAULT.includes(failure.code))) return
    if (!failed.some(passes)) {
      failedRounds = 0
      plan(EVERY_MS * (0.9 + 0.2 * clock.random()))
      return
    }
    const wait = Math.min(RETRY_FIRST_MS * 2 ** failedRounds, RETRY_LONGEST_MS) * (0.75 + 0.5 * clock.random())
    failedRounds += 1
    const asked = failed.map((failure) => (failure.retryAt ? Date.parse(failure.retryAt) - clock.now().getTime() : 0))
    plan(Math.max(wait, ...asked.filter(Number.isFinite)))
  }

  const begin = (): void => {
    unplan()
    failedRounds = 0
    if (session.account()) void run(null)
  }

  const spokenTo = (): string => JSON.stringify(session.account()?.connection ?? null)
  let opened = session.account()?.id
  let way = spokenTo()
  const credentialNow = (): CredentialState | null => {
    const state = session.state()
    return state.status === 'signedIn' ? state.credential : null
  }
  let credential = credentialNow()
  session.onChange(() => {
    const now = session.account()?.id
    const then = credential
    credential = credentialNow()
    if (now !== opened || way !== spokenTo()) {
      abort.abort()
      abort = new AbortController()
      running.clear()
      reach = 'unknown'
      // The same account, spoken to otherwise: what is stored of it stays, and so does what is known of it.
      if (now !== opened) freshness.reset()
      opened = now
      way = spokenTo()
      begin()
    } else if (then !== credential && (credential === 'kept' || credential === 'memory')) {
      begin()
    } else if (credential === 'refused') {
      unplan()
    }
    publisher.publish('statusChanged')
  })

  return {
    run,
    nudge() {
      const waiting = TOPICS.some((topic) => {
        const failure = freshness.failure(topic)
        return failure !== null && !VAULT.includes(failure.code)
      })
      const late = planned !== null && planned.at <= clock.now().getTime()
      if (waiting || late) begin()
    },
    reach: () => reach,
    nextTryAt: () => (planned ? new Date(planned.at).toISOString() : null),
    stop() {
      unplan()
      abort.abort()
    }
  }
}
