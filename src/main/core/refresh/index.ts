/** When the platform is asked: on start, every 15 minutes, when the person says so, and again soon after a failure. */
import { isOfVault } from '../../../shared/ipc/failure-rules.ts'
import { failureOf } from '../../../shared/ipc/failure.ts'
import type { CredentialState } from '../../../shared/model/account.ts'
import { TOPICS, type Topic } from '../../../shared/model/freshness.ts'
import type { Progress } from '../../../shared/model/progress.ts'
import { nextTry, reachOf, RETRY_FIRST_MS, somePass } from './next-try.ts'
import { backAt, LATELY_MS, type LeftAt } from './pace.ts'
import type { Access } from '../ports.ts'
import { isRefusal } from '../refusal.ts'
import type { Session } from '../session/index.ts'
import { unlessSealed } from '../store.ts'
import { createTries, type TryParts } from './tries.ts'

export interface RefreshParts extends TryParts {
  session: Session
  /** While this is so nothing is begun: the app is locked. What comes due waits for `nudge`. */
  paused: () => boolean
}

export interface Refresh {
  /** Fetches one topic or all; ends when the try ended. Outcomes are in the freshness book; never rejects. */
  run(topic: Topic | null): Promise<void>
  /** Tries now if something failed, is overdue or was put off: the computer woke up, the app was unlocked. */
  nudge(): void
  /**
   * A single call was refused by the platform (UNAUTHORIZED): one whole round decides whether the sign-in has ended, however
   * many calls raise the doubt. Where it decided lately that it has not, that stands.
   */
  doubt(): void
  /** How far the catalogue's try is; null: none is under way. */
  progress(): Progress | null
  /** Ends the catalogue's try, if one is under way: what is stored stays, and so does what was known of the try before. */
  cancelCatalogue(): void
  /** Aborted when the account that is open now is left, or spoken to otherwise. */
  whileOpen(): AbortSignal
  reach(): 'unknown' | 'online' | 'offline'
  nextTryAt(): string | null
  /** Ends what is under way and plans nothing more. */
  stop(): void
}

