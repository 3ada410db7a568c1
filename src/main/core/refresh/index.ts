/** Decides which accounts are polled: reacts to the session, sleep, the network, settings and the person. */
import { isKeychainError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountLine } from '../../../shared/models/account.ts'
import { TOPICS, type Topic } from '../../../shared/models/freshness.ts'
import { unlessSealed } from '../open-account-storage.ts'
import { jittered } from './backoff.ts'
import { watchNetwork } from './network-watch.ts'
import {
  connectionKeyOf,
  hasRecentInvoices,
  isUsable,
  newAccount,
  RECENT_MS,
  resumeAt,
  stateOf,
  wasNeverAsked,
  type PolledAccount
} from './polled-account.ts'
import { createPoller } from './poller.ts'
import type { Refresh, RefreshParts } from './refresh.ts'
import { createRefreshAll } from './refresh-all.ts'
import { createTime } from './time.ts'

export type { Refresh, RefreshParts } from './refresh.ts'

/** A network that comes and goes causes at most one call per account in this time. */
const NETWORK_BACK_MS = 10_000

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, store, freshness, clock, publisher, paused, settings, report } = parts
  const listeners: (() => void)[] = []
  let stopped = false
  let minutes = settings().refreshMinutes
  let openId: string | null = null

  const othersChanged = (): void => {
    for (const listener of listeners) listener()
  }
  const time = createTime(clock)
  const poller = createPoller(
    parts,
    time,
    () => openId,
    ({ id }) => {
      watch.update()
      if (id === openId) publisher.publish('statusChanged')
      else othersChanged()
    }
  )
  const { accounts, plan, poll } = poller

  const everyMs = (): number => settings().refreshMinutes * 60_000
  const lineOf = (id: string | null): AccountLine | undefined =>
    session.state().accounts.find(({ account }) => account.id === id)
  const open = (): PolledAccount | undefined => (openId === null ? undefined : accounts.get(openId))
  const add = (line: AccountLine): PolledAccount => {
    const account = newAccount(line)
    accounts.set(account.id, account)
    return account
  }
  /** The open account first: it is polled before the others that are due at the same moment. */
  const usableAccounts = (): PolledAccount[] =>
    [...accounts.values()]
      .filter(({ id }) => isUsable(lineOf(id)?.credential))
      .sort((one, other) => Number(other.id === openId) - Number(one.id === openId))

  /** Runs the open account's round now, because something has changed. */
  const begin = (account: PolledAccount, haveInvoices = false): void => {
    account.nextAt = null
    account.failedRounds = 0
    void poll(account, haveInvoices)
  }
  const isRetryable = (account: PolledAccount): boolean =>
    everyMs() > 0 &&
    account.notBefore <= time.now() &&
    Object.values(account.failures).some((error) => error !== null && !isKeychainError(error))
  const isStale = (account: PolledAccount): boolean => {
    if (!isUsable(lineOf(account.id)?.credential) || stateOf(account, time.now()) === 'running') return false
    return account.notBefore <= time.now() && (account.cutShort || time.now() - account.endedAt >= RECENT_MS)
  }
  const run = async (topic: Topic | null): Promise<void> => {
    const account = open()
    if (account) await (topic === null ? poll(account) : poller.pollTopic(account, topic))
  }

  // The network
  const unreached = (): PolledAccount[] => usableAccounts().filter(({ reach }) => reach === 'offline')
  /** Backoff goes on growing: the network may be gone again. */
  const networkBack = (): void => {
    for (const account of unreached()) {
      const { begunAt, invoicesAt, notBefore, nextAt } = account
      const at = Math.max(time.now(), begunAt + NETWORK_BACK_MS, invoicesAt + NETWORK_BACK_MS, notBefore)
      if (nextAt === null || nextAt > at) plan(account, at)
    }
  }
  const watch = watchNetwork(
    clock,
    parts.network,
    () => !stopped && everyMs() > 0 && !paused() && unreached().length > 0,
    networkBack
  )

  // The session
  const enter = (line: AccountLine): void => {
    const known = accounts.get(line.account.id)
    const isSame = known?.connectionKey === connectionKeyOf(line) && known.credential === line.credential
    freshness.reset(isSame ? known.failures : null)
    if (!isSame) {
      if (known) poller.abort(known)
      return begin(add(line))
    }
    for (const topic of known.calls.keys()) freshness.begin(topic)
    const at = resumeAt(known, time.now())
    if (at === 'now') return begin(known, hasRecentInvoices(known, time.now()))
    if (at !== null) plan(known, at)
    void beginIfLost(known)
  }
  /** Saved data can be gone although it was fetched recently: the file was damaged, or it was in memory only. */
  const beginIfLost = async (account: PolledAccount): Promise<void> => {
    const { signal } = account.scope
    const storage = store.current()
    const isLost = async (topic: Topic): Promise<boolean> => {
      if (account.cutShort || account.endedAt === -Infinity || account.failures[topic] !== null) return false
      return (await unlessSealed(storage.info(topic).then((info) => info === null))) === true
    }
    try {
      const lost = await Promise.all(TOPICS.map(isLost))
      if (!signal.aborted && lost.includes(true)) begin(account)
    } catch (error) {
      if (!signal.aborted && toErrorInfo(error).code === 'INTERNAL') report(error)
    }
  }
  /** The open account's connection or credential may have changed. */
  const update = (account: PolledAccount, line: AccountLine, isMoved: boolean): void => {
    const isOther = account.credential !== line.credential
    Object.assign(account, { connectionKey: connectionKeyOf(line), credential: line.credential })
    // The outcomes of the earlier connection stay until there are new ones.
    if (isMoved) begin(account)
    else if (isOther && isUsable(line.credential)) begin(account)
    else if (isOther && line.credential === 'refused') account.nextAt = null
  }
  const forgetGone = (): void => {
    for (const account of accounts.values()) {
      const line = lineOf(account.id)
      if (line && line.credential !== 'signedOut') continue
      poller.abort(account)
      accounts.delete(account.id)
    }
  }
  /** Plans the other accounts that are new, or usable again. */
  const planOthers = (): void => {
    const planNow = (account: PolledAccount): void => {
      if (everyMs() > 0 && stateOf(account, time.now()) === 'paused') plan(account, time.now())
    }
    for (const line of session.state().accounts) {
      const { id } = line.account
      if (id === openId || line.credential === 'signedOut') continue
      const known = accounts.get(id)
      if (!isUsable(line.credential)) {
        if (!known) continue
        poller.abort(known)
        Object.assign(known, { credential: line.credential, nextAt: null })
      } else if (known && known.connectionKey === connectionKeyOf(line) && isUsable(known.credential)) {
        known.credential = line.credential
        if (known.cutShort || (wasNeverAsked(known) && poller.canPoll(id))) planNow(known)
      } else if (poller.canPoll(id)) {
        if (known) poller.abort(known)
        planNow(add(line))
      }
    }
  }
  session.onChange(() => {
    if (stopped) return
    const line = lineOf(session.account()?.id ?? null)
    const before = open()
    const isOther = (line?.account.id ?? null) !== openId
    const isMoved =
      !isOther && before !== undefined && line !== undefined && connectionKeyOf(line) !== before.connectionKey
    if (before && (isOther || isMoved)) poller.abort(before)
    openId = line?.account.id ?? null
    forgetGone()
    if (isOther && line) enter(line)
    else if (isOther) freshness.reset(null)
    else if (before && line) update(before, line, isMoved)
    planOthers()
    poller.look()
    watch.update()
    publisher.publish('statusChanged')
    othersChanged()
  })
  openId = session.account()?.id ?? null
  for (const line of session.state().accounts) if (line.credential !== 'signedOut') add(line)

  /** Applies a new interval. Retries and running rounds stay as they are. */
  const planAll = (): void => {
    for (const account of usableAccounts()) {
      const state = stateOf(account, time.now())
      const { endedAt, invoicesAt, notBefore, failedRounds, nextAt, id } = account
      if (state === 'running' || (nextAt !== null && failedRounds > 0)) continue
      const last = id === openId ? endedAt : Math.max(endedAt, invoicesAt)
      plan(account, Math.max(last + jittered(everyMs(), clock), notBefore, time.now()))
    }
  }

  return {
    async start() {
      const round = everyMs() > 0 ? run(null) : undefined
      planOthers()
      await round
    },
    run,
    all: createRefreshAll({
      clock,
      paused,
      accounts: () => session.state().accounts,
      async ask(id) {
        if (id === openId) await run(null)
        const account = accounts.get(id)
        if (!account) return { code: 'CANCELLED' }
        // The open account may have been left meanwhile, which cut its round short.
        if (id === openId) return account.failures.invoices
        return (await poll(account))[0] ?? null
      },
      changed: othersChanged
    }),
    nudge() {
      const account = open()
      if (account && isRetryable(account)) begin(account)
      watch.update()
      poller.look()
    },
    sleeps: () => time.sleeps(),
    wakes() {
      time.wakes()
      const account = open()
      if (everyMs() > 0) {
        if (account && isRetryable(account)) begin(account)
        else if (account && isStale(account)) plan(account, time.now())
        for (const one of unreached()) {
          if (one.notBefore <= time.now() && stateOf(one, time.now()) !== 'running') plan(one, time.now())
        }
      }
      poller.look()
    },
    settingsChanged() {
      const before = minutes
      minutes = settings().refreshMinutes
      if (minutes === before) return
      if (minutes > 0) {
        planAll()
        planOthers()
      } else for (const account of accounts.values()) plan(account, null)
      watch.update()
    },
    revalidate() {
      const account = open()
      if (!account || time.now() - account.trustedAt < RECENT_MS) return
      // A round that began before may have been answered before the sign-in ended.
      if (account.round?.whole) return
      const { signal } = account.scope
      void poll(account).then((outcomes) => {
        if (!signal.aborted && outcomes.includes(null)) account.trustedAt = time.now()
      })
    },
    progress: poller.progress,
    cancelCatalogue: () => open()?.calls.get('catalogue')?.cancel(),
    whileOpen: () => open()?.scope.signal ?? AbortSignal.abort(),
    reach: () => open()?.reach ?? 'unknown',
    nextTryAt() {
      const at = open()?.nextAt ?? null
      return at === null ? null : time.moment(at)
    },
    other(id) {
      const account = accounts.get(id)
      return { refreshing: account?.calls.has('invoices') ?? false, error: account?.failures.invoices ?? null }
    },
    onOthers: (listener) => void listeners.push(listener),
    stop() {
      stopped = true
      poller.stop()
      watch.stop()
    }
  }
}
