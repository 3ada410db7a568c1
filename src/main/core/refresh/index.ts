/**
 * When the platforms are asked: on start, every so often, when the person says so, when the computer wakes up or the network
 * is back, and again soon after an error. Put together here, told of in refresh.ts.
 */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { createContext, isOfUse } from './context.ts'
import { watchNetwork } from './network-watch.ts'
import { jittered } from './next-try.ts'
import { createOpenAccount } from './open-account.ts'
import { createOtherAccounts } from './other-accounts.ts'
import { createOtherTries } from './other-tries.ts'
import type { Refresh, RefreshParts } from './refresh.ts'
import { createSchedule } from './schedule.ts'
import { createTime } from './time.ts'
import { createTries } from './in-flight.ts'
import { createWhole } from './refresh-all.ts'

export type { Refresh, RefreshParts } from './refresh.ts'

/** However often the network comes and goes, the platform is not asked more often because of it. */
const BACK_MS = 10_000

export function createRefresh(parts: RefreshParts): Refresh {
  const { session, store, freshness, clock, publisher, paused, settings, report } = parts
  const listeners: (() => void)[] = []
  const othersChanged = (): void => {
    for (const listener of listeners) listener()
  }
  let stopped = false
  let minutes = settings().refreshMinutes

  /** The account's cache stays open for who is told, also if it was opened only for the round. */
  const tell = (id: string): void => {
    store
      .withAccountStorage(id, async (cache) => parts.fetched(id, cache))
      .catch((error: unknown) => {
        // It may be gone by now, and its file with it.
        if (toErrorInfo(error).code === 'INTERNAL') report(error)
      })
  }
  const tellOpen = (): void => {
    const id = open.id()
    if (id !== null) tell(id)
  }

  const time = createTime(clock)
  const schedule = createSchedule({
    clock,
    time,
    ready: () => !paused(),
    first: () => open.id(),
    begin: (id) => (id === open.id() ? open.run(null) : rest.run(id)),
    changed: () => publisher.publish('statusChanged')
  })
  const context = createContext(parts, time, schedule, () => stopped)
  const { known, asked, lineOf, everyMs } = context
  const tries = createTries({ ...parts, fetched: tellOpen })
  const others = createOtherTries({ ...parts, fetched: tell, changed: othersChanged })
  const open = createOpenAccount(context, tries, others, () => watch.update())
  const rest = createOtherAccounts(context, others, open.id, () => {
    watch.update()
    othersChanged()
  })

  const unreached = (): string[] =>
    [...known].filter(([id, { reach }]) => reach === 'offline' && isOfUse(lineOf(id)?.credential)).map(([id]) => id)

  /** The waits of the accounts that were not reached go on growing: it may be gone again. */
  const networkBack = (): void => {
    for (const id of unreached()) {
      const { begunAt, invoicesAt, notBefore } = asked(id)
      const at = Math.max(time.now(), begunAt + BACK_MS, invoicesAt + BACK_MS, notBefore)
      const planned = schedule.at(id)
      if (planned === null || planned > at) schedule.plan(id, at)
    }
  }
  const watch = watchNetwork(
    clock,
    parts.network,
    () => !stopped && everyMs() > 0 && !paused() && unreached().length > 0,
    networkBack
  )

  session.onChange(() => {
    if (stopped) return
    const follow = open.look()
    rest.forgetGone()
    follow()
    rest.meet()
    watch.update()
    publisher.publish('statusChanged')
    othersChanged()
  })

  /** By the time between two rounds as it is now; what failed, and what is under way, goes on as it was planned. */
  const planAll = (): void => {
    for (const [id, { failedRounds, endedAt, invoicesAt, notBefore }] of known) {
      const isOpen = id === open.id()
      const planned = schedule.at(id)
      if ((failedRounds > 0 && planned !== null) || (isOpen ? open.busy() : others.under(id))) continue
      if (!isOfUse(lineOf(id)?.credential)) continue
      const last = Math.max(endedAt ?? -Infinity, isOpen ? -Infinity : invoicesAt)
      schedule.plan(id, Math.max(last + jittered(everyMs(), clock), notBefore, time.now()))
    }
  }

  return {
    async start() {
      rest.meet()
      if (everyMs() > 0) await open.run(null)
    },
    run: open.run,
    whole: createWhole({
      clock,
      paused,
      accounts: () => session.state().accounts,
      ask: async (id) => {
        if (id === open.id()) await open.run(null)
        // Left meanwhile, its round was broken off.
        return id === open.id() ? freshness.error('invoices') : rest.run(id)
      },
      hold: schedule.hold,
      changed: othersChanged
    }),
    nudge() {
      if (open.isPutOff() || open.isWaiting()) open.begin()
      watch.update()
      schedule.look()
    },
    sleeps: () => time.sleeps(),
    wakes() {
      time.wakes()
      const id = open.id()
      if (everyMs() > 0) {
        const now = time.now()
        for (const one of unreached()) if (asked(one).notBefore <= now) schedule.plan(one, now)
        if (open.isWaiting()) open.begin()
        else if (id !== null && open.isStale()) schedule.plan(id, now)
      }
      schedule.look()
    },
    settingsChanged() {
      const before = minutes
      minutes = settings().refreshMinutes
      if (minutes === before) return
      if (minutes === 0) schedule.clear()
      else {
        rest.meet()
        planAll()
        if (open.asked() === null) open.begin()
      }
      watch.update()
    },
    revalidate: open.revalidate,
    progress: () => tries.progress(),
    cancelCatalogue: () => tries.cancelCatalogue(),
    whileOpen: open.whileOpen,
    reach: () => open.asked()?.reach ?? 'unknown',
    nextTryAt() {
      const id = open.id()
      const at = id === null ? null : schedule.at(id)
      return at === null ? null : time.moment(at)
    },
    other: (id) => ({
      refreshing: others.under(id) !== null,
      error: known.get(id)?.failures.invoices ?? null
    }),
    onOthers: (listener) => void listeners.push(listener),
    stop() {
      stopped = true
      schedule.stop()
      watch.stop()
      others.endAll()
      open.end()
    }
  }
}