interface Round extends Pick<LeftAt, 'begunAt' | 'endedAt'> {
  /** Some call of it was answered as it should be. */
  worked: boolean
}

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, store, freshness, clock, publisher, paused } = parts
  const tries = createTries(parts)
  /** Accounts that were left, by id. */
  const left = new Map<string, LeftAt>()
  let abort = new AbortController()
  let reach: LeftAt['reach'] = 'unknown'
  let round: { signal: AbortSignal; done: Promise<void> } | null = null
  let latest: Round | null = null
  let failedRounds = 0
  let planned: { at: number; cancel: () => void } | null = null
  /** Asked for while paused. */
  let putOff = false
  /** When a doubt was settled in the sign-in's favour. */
  let trustedAt = -Infinity

  const time = (): number => clock.now().getTime()

  const plan = (ms: number): void => {
    planned?.cancel()
    planned = { at: time() + ms, cancel: clock.after(ms, () => void run(null)) }
    publisher.publish('statusChanged')
  }
  const unplan = (): void => {
    planned?.cancel()
    planned = null
  }

  /** Whoever asks for everything while everything is being asked for waits for the same round. */
  const run = (topic: Topic | null): Promise<void> => {
    // What was refused stays refused until somebody signs in.
    if (!session.account() || credentialNow() === 'refused') return Promise.resolve()
    if (paused()) {
      putOff = true
      return Promise.resolve()
    }
    if (topic !== null) return runTopics([topic], abort.signal)
    if (round?.signal === abort.signal) return round.done
    unplan()
    putOff = false
    latest = { begunAt: time(), endedAt: null, worked: false }
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
    const failures = await Promise.all(topics.map((one) => tries.once(one, access, signal)))
    if (signal.aborted) return
    if (whole && latest) Object.assign(latest, { endedAt: time(), worked: failures.includes(null) })
    reach = reachOf(failures) ?? reach
    const unauthorized = failures.some((failure) => failure?.code === 'UNAUTHORIZED')
    // One refused call may be a key that is only good elsewhere: all of them together tell.
    if (unauthorized && !whole) return run(null)
    if (unauthorized && failures.every((failure) => failure && isRefusal(failure))) {
      await giveUp(access, signal)
    } else if (whole || somePass(failures)) {
      const next = nextTry(failures, failedRounds, clock)
      failedRounds = next?.failedRounds ?? failedRounds
      if (next) plan(next.ms)
    }
    publisher.publish('statusChanged')
  }

  /** Every call of a round was refused. */
  const giveUp = async (access: Promise<Access>, signal: AbortSignal): Promise<void> => {
    const used = await access.catch(() => null)
    const account = session.account()
    if (!used || !account || signal.aborted) return
    session.refused(account.id, used.token)
    // Somebody signed in meanwhile: it was the token before that was refused.
    if (credentialNow() !== 'refused') plan(RETRY_FIRST_MS)
  }

  const begin = (): void => {
    unplan()
    failedRounds = 0
    if (session.account()) void run(null)
  }

  const spokenTo = (): string => JSON.stringify(session.account()?.connection ?? null)
  const credentialNow = (): CredentialState | null => {
    const state = session.state()
    return state.status === 'signedIn' ? state.credential : null
  }
  const accountNow = () => ({ id: session.account()?.id ?? null, way: spokenTo(), credential: credentialNow() })
  let open = accountNow()

  /** Ends what is under way. What is remembered of the account that was open is for when it is opened again. */
  const leave = (): void => {
    const { id, way, credential } = open
    if (id !== null && credential !== null && latest) {
      const failure = (topic: Topic) => freshness.failure(topic)
      const failures = {
        profile: failure('profile'),
        catalogue: failure('catalogue'),
        invoices: failure('invoices')
      }
      const { begunAt, endedAt } = latest
      left.set(id, { way, credential, begunAt, endedAt, nextAt: planned?.at ?? null, failedRounds, reach, failures })
    }
    abort.abort()
    abort = new AbortController()
    tries.forget()
    unplan()
    latest = null
    putOff = false
    trustedAt = -Infinity
    reach = 'unknown'
  }

  /** An account was opened: the first time of this launch, or again. */
  const enter = (): void => {
    const known = open.id === null ? undefined : left.get(open.id)
    const same = known?.way === open.way && known.credential === open.credential ? known : null
    freshness.reset(same ? same.failures : null)
    const at = same ? backAt(same, time()) : 0
    if (!same || at === 0) return begin()
    reach = same.reach
    failedRounds = same.failedRounds
    latest = { begunAt: same.begunAt, endedAt: same.endedAt, worked: false }
    if (at !== null) plan(Math.max(at - time(), 0))
    void beginIfLost(abort.signal)
  }

  /** What was fetched lately may be gone by now: the file was damaged, or it was in memory only. */
  const beginIfLost = async (signal: AbortSignal): Promise<void> => {
    const cache = store.current()
    const lost = async (topic: Topic): Promise<boolean> => {
      if (latest?.endedAt === null || freshness.failure(topic) !== null) return false
      return unlessSealed(cache.info(topic).then((info) => info === null)).then((gone) => gone === true)
    }
    try {
      const gone = await Promise.all(TOPICS.map(lost))
      if (!signal.aborted && gone.includes(true)) begin()
    } catch (error) {
      if (!signal.aborted && failureOf(error).code === 'INTERNAL') parts.report(error)
    }
  }

  const forgetGone = (): void => {
    const there = session.state().accounts.filter(({ credential }) => credential !== 'signedOut')
    for (const id of left.keys()) if (!there.some(({ account }) => account.id === id)) left.delete(id)
  }

  session.onChange(() => {
    const before = open
    const now = accountNow()
    const moved = now.id === before.id && now.way !== before.way
    if (now.id !== before.id || moved) leave()
    open = now
    forgetGone()
    if (now.id !== before.id) enter()
    // The same account, spoken to otherwise: what is stored of it stays, and so does what is known of it.
    else if (moved) begin()
    else if (now.credential !== before.credential) {
      if (now.credential === 'kept' || now.credential === 'memory') begin()
      else if (now.credential === 'refused') unplan()
    }
    publisher.publish('statusChanged')
  })

  return {
    run,
    nudge() {
      const waiting = TOPICS.some((topic) => {
        const failure = freshness.failure(topic)
        return failure !== null && !isOfVault(failure)
      })
      const late = planned !== null && planned.at <= time()
      if (putOff || waiting || late) begin()
    },
    doubt() {
      if (time() - trustedAt < LATELY_MS) return
      const before = latest
      const done = run(null)
      const mine = latest
      // A round that began before may have been answered before the sign-in ended.
      if (!mine || mine === before) return
      void done.then(() => {
        if (mine === latest && mine.worked) trustedAt = time()
      })
    },
    progress: () => tries.progress(),
    cancelCatalogue: () => tries.cancelCatalogue(),
    whileOpen: () => abort.signal,
    reach: () => reach,
    nextTryAt: () => (planned ? new Date(planned.at).toISOString() : null),
    stop() {
      unplan()
      abort.abort()
    }
  }
}
