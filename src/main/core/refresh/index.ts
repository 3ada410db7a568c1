/**
 * When the platforms are asked: on start, every so often, when the person says so, when the computer wakes up or the network
 * is back, and again soon after a failure. The open account's rounds ask for everything, those of the others for invoices.
 */
import { isOfVault } from '../../../shared/ipc/failure-rules.ts'
import { failureOf, type Failure } from '../../../shared/ipc/failure.ts'
import type { AccountLine, CredentialState } from '../../../shared/model/account.ts'
import { TOPICS, type Topic } from '../../../shared/model/freshness.ts'
import type { Progress } from '../../../shared/model/progress.ts'
import type { Settings } from '../../../shared/model/settings.ts'
import { watchNetwork } from './network-watch.ts'
import { askedToWait, jittered, nextTry, reachOf, RETRY_FIRST_MS, somePass, type Outcomes } from './next-try.ts'
import { createOthers } from './others.ts'
import { backAt, hasInvoices, LATELY_MS, notAsked, type Asked } from './pace.ts'
import type { Access, AccountCache, Network } from '../ports.ts'
import { isRefusal } from '../refusal.ts'
import { createSchedule } from './schedule.ts'
import type { Session } from '../session/index.ts'
import { unlessSealed } from '../store.ts'
import { createTime } from './time.ts'
import { createTries, type TryParts } from './tries.ts'
import { createWhole, type WholeRefresh } from './whole.ts'

/** However often the network comes and goes, the platform is not asked more often because of it. */
const BACK_MS = 10_000

export interface RefreshParts extends Omit<TryParts, 'fetched'> {
  session: Session
  settings: () => Pick<Settings, 'refreshMinutes'>
  network: Network
  /** While this is so nothing is begun: the app is locked. What comes due waits for `nudge`. */
  paused: () => boolean
  /** An account's invoices were fetched, or found to be current. The cache is open until what is returned ends. */
  fetched: (accountId: string, cache: AccountCache) => Promise<void> | void
}

export interface Refresh {
  /** The first round of this launch, unless the person wants none that they don't ask for; the other accounts follow. */
  start(): Promise<void>
  /** Fetches one topic or all of the open account; ends when the try ended. Outcomes are in the freshness book; never rejects. */
  run(topic: Topic | null): Promise<void>
  /** Every account, at once: the person asks what is open to pay. */
  whole: WholeRefresh
  /** Tries now if something failed, is overdue or was put off: the app was unlocked, the platform was seen to answer. */
  nudge(): void
  /** The computer goes to sleep. */
  sleeps(): void
  wakes(): void
  /** `settings` may say something else now. */
  settingsChanged(): void
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
  /** How the invoices of an account that is not open stand. */
  other(accountId: string): { refreshing: boolean; failure: Failure | null }
  /** Called when what `other` or `whole` say is another. */
  onOthers(listener: () => void): void
  /** Ends what is under way and plans nothing more. */
  stop(): void
}

interface Round {
  /** Some call of it was answered as it should be. */
  worked: boolean
}

/** Something can be asked with it, without the person doing anything first. */
const isOfUse = (credential: CredentialState): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

