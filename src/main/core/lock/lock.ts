import { AppError } from '../../../shared/ipc/error.ts'
import type { LockState, Settings } from '../../../shared/models/settings.ts'
import { Mutex, SingleFlight } from '../../concurrency.ts'
import type { Clock, LockRecord, PinHash, Presence, Publisher, Registry, SystemPrompt } from '../ports/index.ts'

export const FREE_TRIES = 5
/** The wait after the last free try and each further one. The last value repeats. */
const WAITS_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length - 1)] ?? 0
}

/** Milliseconds since 1970 by the computer's clock, which anyone can set, and since its start, which needs a terminal to set. */
interface Now {
  clock: number
  uptime: number
}

/** Uptime may be exact to a second only. Within this difference the clock wasn't set. */
const EXACT_MS = 2000

const withWait = (record: LockRecord, wait: number, now: Now): LockRecord => ({
  ...record,
  waitUntil: wait > 0 ? new Date(now.clock + wait).toISOString() : null,
  uptimeUntil: wait > 0 ? now.uptime + wait : null
})

function addFailure(record: LockRecord, now: Now): LockRecord {
  const failures = record.failures + 1
  return withWait({ ...record, failures }, waitAfter(failures), now)
}

const resetFailures = (record: LockRecord): LockRecord => ({
  ...record,
  failures: 0,
  waitUntil: null,
  uptimeUntil: null
})

/**
 * After a restart of the computer, uptime says nothing about a wait, so the clock decides once how much is left: at most the
 * regular wait. A restart shows only if uptime is now too low for the wait. Otherwise the wait goes on by uptime, which is never too short.
 */
function asOf(record: LockRecord, now: Now): LockRecord {
  if (record.waitUntil === null) return record
  const longest = waitAfter(record.failures)
  if (record.uptimeUntil !== null && record.uptimeUntil - now.uptime <= longest) return record
  const left = Date.parse(record.waitUntil) - now.clock
  return withWait(record, left <= longest ? left : longest, now)
}

/** By the clock as it is set now. */
function waitingUntil({ waitUntil, uptimeUntil }: LockRecord, now: Now): string | null {
  if (waitUntil === null || uptimeUntil === null) return null
  const byClock = Date.parse(waitUntil) - now.clock
  const byUptime = uptimeUntil - now.uptime
  const left = Math.abs(byClock - byUptime) <= EXACT_MS ? byClock : byUptime
  return left > 0 ? new Date(now.clock + left).toISOString() : null
}

/** Failures of the launch before weren't saved, so each launch starts with a wait. */
const afterUnsavedFailures = (record: LockRecord, now: Now): LockRecord =>
  record.failures >= FREE_TRIES ? record : addFailure({ ...record, failures: FREE_TRIES - 1 }, now)

const triesLeft = (record: LockRecord, now: Now): number =>
  waitingUntil(record, now) === null ? Math.max(1, FREE_TRIES - record.failures) : 0

export const IDLE_CHECK_MS = 15_000
/** While nothing is on screen, waking the processor more often costs more than a later lock. */
export const HIDDEN_IDLE_CHECK_MS = 60_000

interface LockParts {
  registry: Pick<Registry, 'lock' | 'saveLock' | 'isLasting'>
  pins: PinHash
  presence: Presence
  prompt: SystemPrompt
  clock: Clock
  publisher: Publisher
  settings: () => Pick<Settings, 'lockAfterMinutes' | 'lockWithScreen'>
  onScreen: () => boolean
}

export type Lock = ReturnType<typeof createLock>

