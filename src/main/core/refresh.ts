/** When the platform is asked: on start, every 15 minutes, when the person says so, and again soon after a failure. */
import { failureOf, Fault, type Failure, type FailureCode } from '../../shared/ipc/failure.ts'
import type { CredentialState } from '../../shared/model/account.ts'
import { TOPICS, type Topic } from '../../shared/model/freshness.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Access, AccountCache, Clock, Platform, Publisher } from './ports.ts'
import type { Session } from './session.ts'
import type { OpenStore } from './store.ts'

export const EVERY_MS = 15 * 60_000
/** First wait after a failed round; doubles up to the regular interval. */
const RETRY_FIRST_MS = 2_000
const RETRY_LONGEST_MS = 5 * 60_000

/** Failures that say that the platform was not reached at all. */
const UNREACHED: readonly FailureCode[] = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']
/** Failures that pass by themselves, so that trying again soon makes sense. */
const PASSING: readonly FailureCode[] = [...UNREACHED, 'SERVER', 'RATE_LIMITED']

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
  /** Tries now if something failed or is old: the computer woke up, or the network came back. */
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
    // The account may have changed while the answer was on its way; it must not land in another account's file.
    const still = (): void => {
      if (signal.aborted) throw new Fault('CANCELLED')
    }
    if (topic === 'profile') {
      const { value, notes } = await platform.profile(access, signal)
      still()
      await cache.saveProfile(value, { fetchedAt: stamp(), notes })
    } else if (topic === 'catalogue') {
      const { value, notes } = await platform.products(access, {}, signal)
      still()
      await cache.saveProducts(value, { fetchedAt: stamp(), notes })
    } else {
      const { value, notes } = await platform.invoices(access, signal)
      still()
      await cache.saveInvoices(value, { fetchedAt: stamp(), notes })
    }
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
    if (failure && UNREACHED.includes(failure.code)) reach = 'offline'
    else if (!failure || failure.status !== undefined) reach = 'online'
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

  const run = async (topic: Topic | null): Promise<void> => {
    const account = session.account()
    if (!account) return
    const { signal } = abort
    if (topic === null) unplan()
    const access = session.access()
    const topics = topic === null ? TOPICS : [topic]
    const failures = await Promise.all(topics.map((one) => once(one, access)))
    if (signal.aborted) return
    if (failures.some((failure) => failure?.code === 'UNAUTHORIZED')) {
      const token = await access.then(
        (had) => had.token,
        () => null
      )
      if (token === null) return
      // One refused call may be a key that is only good elsewhere: all of them together tell.
      if (topic !== null) return run(null)
      if (!failures.includes(null)) return session.refused(token)
    }
    if (topic === null) planNext(failures)
  }

  const planNext = (failures: (Failure | null)[]): void => {
    const failed = failures.filter((failure) => failure !== null)
    if (!failed.some((failure) => PASSING.includes(failure.code))) {
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

  let opened = session.account()?.id
  const credentialNow = (): CredentialState | null => {
    const state = session.state()
    return state.status === 'signedIn' ? state.credential : null
  }
  let credential = credentialNow()
  session.onChange(() => {
    const now = session.account()?.id
    const then = credential
    credential = credentialNow()
    if (now !== opened) {
      opened = now
      abort.abort()
      abort = new AbortController()
      running.clear()
      reach = 'unknown'
      freshness.reset()
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
      const waiting = TOPICS.some((topic) => freshness.failure(topic) !== null)
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
