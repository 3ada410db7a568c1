/** When each account is asked: reacts to the session, sleep, the network, settings and the person. */
import { isKeychainError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountLine } from '../../../shared/models/account.ts'
import { TOPICS, type Topic, type Progress } from '../../../shared/models/freshness.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { createProgress } from '../catalogue/receive-list.ts'
import { Limiter } from '../../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'
import { isUsable, keychainErrorOfAll } from '../session/accounts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { Network } from '../ports/index.ts'
import { jittered } from './backoff.ts'
import { connectionKeyOf, PolledAccount, RECENT_MS, type PollerParts } from './polled-account.ts'

/** Between the end of a round and the next one of an account that is not open. */
const GAP_MS = 3_000
const NETWORK_CHECK_MS = 5_000
const HIDDEN_NETWORK_CHECK_MS = 60_000
/** A network that comes and goes causes at most one call per account in this time. */
const NETWORK_BACK_MS = 10_000
/** Node fires timers of more than 24 days at once. */
const LONGEST_WAIT_MS = 24 * 3_600_000
const CONCURRENT_ACCOUNTS = 4

interface RefreshParts extends CoreParts, Pick<PollerParts, 'fetched'> {
  settings: () => Pick<Settings, 'refreshMinutes'>
  network: Network
  onScreen: () => boolean
}

export interface RefreshAllStatus {
  running: boolean
  endedAt: string | null
  /** Accounts that were asked and are still signed in, and how many of them failed. */
  accounts: number
  failed: number
}

export type Refresh = ReturnType<typeof createRefresh>

