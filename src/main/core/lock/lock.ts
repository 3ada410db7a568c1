import { AppError } from '../../../shared/ipc/error.ts'
import type { LockState, Settings } from '../../../shared/models/settings.ts'
import { createMutex, createSingleFlight } from '../concurrency.ts'
import type { Clock, LockRecord, PinHash, Presence, Publisher, Registry, SystemPrompt } from '../ports/index.ts'

export const FREE_TRIES = 5
/** The wait after the last free try and each further one. The last value repeats. */
const WAITS_MS = [30_000, 60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]

function waitAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return WAITS_MS[Math.min(failures - FREE_TRIES, WAITS_MS.length - 1)] ?? 0
}

function addFailure(record: LockRecord, now: number): LockRecord {
  const failures = record.failures + 1
  const wait = waitAfter(failures)
  return { ...record, failures, waitUntil: wait > 0 ? new Date(now + wait).toISOString() : null }
}

const resetFailures = (record: LockRecord): LockRecord => ({ ...record, failures: 0, waitUntil: null })

/** Limits the wait to its regular length, in case the clock was set back. A clock set forward can't be detected. */
function asOf(record: LockRecord, now: number): LockRecord {
  if (record.waitUntil === null) return record
  const longest = waitAfter(record.failures)
  if (Date.parse(record.waitUntil) - now <= longest) return record
  return { ...record, waitUntil: longest > 0 ? new Date(now + longest).toISOString() : null }
}

const waitingUntil = ({ waitUntil }: LockRecord, now: number): string | null =>
  waitUntil !== null && Date.parse(waitUntil) > now ? waitUntil : null

const triesLeft = (record: LockRecord, now: number): number =>
  waitingUntil(record, now) === null ? Math.max(1, FREE_TRIES - record.failures) : 0

export const IDLE_CHECK_MS = 15_000
/** While nothing is on screen, waking the processor more often costs more than a later lock. */
export const HIDDEN_IDLE_CHECK_MS = 60_000

interface LockParts {
  registry: Pick<Registry, 'lock' | 'saveLock'>
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
  let locked = record !== null
  /** PIN checks run one by one, so parallel calls get no extra tries. */
  const mutex = createMutex()
  const singleFlight = createSingleFlight()
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

  const keep = (next: LockRecord | null): void => {
    if (next !== record) registry.saveLock(next)
    record = next
  }
  const current = (): LockRecord | null => {
    if (record) keep(asOf(record, time()))
    return record
  }

  const plan = (): void => {
    stopIdleCheck()
    stopWaiting()
    if (record && !locked) {
      waitMs = onScreen() ? IDLE_CHECK_MS : HIDDEN_IDLE_CHECK_MS
      stopIdleCheck = clock.after(waitMs, () => checkIdle(waitMs))
    }
    const waiting = record && waitingUntil(record, time())
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
    const waiting = waitingUntil(known, time())
    if (waiting) throw new AppError('WRONG_PIN', { retryAt: waiting })
    const before = resets
    // Saved before the comparison: quitting in between must not give a free try.
    keep(addFailure(known, time()))
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
        triesLeft: known ? triesLeft(known, time()) : FREE_TRIES,
        waitUntil: known && waitingUntil(known, time())
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
      mutex(async () => {
        const known = current()
        if (!known || !locked) return
        await checkPin(known, pin)
        open()
      }),

    /** @throws BAD_REQUEST where the system has no prompt; CANCELLED when the user dismissed it or wasn't recognised */
    async unlockBySystem(): Promise<void> {
      if (!record || !locked) return
      if (!prompt.available()) throw new AppError('BAD_REQUEST')
      if (!(await singleFlight('prompt', {}, () => prompt.ask()))) throw new AppError('CANCELLED')
      await mutex(() => {
        // The system's check proves more than a PIN.
        if (record) keep(resetFailures(record))
        open()
      })
    },

    /** @throws APP_LOCKED, WRONG_PIN; BAD_REQUEST if a PIN is set and `old` is null */
    setPin: (pin: string, old: string | null): Promise<void> =>
      mutex(async () => {
        if (locked) throw new AppError('APP_LOCKED')
        const known = current()
        if (known && old === null) throw new AppError('BAD_REQUEST')
        if (known && old !== null) await checkPin(known, old)
        const before = resets
        const verifier = await pins.make(pin)
        if (resets !== before) throw new AppError('CANCELLED')
        keep({ verifier, failures: 0, waitUntil: null })
        if (!locked) restartIdleCheck()
        changed()
      }),

    turnOff: (pin: string): Promise<void> =>
      mutex(async () => {
        if (locked) throw new AppError('APP_LOCKED')
        const known = current()
        if (!known) return
        await checkPin(known, pin)
        keep(null)
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
