/** The app lock: on or off, who may open it, and when it closes by itself. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { LockState } from '../../../shared/models/lock.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { createMutex } from '../concurrency/mutex.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { asOf, forgiven, FREE_TRIES, oneMore, triesLeft, waitingUntil } from './pin-tries.ts'
import type { Clock, LockRecord, PinHash, Presence, Publisher, Registry, SystemPrompt } from '../ports/index.ts'

/** How often it is looked whether somebody is still there. */
export const LOOK_EVERY_MS = 15_000

export interface LockParts {
  registry: Pick<Registry, 'lock' | 'saveLock'>
  pins: PinHash
  presence: Presence
  prompt: SystemPrompt
  clock: Clock
  publisher: Publisher
  settings: () => Pick<Settings, 'lockAfterMinutes' | 'lockWithScreen'>
}

/** With a PIN set the app starts locked. Calls that take a PIN are answered one after the other. */
export interface Lock {
  state(): LockState
  locked(): boolean
  /** Called after every change, when the page was told. */
  onChange(listener: () => void): void
  /** @throws BAD_REQUEST without a PIN */
  now(): void
  /** @throws WRONG_PIN, with retryAt when one has to wait; no PIN is looked at before that */
  unlock(pin: string): Promise<void>
  /** @throws BAD_REQUEST where the system can't ask, CANCELLED when the person was not recognised or didn't answer */
  unlockBySystem(): Promise<void>
  /** @throws APP_LOCKED, WRONG_PIN as above, BAD_REQUEST without `current` where a PIN is set */
  setPin(pin: string, current: string | null): Promise<void>
  /** @throws APP_LOCKED, WRONG_PIN as above */
  turnOff(pin: string): Promise<void>
  /** Everything was erased: no PIN, open. */
  reset(): void
  stop(): void
}

export function createLock({ registry, pins, presence, prompt, clock, publisher, settings }: LockParts): Lock {
  const listeners: (() => void)[] = []
  let record: LockRecord | null = registry.lock()
  let locked = record !== null
  /** One PIN check at a time, so that nobody tries two PINs for the price of one. */
  const mutex = createMutex()
  const singleFlight = createSingleFlight()
  /** Grows with each reset: what was begun before must not bring a PIN back. */
  let resets = 0
  let lookedAt = 0
  /** Idle seconds from before it was opened, which don't count: Touch ID moves neither keyboard nor mouse. */
  let idleBefore = 0
  let stopLooking = (): void => undefined
  let stopWaiting = (): void => undefined

  const time = (): number => clock.now().getTime()

  const keep = (next: LockRecord | null): void => {
    if (next !== record) registry.saveLock(next)
    record = next
  }
  /** The record, its wait no longer than it may be by the clock as it is now. */
  const current = (): LockRecord | null => {
    if (record) keep(asOf(record, time()))
    return record
  }

  const plan = (): void => {
    stopLooking()
    stopWaiting()
    if (record && !locked) lookLater()
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
    startLooking()
    changed()
  }

  const startLooking = (): void => {
    lookedAt = time()
    idleBefore = presence.idleSeconds()
  }
  const lookLater = (): void => {
    stopLooking = clock.after(LOOK_EVERY_MS, look)
  }
  const look = (): void => {
    if (!record || locked) return
    const { lockAfterMinutes, lockWithScreen } = settings()
    const idle = presence.idleSeconds()
    if (idle < idleBefore) idleBefore = 0
    // Timers stand still while the computer sleeps: a long while since the last look is one without a touch, too.
    const seconds = Math.max(idle - idleBefore, (time() - lookedAt) / 1000)
    lookedAt = time()
    const long = lockAfterMinutes > 0 && seconds >= lockAfterMinutes * 60
    if (long || (lockWithScreen && presence.screenLocked())) close()
    else plan()
  }

  /** Ends when the PIN was right. */
  const prove = async (asked: LockRecord, pin: string): Promise<void> => {
    const waiting = waitingUntil(asked, time())
    if (waiting) throw new AppError('WRONG_PIN', { retryAt: waiting })
    const before = resets
    // Stored before the comparison, which takes its time: who ends the program meanwhile has had the try.
    keep(oneMore(asked, time()))
    const right = await pins.matches(pin, asked.verifier)
    if (resets !== before || !record) throw new AppError('CANCELLED')
    if (right) {
      keep(forgiven(record))
      return
    }
    changed()
    throw new AppError('WRONG_PIN', record.waitUntil === null ? {} : { retryAt: record.waitUntil })
  }

  presence.onAway(() => {
    if (settings().lockWithScreen) close()
    else look()
  })
  // A wait goes on where the last launch left it.
  if (current()) plan()

  return {
    state() {
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
    onChange: (listener) => void listeners.push(listener),

    now() {
      if (!record) throw new AppError('BAD_REQUEST')
      close()
    },

    unlock: (pin) =>
      mutex(async () => {
        const known = current()
        if (!known || !locked) return
        await prove(known, pin)
        open()
      }),

    async unlockBySystem() {
      if (!record || !locked) return
      if (!prompt.available()) throw new AppError('BAD_REQUEST')
      if (!(await singleFlight('prompt', {}, () => prompt.ask()))) throw new AppError('CANCELLED')
      await mutex(() => {
        // The system has recognised the person, which is more than a PIN proves.
        if (record) keep(forgiven(record))
        open()
      })
    },

    setPin: (pin, old) =>
      mutex(async () => {
        if (locked) throw new AppError('APP_LOCKED')
        const known = current()
        if (known && old === null) throw new AppError('BAD_REQUEST')
        if (known && old !== null) await prove(known, old)
        const before = resets
        const verifier = await pins.make(pin)
        if (resets !== before) throw new AppError('CANCELLED')
        keep({ verifier, failures: 0, waitUntil: null })
        if (!locked) startLooking()
        changed()
      }),

    turnOff: (pin) =>
      mutex(async () => {
        if (locked) throw new AppError('APP_LOCKED')
        const known = current()
        if (!known) return
        await prove(known, pin)
        keep(null)
        locked = false
        changed()
      }),

    reset() {
      resets += 1
      keep(null)
      locked = false
      changed()
    },
    stop() {
      stopLooking()
      stopWaiting()
    }
  }
}