/** While the interval is "off", only a person causes calls: by refreshing, signing in, opening or reconnecting an account. */
export function createRefresh(parts: RefreshParts) {
  const { session, store, freshness, clock, publisher, locked, settings, network, onScreen, report } = parts
  const accounts = new Map<string, PolledAccount>()
  const progress = createProgress(clock, publisher)
  let othersListener = (): void => undefined
  let stopped = false
  let minutes = settings().refreshMinutes
  let openId = session.account()?.id ?? null
  let othersFrom = clock.uptime() + GAP_MS
  let cancelTimer = (): void => undefined

  const everyMs = (): number => settings().refreshMinutes * 60_000
  const lineOf = (id: string): AccountLine | undefined =>
    session.state().accounts.find(({ account }) => account.id === id)
  const open = (): PolledAccount | undefined => (openId === null ? undefined : accounts.get(openId))

  /** The keychain failed for another account: reading this one's credential for the first time could make it prompt. */
  const mayPrompt = (id: string): boolean =>
    accounts.get(id)?.wasNeverAsked !== false && keychainErrorOfAll(session.state().accounts) !== null
  const canPoll = (id: string): boolean => {
    const credential = lineOf(id)?.credential
    if (stopped) return false
    if (id === openId) return true
    return credential === 'refused' || (isUsable(credential) && (credential !== 'kept' || !mayPrompt(id)))
  }

  // One timer, and one automatic round at a time.
  /** Among accounts that are due together, the open one goes first, then the one with the oldest invoices. */
  const soonest = (): { account: PolledAccount; at: number } | undefined => {
    const planned = [...accounts.values()].flatMap((account) => {
      if (account.nextAt === null) return []
      if (account.id !== openId) return { account, at: Math.max(account.nextAt, othersFrom) }
      return { account, at: account.state === 'due' ? -Infinity : account.nextAt }
    })
    // Two accounts that were never asked compare as NaN.
    return planned.sort((one, other) => one.at - other.at || one.account.invoicesAt - other.account.invoicesAt || 0)[0]
  }
  const look = (): void => {
    cancelTimer()
    if (stopped || locked() || [...accounts.values()].some(({ round }) => round)) return
    const next = soonest()
    if (!next) return
    const wait = next.at - clock.uptime()
    if (wait > 0) {
      cancelTimer = clock.after(Math.min(wait, LONGEST_WAIT_MS), look)
      return
    }
    next.account.nextAt = null
    void next.account.poll()
    look()
  }
  const plan = (account: PolledAccount, at: number | null): void => {
    account.nextAt = at
    look()
    changed(account)
  }
  const changed = ({ id }: PolledAccount): void => {
    watchNetwork()
    if (id === openId) publisher.publish('statusChanged')
    else othersListener()
  }
  const begin = (account: PolledAccount): void => {
    account.nextAt = null
    account.failedRounds = 0
    void account.poll()
  }

  const pollerParts: PollerParts = {
    ...parts,
    progress,
    everyMs,
    plan,
    changed,
    canPoll: ({ id }) => canPoll(id),
    isOpen: ({ id }) => id === openId,
    roundEnded() {
      othersFrom = clock.uptime() + GAP_MS
      look()
    }
  }
  const add = (line: AccountLine): PolledAccount => {
    const account = new PolledAccount(line, pollerParts)
    accounts.set(account.id, account)
    return account
  }

  /** The open account first: it is polled before the others that are due at the same moment. */
  const usableAccounts = (): PolledAccount[] =>
    [...accounts.values()]
      .filter(({ id }) => isUsable(lineOf(id)?.credential))
      .sort((one, other) => Number(other.id === openId) - Number(one.id === openId))
  const unreached = (): PolledAccount[] => usableAccounts().filter(({ reach }) => reach === 'offline')
  let wasOffline = false
  let cancelNetworkCheck: (() => void) | null = null
  const watchNetwork = (): void => {
    if (stopped || everyMs() === 0 || locked() || unreached().length === 0) {
      cancelNetworkCheck?.()
      cancelNetworkCheck = null
      return
    }
    if (cancelNetworkCheck) return
    wasOffline ||= !network.online()
    cancelNetworkCheck = clock.after(onScreen() ? NETWORK_CHECK_MS : HIDDEN_NETWORK_CHECK_MS, checkNetwork)
  }
  const checkNetwork = (): void => {
    cancelNetworkCheck?.()
    cancelNetworkCheck = null
    const isBack = wasOffline && network.online()
    if (isBack) wasOffline = false
    watchNetwork()
    if (isBack) networkBack()
  }
  /** Backoff goes on growing: the network may be gone again. */
  const networkBack = (): void => {
    for (const account of unreached()) {
      const { begunAt, invoicesAt, notBefore, nextAt } = account
      const at = Math.max(clock.uptime(), begunAt + NETWORK_BACK_MS, invoicesAt + NETWORK_BACK_MS, notBefore)
      if (nextAt === null || nextAt > at) plan(account, at)
    }
  }

  const enter = (line: AccountLine): void => {
    const known = accounts.get(line.account.id)
    const isSame = known?.connectionKey === connectionKeyOf(line) && known.credential === line.credential
    freshness.reset(isSame ? known.failures : null)
    if (!isSame) {
      known?.abort()
      return begin(add(line))
    }
    for (const topic of known.calls.keys()) freshness.begin(topic)
    // Opening an account is no reason to try a refused token.
    const at = line.credential === 'refused' ? known.nextAt : known.resumeAt()
    if (at === 'now') return begin(known)
    if (at !== null) plan(known, at)
    void beginIfLost(known)
  }
  /** Saved data can be gone although it was fetched recently: the file was damaged, or it was in memory only. */
  const beginIfLost = async (account: PolledAccount): Promise<void> => {
    if (account.cutShort || account.endedAt === -Infinity) return
    const { signal } = account.scope
    const storage = store.current()
    const isLost = async (topic: Topic): Promise<boolean> =>
      account.failures[topic] === null &&
      (await unlessSealed(storage.info(topic).then((info) => info === null))) === true
    try {
      const lost = await Promise.all(TOPICS.map(isLost))
      if (!signal.aborted && lost.includes(true)) begin(account)
    } catch (error) {
      if (!signal.aborted) report(error)
    }
  }
  /** The open account's connection or credential may have changed. Earlier outcomes stay until there are new ones. */
  const update = (account: PolledAccount, line: AccountLine, isMoved: boolean): void => {
    const isOther = account.credential !== line.credential
    Object.assign(account, { connectionKey: connectionKeyOf(line), credential: line.credential })
    if (isMoved || (isOther && isUsable(line.credential))) begin(account)
    else if (isOther && line.credential === 'refused') account.nextAt = null
  }
  const planOthers = (): void => {
    for (const line of session.state().accounts) {
      const { id } = line.account
      if (id === openId || line.credential === 'signedOut') continue
      const known = accounts.get(id)
      const wasUsable = known !== undefined && (isUsable(known.credential) || known.credential === 'refused')
      const isSame = wasUsable && known.connectionKey === connectionKeyOf(line)
      if (!isUsable(line.credential)) {
        // A refused token is tried again, whichever account is open.
        const isTriedAgain = line.credential === 'refused' && known?.credential === 'refused'
        if (!isTriedAgain) known?.abort()
        if (known && !isTriedAgain) Object.assign(known, { credential: line.credential, nextAt: null })
      } else if (isSame) known.credential = line.credential
      else if (canPoll(id)) {
        known?.abort()
        add(line)
      }
      const account = accounts.get(id)
      if (!account || !canPoll(id) || everyMs() === 0 || account.state !== 'paused') continue
      if (!account.cutShort && !account.wasNeverAsked) continue
      if (line.credential === 'refused') account.planRefused()
      else plan(account, clock.uptime())
    }
  }
  session.onChange(() => {
    if (stopped) return
    const line = lineOf(session.account()?.id ?? '')
    const before = open()
    const isOther = (line?.account.id ?? null) !== openId
    const isMoved = !isOther && line !== undefined && before?.connectionKey !== connectionKeyOf(line)
    if (isOther || isMoved) before?.abort()
    openId = line?.account.id ?? null
    for (const account of accounts.values()) {
      if ((lineOf(account.id)?.credential ?? 'signedOut') !== 'signedOut') continue
      account.abort()
      accounts.delete(account.id)
    }
    if (isOther && line) enter(line)
    else if (isOther) freshness.reset(null)
    else if (before && line) update(before, line, isMoved)
    planOthers()
    look()
    watchNetwork()
    publisher.publish('statusChanged')
    othersListener()
  })
  for (const line of session.state().accounts) if (line.credential !== 'signedOut') add(line)

  const isRetryable = (account: PolledAccount): boolean =>
    everyMs() > 0 &&
    account.credential !== 'refused' &&
    account.notBefore <= clock.uptime() &&
    Object.values(account.failures).some((error) => error !== null && !isKeychainError(error))
  const isStale = (account: PolledAccount): boolean =>
    isUsable(lineOf(account.id)?.credential) &&
    account.state !== 'running' &&
    account.notBefore <= clock.uptime() &&
    (account.cutShort || clock.uptime() - account.endedAt >= RECENT_MS)
  const planAll = (): void => {
    for (const account of usableAccounts()) {
      const { state, endedAt, invoicesAt, notBefore, failedRounds, nextAt, id } = account
      if (state === 'running' || (nextAt !== null && failedRounds > 0)) continue
      const last = id === openId ? endedAt : Math.max(endedAt, invoicesAt)
      plan(account, Math.max(last + jittered(everyMs(), clock), notBefore, clock.uptime()))
    }
  }
  const run = async (topic: Topic | null): Promise<void> => {
    await (topic === null ? open()?.poll() : open()?.pollTopic(topic))
  }

  let allStatus: RefreshAllStatus | null = null
  let allRunning: Promise<void> | null = null
  const isSignedIn = (id: string): boolean => (lineOf(id)?.credential ?? 'signedOut') !== 'signedOut'
  const askNow = async (id: string): Promise<ErrorInfo | null> => {
    if (id === openId) await run(null)
    const account = accounts.get(id)
    if (!account) return { code: 'CANCELLED' }
    // The open account may have been left meanwhile, which cut its round short.
    if (id === openId) return account.failures.invoices
    return (await account.poll())[0] ?? null
  }
  const askAll = async (): Promise<void> => {
    const limiter = new Limiter(CONCURRENT_ACCOUNTS)
    const counts = { accounts: 0, failed: 0 }
    let isCutShort = false
    const ask = async (id: string): Promise<void> => {
      if (locked()) isCutShort = true
      if (isCutShort) return
      const error = await askNow(id)
      if (!isSignedIn(id)) return
      counts.accounts += 1
      if (error) counts.failed += 1
    }
    const ids = session.state().accounts.map(({ account }) => account.id)
    await Promise.all(ids.filter(isSignedIn).map((id) => limiter.schedule(() => ask(id))))
    allStatus = isCutShort ? null : { running: false, endedAt: clock.now().toISOString(), ...counts }
    allRunning = null
    othersListener()
  }

  return {
    /** Runs the first round; the other accounts follow. Settles with the open account's round. */
    async start(): Promise<void> {
      const round = everyMs() > 0 ? run(null) : undefined
      planOthers()
      await round
    },
    /** Fetches one topic or all (null) of the open account. Outcomes are in the freshness book; never rejects. */
    run,
    /** "Refresh now": asks all accounts at once. Settles when each has an outcome; joins a run that is under way. */
    runAll(): Promise<void> {
      if (allRunning) return allRunning
      if (locked()) return Promise.resolve()
      allStatus = { running: true, endedAt: null, accounts: 0, failed: 0 }
      allRunning = askAll()
      othersListener()
      return allRunning
    },
    allStatus: (): RefreshAllStatus | null => allStatus,
    /** Tries again what failed, is overdue or was put off: the app was unlocked, or the provider was seen to answer. */
    nudge(): void {
      const account = open()
      if (account && isRetryable(account)) begin(account)
      watchNetwork()
      look()
    },
    /** Call when the window comes on screen: the next look at the network may be a minute away. */
    shown(): void {
      if (cancelNetworkCheck) checkNetwork()
    },
    wakes(): void {
      const account = open()
      if (account && isRetryable(account)) begin(account)
      else if (account && everyMs() > 0 && isStale(account)) plan(account, clock.uptime())
      for (const one of everyMs() > 0 ? unreached() : []) {
        if (one.notBefore <= clock.uptime() && one.state !== 'running') plan(one, clock.uptime())
      }
      look()
    },
    settingsChanged(): void {
      const before = minutes
      minutes = settings().refreshMinutes
      if (minutes === before) return
      if (minutes > 0) {
        planAll()
        planOthers()
        for (const account of accounts.values())
          if (account.credential === 'refused' && account.state === 'paused') account.planRefused()
      } else for (const account of accounts.values()) plan(account, null)
      watchNetwork()
    },
    /**
     * A single call was answered with UNAUTHORIZED: one whole round decides whether the sign-in has ended, however many
     * calls ask for it. A recent round that proved the opposite stands.
     */
    revalidate(): void {
      const account = open()
      // A round that began before may have been answered before the sign-in ended.
      if (!account || clock.uptime() - account.trustedAt < RECENT_MS || account.round?.whole) return
      // It was refused by a whole round before, and is tried again later.
      if (account.credential === 'refused') return
      const { signal } = account.scope
      void account.poll().then((outcomes) => {
        if (!signal.aborted && outcomes.includes(null)) account.trustedAt = clock.uptime()
      })
    },
    progress: (): Progress | null => progress.now(),
    /** Ends the catalogue's call: the saved list and the outcome of the call before stay. */
    cancelCatalogue: (): void => open()?.calls.get('catalogue')?.cancel(),
    /** Aborted when the account that is open now is left or gets another connection. */
    whileOpen: (): AbortSignal => open()?.scope.signal ?? AbortSignal.abort(),
    reach: (): PolledAccount['reach'] => open()?.reach ?? 'unknown',
    /** ISO 8601, by the system clock as it is set now. */
    nextTryAt(): string | null {
      const at = open()?.nextAt ?? null
      return at === null ? null : new Date(clock.now().getTime() + at - clock.uptime()).toISOString()
    },
    other(id: string): { refreshing: boolean; error: ErrorInfo | null } {
      const account = accounts.get(id)
      return { refreshing: account?.calls.has('invoices') ?? false, error: account?.failures.invoices ?? null }
    },
    onOthers(listener: () => void): void {
      othersListener = listener
    },
    stop(): void {
      stopped = true
      cancelTimer()
      watchNetwork()
      for (const account of accounts.values()) {
        account.scope.abort()
        account.round = null
      }
    }
  }
}