const wayOf = ({ account }: Pick<AccountLine, 'account'>): string => JSON.stringify(account.connection)

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, store, freshness, clock, publisher, paused, settings, network, report } = parts
  const time = createTime(clock)
  const listeners: (() => void)[] = []
  const othersChanged = (): void => listeners.forEach((listener) => listener())

  /** The account's cache stays open for who is told, also if it was opened only for the round. */
  const tell = (id: string): void => {
    store
      .borrow(id, async (cache) => parts.fetched(id, cache))
      .catch((error: unknown) => {
        // It may be gone by now, and its file with it.
        if (failureOf(error).code === 'INTERNAL') report(error)
      })
  }
  const tries = createTries({ ...parts, fetched: () => open.id !== null && tell(open.id) })
  const others = createOthers({ ...parts, fetched: tell, changed: othersChanged })
  const schedule = createSchedule({
    clock,
    time,
    ready: () => !paused(),
    first: () => open.id,
    begin: (id) => (id === open.id ? run(null) : runOther(id)),
    changed: () => publisher.publish('statusChanged')
  })
  const watch = watchNetwork(
    clock,
    network,
    () => everyMs() > 0 && !paused() && unreached().length > 0,
    () => networkBack()
  )

  /** Accounts that were asked about in this launch, or wait for it, by id. */
  const known = new Map<string, Asked>()
  let abort = new AbortController()
  let round: { signal: AbortSignal; done: Promise<void>; release: () => void } | null = null
  let latest: Round | null = null
  /** Asked for while paused. */
  let putOff = false
  /** When a doubt was settled in the sign-in's favour. */
  let trustedAt = -Infinity
  let minutes = settings().refreshMinutes
  let stopped = false

  const everyMs = (): number => settings().refreshMinutes * 60_000
  const lineOf = (id: string): AccountLine | null =>
    session.state().accounts.find(({ account }) => account.id === id) ?? null
  const credentialNow = (): CredentialState | null => {
    const state = session.state()
    return state.status === 'signedIn' ? state.credential : null
  }
  const accountNow = () => {
    const account = session.account()
    return { id: account?.id ?? null, way: account ? wayOf({ account }) : '', credential: credentialNow() }
  }
  let open = accountNow()

  const asked = (id: string): Asked => {
    const line = lineOf(id)
    const found = known.get(id) ?? notAsked(line ? wayOf(line) : '', line?.credential ?? 'signedOut')
    known.set(id, found)
    return found
  }
  const openAsked = (): Asked | null => (open.id === null ? null : asked(open.id))

  /** What comes of a round for the next one. Nothing is planned where only the person can change anything. */
  const planNext = (id: string, outcomes: Outcomes): void => {
    const its = asked(id)
    const wait = askedToWait(outcomes, time.until)
    its.notBefore = time.now() + wait
    const next = nextTry(outcomes, its.failedRounds, everyMs(), clock)
    if (!next || stopped) return
    its.failedRounds = next.failedRounds
    schedule.plan(id, time.now() + Math.max(next.ms, wait))
  }

  // ── the open account ──────────────────────────────────────────────────────────────────────────────────────────

  /** Whoever asks for everything while everything is being asked for waits for the same round. */
  const run = (topic: Topic | null): Promise<void> => {
    // What was refused stays refused until somebody signs in.
    if (stopped || open.id === null || credentialNow() === 'refused') return Promise.resolve()
    if (paused()) {
      putOff = true
      return Promise.resolve()
    }
    return topic === null ? runWhole(open.id) : runTopics([topic], abort.signal)
  }

  /** @param hasInvoices they were fetched a moment ago, when the account was not open */
  const runWhole = (id: string, hasInvoices = false): Promise<void> => {
    if (round?.signal === abort.signal) return round.done
    schedule.drop(id)
    putOff = false
    latest = { worked: false }
    Object.assign(asked(id), { begunAt: time.now(), endedAt: null })
    const { signal } = abort
    const under = others.under(id) ?? (hasInvoices ? Promise.resolve(null) : undefined)
    const started = runTopics(TOPICS, signal, under).finally(() => {
      if (round?.done === started) round = null
    })
    round = { signal, done: started, release: schedule.hold(started) }
    return started
  }

  const runTopics = async (
    topics: readonly Topic[],
    signal: AbortSignal,
    invoices?: Promise<Failure | null>
  ): Promise<void> => {
    const whole = topics === TOPICS
    const access = session.access()
    // If every topic is under way already, nobody else waits for this one.
    access.catch(() => undefined)
    const failures = await Promise.all(
      topics.map((one) => tries.once(one, access, signal, one === 'invoices' ? invoices : undefined))
    )
    const its = openAsked()
    if (signal.aborted || open.id === null || !its) return
    if (topics.includes('invoices')) its.invoicesAt = time.now()
    if (whole && latest) {
      its.endedAt = time.now()
      latest.worked = failures.includes(null)
    }
    its.reach = reachOf(failures) ?? its.reach
    const unauthorized = failures.some((failure) => failure?.code === 'UNAUTHORIZED')
    // One refused call may be a key that is only good elsewhere: all of them together tell.
    if (unauthorized && !whole) return run(null)
    if (unauthorized && failures.every((failure) => failure && isRefusal(failure))) await giveUp(access, signal)
    else if (whole || somePass(failures)) planNext(open.id, failures)
    watch.update()
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

  const begin = (hasInvoices = false): void => {
    if (open.id === null) return
    schedule.drop(open.id)
    asked(open.id).failedRounds = 0
    if (paused() || credentialNow() === 'refused') void run(null)
    else void runWhole(open.id, hasInvoices)
  }

  /** Ends what is under way. What is remembered of the account that was open is for when it is opened again. */
  const leave = (): void => {
    const { id, way, credential } = open
    const failure = (topic: Topic): Failure | null => freshness.failure(topic)
    if (id !== null && credential !== null && known.has(id)) {
      const failures = {
        profile: failure('profile'),
        catalogue: failure('catalogue'),
        invoices: failure('invoices')
      }
      Object.assign(asked(id), { way, credential, failures })
    }
    abort.abort()
    abort = new AbortController()
    tries.forget()
    round?.release()
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
      if (openAsked()?.endedAt === null || freshness.failure(topic) !== null) return false
      return unlessSealed(cache.info(topic).then((info) => info === null)).then((gone) => gone === true)
    }
    try {
      const gone = await Promise.all(TOPICS.map(lost))
      if (!signal.aborted && gone.includes(true)) begin()
    } catch (error) {
      if (!signal.aborted && failureOf(error).code === 'INTERNAL') report(error)
    }
  }

  // ── the others ────────────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Never calls a credential refused: that takes a whole round, and its invoices alone may be closed to it. The failure is
   * shown, and the round that opening the account begins decides.
   */
  const runOther = async (id: string): Promise<Failure | null> => {
    const line = lineOf(id)
    if (stopped || paused() || !line || !isOfUse(line.credential) || (line.credential === 'kept' && storeFails(id))) {
      return { code: 'CANCELLED' }
    }
    schedule.drop(id)
    const failure = await others.once(id)
    const its = known.get(id)
    if (failure?.code === 'CANCELLED' || !its || stopped) return failure
    its.invoicesAt = time.now()
    its.failures = { ...its.failures, invoices: failure }
    its.reach = reachOf([failure]) ?? its.reach
    // Opened meanwhile: its own round has taken over.
    if (id !== open.id) planNext(id, [failure])
    watch.update()
    othersChanged()
    return failure
  }

  /** The password store failed for one account, and this one's was not needed yet: each question may make it prompt. */
  const storeFails = (id: string): boolean => {
    const { begunAt = -Infinity, invoicesAt = -Infinity } = known.get(id) ?? {}
    if (Math.max(begunAt, invoicesAt) > -Infinity) return false
    return session
      .state()
      .accounts.some(({ credential, trouble }) => credential === 'unavailable' && trouble?.code !== 'VAULT_CHANGED')
  }

  /** Plans for those that came, or can be asked about again, and forgets those that are gone. */
  const meetOthers = (): void => {
    const { accounts } = session.state()
    for (const id of [...known.keys()]) {
      const line = lineOf(id)
      if (line && line.credential !== 'signedOut') continue
      known.delete(id)
      others.end(id)
      schedule.drop(id)
    }
    for (const line of accounts) {
      const { id } = line.account
      if (id === open.id || line.credential === 'signedOut') continue
      const before = known.get(id)
      const way = wayOf(line)
      const wasOfUse = before !== undefined && before.way === way && isOfUse(before.credential)
      if (!isOfUse(line.credential)) {
        others.end(id)
        schedule.drop(id)
        if (before) before.credential = line.credential
      } else if (wasOfUse) {
        before.credential = line.credential
        // Its latest round was broken off when it was left.
        if (before.endedAt === null && before.begunAt > before.invoicesAt) planAnew(id)
      } else if (line.credential !== 'kept' || !storeFails(id)) {
        others.end(id)
        known.set(id, notAsked(way, line.credential))
        planAnew(id)
      }
    }
  }
  const planAnew = (id: string): void => {
    if (everyMs() > 0 && schedule.at(id) === null && !others.under(id)) schedule.plan(id, time.now())
  }

  // ── what happens around ───────────────────────────────────────────────────────────────────────────────────────

  session.onChange(() => {
    if (stopped) return
    const before = open
    const now = accountNow()
    const moved = now.id === before.id && now.way !== before.way
    if (now.id !== before.id || moved) leave()
    open = now
    meetOthers()
    if (now.id !== before.id) enter()
    // The same account, spoken to otherwise: what is stored of it stays, and so does what is known of it.
    else if (moved) begin()
    else if (now.credential !== before.credential && now.id !== null) {
      if (now.credential === 'kept' || now.credential === 'memory') begin()
      else if (now.credential === 'refused') schedule.drop(now.id)
    }
    watch.update()
    publisher.publish('statusChanged')
    othersChanged()
  })

  const unreached = (): string[] =>
    [...known]
      .filter(([id, { reach }]) => reach === 'offline' && isOfUse(lineOf(id)?.credential ?? 'signedOut'))
      .map(([id]) => id)

  /** The waits of the accounts that were not reached go on growing: it may be gone again. */
  const networkBack = (): void => {
    for (const id of unreached()) {
      const { begunAt, invoicesAt, notBefore } = asked(id)
      const at = Math.max(time.now(), Math.max(begunAt, invoicesAt) + BACK_MS, notBefore)
      const planned = schedule.at(id)
      if (planned === null || planned > at) schedule.plan(id, at)
    }
  }

  /** Something of the open account failed, and asking again may help. */
  const isWaiting = (): boolean => {
    const its = openAsked()
    if (everyMs() === 0 || !its || its.notBefore > time.now()) return false
    return TOPICS.some((topic) => {
      const failure = freshness.failure(topic)
      return failure !== null && !isOfVault(failure)
    })
  }

  return {
    async start() {
      meetOthers()
      if (everyMs() > 0) await run(null)
    },
    run,
    whole: createWhole({
      clock,
      paused,
      accounts: () => session.state().accounts,
      ask: async (id) => {
        if (id !== open.id) return runOther(id)
        await run(null)
        return id === open.id ? freshness.failure('invoices') : null
      },
      hold: schedule.hold,
      changed: othersChanged
    }),
    nudge() {
      if (putOff || isWaiting()) begin()
      watch.update()
      schedule.look()
    },
    sleeps: () => time.sleeps(),
    wakes() {
      time.wakes()
      if (everyMs() > 0) {
        const now = time.now()
        for (const id of unreached()) if (asked(id).notBefore <= now) schedule.plan(id, now)
        const its = openAsked()
        const lately = its !== null && its.endedAt !== null && now - its.endedAt < LATELY_MS
        if (isWaiting()) begin()
        else if (
          open.id !== null &&
          !lately &&
          its &&
          its.notBefore <= now &&
          !round &&
          isOfUse(open.credential ?? 'signedOut')
        ) {
          schedule.plan(open.id, now)
        }
      }
      schedule.look()
    },
    settingsChanged() {
      const before = minutes
      minutes = settings().refreshMinutes
      if (minutes === before) return
      if (minutes === 0) schedule.clear()
      else {
        meetOthers()
        for (const [id, its] of known) {
          const inHaste = its.failedRounds > 0 && schedule.at(id) !== null
          if (inHaste || others.under(id) || (id === open.id && round)) continue
          if (!isOfUse(lineOf(id)?.credential ?? 'signedOut')) continue
          const last = Math.max(its.endedAt ?? -Infinity, id === open.id ? -Infinity : its.invoicesAt)
          schedule.plan(id, Math.max(last + jittered(everyMs(), clock), its.notBefore, time.now()))
        }
        if (open.id !== null && !known.has(open.id)) begin()
      }
      watch.update()
    },
    doubt() {
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
    progress: () => tries.progress(),
    cancelCatalogue: () => tries.cancelCatalogue(),
    whileOpen: () => abort.signal,
    reach: () => openAsked()?.reach ?? 'unknown',
    nextTryAt() {
      const at = open.id === null ? null : schedule.at(open.id)
      return at === null ? null : time.moment(at)
    },
    other: (id) => ({
      refreshing: others.under(id) !== null,
      failure: known.get(id)?.failures.invoices ?? null
    }),
    onOthers: (listener) => void listeners.push(listener),
    stop() {
      stopped = true
      schedule.stop()
      watch.stop()
      others.endAll()
      abort.abort()
    }
  }
}
