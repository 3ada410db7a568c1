/** The open account's rounds, which ask for everything. Opening another one ends what is under way. */
import { isKeychainError } from '../../../shared/ipc/error-rules.ts'
import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { CredentialState } from '../../../shared/models/account.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import type { Access } from '../ports/index.ts'
import { isRefusal } from '../is-credential-refused.ts'
import { unlessSealed } from '../open-account-storage.ts'
import { isOfUse, wayOf, type Context } from './context.ts'
import { reachOf, RETRY_FIRST_MS, somePass } from './next-try.ts'
import type { OtherTries } from './other-tries.ts'
import { backAt, hasInvoices, LATELY_MS, type Asked } from './backoff.ts'
import type { Tries } from './in-flight.ts'

export interface OpenAccount {
  /** As it was when the session last changed. */
  id(): string | null
  asked(): Asked | null
  /** See Refresh.run. */
  run(topic: Topic | null): Promise<void>
  /** A whole round now, unless one is under way: something has changed. */
  begin(): void
  /** A whole round is under way. */
  busy(): boolean
  /** Something of it failed, and asking again by itself may help. */
  isWaiting(): boolean
  /** While paused it was asked for. */
  isPutOff(): boolean
  /** It can be asked, and was not lately. */
  isStale(): boolean
  /** See Refresh.revalidate. */
  revalidate(): void
  whileOpen(): AbortSignal
  /** The session has changed. @returns begins what comes of that, once the others were looked at */
  look(): () => void
  end(): void
}

interface Round {
  /** Some call of it was answered as it should be. */
  worked: boolean
}

