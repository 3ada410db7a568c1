/** Which account is asked about next, and when: one at a time, the open one first. */
import type { Clock } from '../ports/index.ts'
import type { Time } from './time.ts'

/** Between the end of a round and the next one of an account that is not the open one. */
export const GAP_MS = 3_000
/** Timers of more than 24 days would end at once. */
const LONGEST_WAIT_MS = 24 * 3_600_000

export interface ScheduleParts {
  clock: Pick<Clock, 'after'>
  time: Time
  /** False: nothing is begun; what comes due waits for `look`. */
  ready: () => boolean
  /** The account that goes before the others. */
  first: () => string | null
  /** Never rejects. */
  begin: (accountId: string) => Promise<unknown>
  /** What is planned is another now. */
  changed: () => void
}

export interface Schedule {
  /** Plans the account's next round (in Time), in place of the one that was planned. */
  plan(accountId: string, at: number): void
  drop(accountId: string): void
  clear(): void
  /** When the account's next round is due; null: none is planned. */
  at(accountId: string): number | null
  /** Nothing is begun before this ended. @returns ends that at once */
  hold(round: Promise<unknown>): () => void
  /** Looks what is due: something that stood in the way may be gone, or the computer woke up. */
  look(): void
  /** Nothing is begun any more. */
  stop(): void
}

export function createSchedule(parts: ScheduleParts): Schedule {
  const { clock, time, ready, first, begin, changed } = parts
  const due = new Map<string, number>()
  const under = new Set<object>()
  let othersFrom = time.now() + GAP_MS
  let callOff = (): void => undefined
  let stopped = false

  const next = (): { id: string; at: number } | null => {
    const now = time.now()
    const open = first()
    const all = [...due].map(([id, at]) => ({ id, at: id === open ? at : Math.max(at, othersFrom) }))
    const its = all.find(({ id, at }) => id === open && at <= now)
    return its ?? all.sort((one, other) => one.at - other.at)[0] ?? null
  }

  const look = (): void => {
    callOff()
    if (stopped || under.size > 0 || !ready()) return
    const soonest = next()
    if (!soonest) return
    const wait = soonest.at - time.now()
    if (wait > 0) {
      callOff = clock.after(Math.min(wait, LONGEST_WAIT_MS), look)
      return
    }
    due.delete(soonest.id)
    hold(begin(soonest.id))
    look()
  }

  const hold = (round: Promise<unknown>): (() => void) => {
    const mark = {}
    under.add(mark)
    const release = (): void => {
      if (!under.delete(mark)) return
      othersFrom = time.now() + GAP_MS
      look()
    }
    round.then(release, release)
    return release
  }

  return {
    plan(id, at) {
      due.set(id, at)
      look()
      changed()
    },
    drop(id) {
      if (due.delete(id)) look()
    },
    clear() {
      due.clear()
      look()
      changed()
    },
    at: (id) => due.get(id) ?? null,
    hold,
    look,
    stop() {
      stopped = true
      callOff()
    }
  }
}