/** The app starts locked if a PIN is set. */
export function createLock(parts: LockParts) {
  const { registry, pins, presence, prompt, clock, publisher, settings, onScreen } = parts
  const listeners: (() => void)[] = []
  let record: LockRecord | null = registry.lock()
  if (record && !registry.isLasting())
    record = afterUnsavedFailures(record, { clock: clock.now().getTime(), uptime: clock.uptime() })
  let locked = record !== null
  /** PIN checks run one by one, so parallel calls get no extra tries. */
  const mutex = new Mutex()
  const singleFlight = new SingleFlight()
  /** A check that started before a reset must not restore the PIN. */
  let resets = 0
  let checkedAt = 0
  /** From the last check to the next one. */
  let waitMs = IDLE_CHECK_MS
  /** Idle seconds at unlock, which don't count: Touch ID is no keyboard or mouse input. */
  let idleBefore = 0
  let stopIdleCheck = (): void => undefined
  let stopWaiting = (): void => undefined

  const time = (): number => clock.now().getTime()
  const now = (): Now => ({ clock: time(), uptime: clock.uptime() })

  const keep = (next: LockRecord | null): void => {
    if (next !== record) registry.saveLock(next)
    record = next
  }
  /** @throws STORAGE, and nothing has changed: after a restart, another PIN would be needed than the person was told */
  const keepForGood = (next: LockRecord | null): void => {
    const before = record
    keep(next)
    if (registry.isLasting()) return
    keep(before)
    throw new AppError('STORAGE')
  }
  const current = (): LockRecord | null => {
    if (record) keep(asOf(record, now()))
    return record
  }

  const plan = (): void => {
    stopIdleCheck()
    stopWaiting()
    if (record && !locked) {
      waitMs = onScreen() ? IDLE_CHECK_MS : HIDDEN_IDLE_CHECK_MS
      stopIdleCheck = clock.after(waitMs, () => checkIdle(waitMs))
    }
    const waiting = record && waitingUntil(record, now())
    if (waiting) stopWaiting = clock.after(Date.parse(waiting) - time(), changed)
  }
  const changed = (): void => {
    plan()
    publisher.publish('lockChanged')
    for (const listener of listeners) listener()
  }

  const close = (): void => {
    if (!record || locked) return
    locked = true
    changed()
  }
  const open = (): void => {
    if (!record || !locked) return
    locked = false
    restartIdleCheck()
    changed()
  }

  const restartIdleCheck = (): void => {
    checkedAt = time()
    idleBefore = presence.idleSeconds()
  }
  /** @param waitedMs since the last check; any time beyond it, the computer slept */
  const checkIdle = (waitedMs: number): void => {
    if (!record || locked) return
    const { lockAfterMinutes, lockWithScreen } = settings()
    const idle = presence.idleSeconds()
    if (idle < idleBefore) idleBefore = 0
    const seconds = Math.max(idle - idleBefore, (time() - checkedAt - waitedMs) / 1000)
    checkedAt = time()
    const long = lockAfterMinutes > 0 && seconds >= lockAfterMinutes * 60
    if (long || (lockWithScreen && presence.screenLocked())) close()
    else plan()
  }

  const checkPin = async (known: LockRecord, pin: string): Promise<void> => {
    const waiting = waitingUntil(known, now())
    if (waiting) throw new AppError('WRONG_PIN', { retryAt: waiting })
    const before = resets
    // Saved before the comparison: quitting in between must not give a free try.
    keep(addFailure(known, now()))
    const right = await pins.matches(pin, known.verifier)
    if (resets !== before || !record) throw new AppError('CANCELLED')
    if (right) {
      keep(resetFailures(record))
      return
    }
    changed()
    throw new AppError('WRONG_PIN', record.waitUntil === null ? {} : { retryAt: record.waitUntil })
  }

  presence.onAway(() => {
    if (settings().lockWithScreen) close()
    else checkIdle(0)
  })
  if (current()) plan()

  return {
    state(): LockState {
      const known = current()
      return {
        enabled: known !== null,
        locked,
        system: prompt.available(),
        triesLeft: known ? triesLeft(known, now()) : FREE_TRIES,
        waitUntil: known && waitingUntil(known, now())
      }
    },
    locked: () => locked,
    onChange: (listener: () => void) => void listeners.push(listener),

    /** Call when the window comes on screen: the next check may be a minute away. */
    shown: () => checkIdle(waitMs),

    now(): void {
      if (!record) throw new AppError('BAD_REQUEST')
      close()
    },

    unlock: (pin: string): Promise<void> =>
      mutex.runExclusive(async () => {
        const known = current()
        if (!known || !locked) return
        await checkPin(known, pin)
        open()
      }),

    /** @throws BAD_REQUEST where the system has no prompt; CANCELLED when the user dismissed it or wasn't recognised */
    async unlockBySystem(): Promise<void> {
      if (!record || !locked) return
      if (!prompt.available()) throw new AppError('BAD_REQUEST')
      if (!(await singleFlight.share('prompt', {}, () => prompt.ask()))) throw new AppError('CANCELLED')
      await mutex.runExclusive(() => {
        // The system's check proves more than a PIN.
        if (record) keep(resetFailures(record))
        open()
      })
    },

    /** @throws APP_LOCKED, WRONG_PIN; BAD_REQUEST if a PIN is set and `old` is null */
    setPin: (pin: string, old: string | null): Promise<void> =>
      mutex.runExclusive(async () => {
        if (locked) throw new AppError('APP_LOCKED')
        const known = current()
        if (known && old === null) throw new AppError('BAD_REQUEST')
        if (known && old !== null) await checkPin(known, old)
        const before = resets
        const verifier = await pins.make(pin)
        if (resets !== before) throw new AppError('CANCELLED')
        keepForGood({ verifier, failures: 0, waitUntil: null, uptimeUntil: null })
        if (!locked) restartIdleCheck()
        changed()
      }),

    turnOff: (pin: string): Promise<void> =>
      mutex.runExclusive(async () => {
        if (locked) throw new AppError('APP_LOCKED')
        const known = current()
        if (!known) return
        await checkPin(known, pin)
        keepForGood(null)
        locked = false
        changed()
      }),

    reset(): void {
      resets += 1
      keep(null)
      locked = false
      changed()
    },
    stop(): void {
      stopIdleCheck()
      stopWaiting()
    }
  }
}