/** @param watch whether the network is to be looked at may have changed */
export function createOpenAccount(context: Context, tries: Tries, others: OtherTries, watch: () => void): OpenAccount {
  const { parts, time, schedule, known, stopped, everyMs, asked, planNext } = context
  const { session, store, freshness, publisher, paused, report } = parts
  let abort = new AbortController()
  let round: { signal: AbortSignal; done: Promise<void>; release: () => void } | null = null
  let latest: Round | null = null
  let putOff = false
  /** When a revalidate was settled in the sign-in's favour. */
  let trustedAt = -Infinity

  const credentialNow = (): CredentialState | null => {
    const state = session.state()
    return state.status === 'signedIn' ? state.credential : null
  }
  const accountNow = () => {
    const account = session.account()
    return { id: account?.id ?? null, way: account ? wayOf({ account }) : '', credential: credentialNow() }
  }
  let open = accountNow()

  /** Whoever asks for everything while everything is being asked for waits for the same round. */
  const run = (topic: Topic | null): Promise<void> => {
    // What was refused stays refused until somebody signs in.
    if (stopped() || open.id === null || credentialNow() === 'refused') return Promise.resolve()
    if (paused()) {
      putOff = true
      return Promise.resolve()
    }
    return topic === null ? runWhole(open.id) : runTopics([topic], abort.signal)
  }

  /** @param haveInvoices they were fetched a moment ago, when the account was not open */
  const runWhole = (id: string, haveInvoices = false): Promise<void> => {
    if (round?.signal === abort.signal) return round.done
    schedule.drop(id)
    putOff = false
    latest = { worked: false }
    Object.assign(asked(id), { begunAt: time.now(), endedAt: null })
    const { signal } = abort
    const invoices = others.under(id) ?? (haveInvoices ? Promise.resolve(null) : undefined)
    const started = runTopics(TOPICS, signal, invoices).finally(() => {
      if (round?.done === started) round = null
    })
    round = { signal, done: started, release: schedule.hold(started) }
    return started
  }

  const runTopics = async (
    topics: readonly Topic[],
    signal: AbortSignal,
    invoices?: Promise<ErrorInfo | null>
  ): Promise<void> => {
    const whole = topics === TOPICS
    const access = session.access()
    // If every topic is under way already, nobody else waits for this one.
    access.catch(() => undefined)
    const failures = await Promise.all(
      topics.map((one) => tries.once(one, access, signal, one === 'invoices' ? invoices : undefined))
    )
    if (signal.aborted || open.id === null) return
    const its = asked(open.id)
    if (topics.includes('invoices')) its.invoicesAt = time.now()
    if (whole && latest) {
      its.endedAt = time.now()
      latest.worked = failures.includes(null)
    }
    its.reach = reachOf(failures) ?? its.reach
    const unauthorized = failures.some((error) => error?.code === 'UNAUTHORIZED')
    // One refused call may be a key that is only good elsewhere: all of them together tell.
    if (unauthorized && !whole) return run(null)
    if (unauthorized && failures.every((error) => error && isRefusal(error))) await giveUp(access, signal)
    else if (whole || somePass(failures)) planNext(open.id, failures)
    watch()
    publisher.publish('statusChanged')
  }

  /** Every call of a round was refused. */
  const giveUp = async (access: Promise<Access>, signal: AbortSignal): Promise<void> => {
    const used = await access.catch(() => null)
    const account = session.account()
    if (!used || !account || signal.aborted) return
    session.refused(account.id, used.token)
    // Somebody signed in meanwhile: it was the token before that was refused.
    if (credentialNow() !== 'refused') schedule.plan(account.id, time.now() + RETRY_FIRST_MS)
  }

  const begin = (haveInvoices = false): void => {
    if (open.id === null) return
    schedule.drop(open.id)
    asked(open.id).failedRounds = 0
    if (paused() || credentialNow() === 'refused') void run(null)
    else void runWhole(open.id, haveInvoices)
  }

  /** Ends what is under way. What is remembered of the account that was open is for when it is opened again. */
  const leave = (): void => {
    const { id, way, credential } = open
    const its = id === null ? undefined : known.get(id)
    if (its && credential !== null) {
      const error = (topic: Topic): ErrorInfo | null => freshness.error(topic)
      const failures = {
        profile: error('profile'),
        catalogue: error('catalogue'),
        invoices: error('invoices')
      }
      Object.assign(its, { way, credential, failures })
    }
    abort.abort()
    abort = new AbortController()
    tries.forget()
    round?.release()
    round = null
    latest = null
    putOff = false
    trustedAt = -Infinity
  }

  /** An account was opened: the first time of this launch, or again. */
  const enter = (): void => {
    const { id } = open
    const before = id === null ? undefined : known.get(id)
    const same = before?.way === open.way && before.credential === open.credential ? before : null
    freshness.reset(same ? same.failures : null)
    if (id === null) return
    if (!same) {
      known.delete(id)
      return begin()
    }
    const now = time.now()
    const at = backAt(same, schedule.at(id), now)
    if (at === 0) return begin(hasInvoices(same, now))
    latest = { worked: false }
    if (at !== null) schedule.plan(id, at)
    void beginIfLost(abort.signal)
  }

  /** What was fetched lately may be gone by now: the file was damaged, or it was in memory only. */
  const beginIfLost = async (signal: AbortSignal): Promise<void> => {
    const cache = store.current()
    const lost = async (topic: Topic): Promise<boolean> => {
      if (open.id === null || asked(open.id).endedAt === null || freshness.error(topic) !== null) return false
      return unlessSealed(cache.info(topic).then((info) => info === null)).then((gone) => gone === true)
    }
    try {
      const gone = await Promise.all(TOPICS.map(lost))
      if (!signal.aborted && gone.includes(true)) begin()
    } catch (error) {
      if (!signal.aborted && toErrorInfo(error).code === 'INTERNAL') report(error)
    }
  }

  return {
    id: () => open.id,
    asked: () => (open.id === null ? null : (known.get(open.id) ?? null)),
    run,
    begin: () => begin(),
    busy: () => round !== null,
    isPutOff: () => putOff,
    isWaiting() {
      if (everyMs() === 0 || open.id === null || asked(open.id).notBefore > time.now()) return false
      return TOPICS.some((topic) => {
        const error = freshness.error(topic)
        return error !== null && !isKeychainError(error)
      })
    },
    isStale() {
      if (open.id === null || !isOfUse(credentialNow() ?? undefined) || round) return false
      const { endedAt, notBefore } = asked(open.id)
      const now = time.now()
      return notBefore <= now && (endedAt === null || now - endedAt >= LATELY_MS)
    },
    revalidate() {
      if (time.now() - trustedAt < LATELY_MS) return
      const before = latest
      const done = run(null)
      const mine = latest
      // A round that began before may have been answered before the sign-in ended.
      if (!mine || mine === before) return
      void done.then(() => {
        if (mine === latest && mine.worked) trustedAt = time.now()
      })
    },
    whileOpen: () => abort.signal,
    look() {
      const before = open
      const now = accountNow()
      const moved = now.id === before.id && now.way !== before.way
      if (now.id !== before.id || moved) leave()
      open = now
      return () => {
        if (now.id !== before.id) enter()
        // The same account, spoken to otherwise: what is stored of it stays, and so does what is known of it.
        else if (moved) begin()
        else if (now.credential !== before.credential && now.id !== null) {
          if (now.credential === 'kept' || now.credential === 'memory') begin()
          else if (now.credential === 'refused') schedule.drop(now.id)
        }
      }
    },
    end: () => abort.abort()
  }
}
