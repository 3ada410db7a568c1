import { AppError } from '../../../shared/ipc/error.ts'
import type { LockState } from '../../../shared/models/lock.ts'
import { Mutex, SingleFlight } from '../../concurrency.ts'
import type { LockRecord, PinHash, Publisher, Registry, SystemPrompt } from '../../ports/index.ts'
import { IdleWatch, type IdleWatchParts } from './idle-watch.ts'
import {
  addFailure,
  adjustToRestart,
  afterUnsavedFailures,
  FREE_TRIES,
  resetFailures,
  triesLeft,
  waitEnd,
  type Time
} from './pin-waits.ts'

export interface LockParts extends IdleWatchParts {
  registry: Pick<Registry, 'lock' | 'saveLock' | 'isLasting'>
  pins: PinHash
  prompt: SystemPrompt
  publisher: Publisher
}

/** Waiting checks of a PIN, with the running one. Each takes a part of a second: without end, they would hold up all other calls of the page. */
const MOST_CHECKS = 20

/** The app lock. The app starts locked if a PIN is set. */
export class Lock {
  readonly #parts: LockParts
  readonly #idleWatch: IdleWatch
  readonly #listeners: (() => void)[] = []
  /** PIN checks run one by one, so parallel calls get no extra tries. */
  readonly #mutex = new Mutex()
  #checks = 0
  readonly #prompts = new SingleFlight()
  /** null: no PIN is set. */
  #record: LockRecord | null
  #isLocked: boolean
  /** A check that started before a reset must not restore the PIN. */
  #resets = 0
  #cancelWaitEnd: () => void = () => undefined

  constructor(parts: LockParts) {
    this.#parts = parts
    this.#idleWatch = new IdleWatch(parts, () => this.#lockNow())
    const stored = parts.registry.lock()
    this.#record = stored && !parts.registry.isLasting() ? afterUnsavedFailures(stored, this.#time()) : stored
    this.#isLocked = this.#record !== null
    if (this.#adjustedRecord()) this.#scheduleTimers()
  }

  state(): LockState {
    const record = this.#adjustedRecord()
    return {
      enabled: record !== null,
      locked: this.#isLocked,
      system: this.#parts.prompt.available(),
      triesLeft: record ? triesLeft(record, this.#time()) : FREE_TRIES,
      waitUntil: record && waitEnd(record, this.#time())
    }
  }

  isLocked(): boolean {
    return this.#isLocked
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** Call when the window comes on screen. */
  windowShown(): void {
    this.#idleWatch.checkNow()
  }

  /** @throws BAD_REQUEST without a PIN */
  lock(): void {
    if (!this.#record) throw new AppError('BAD_REQUEST')
    this.#lockNow()
  }

  /** @throws WRONG_PIN; BAD_REQUEST for too many at once */
  unlock(pin: string): Promise<void> {
    return this.#inTurn(async () => {
      const record = this.#adjustedRecord()
      if (!record || !this.#isLocked) return
      await this.#checkPin(record, pin)
      this.#unlockNow()
    })
  }

  /** @throws BAD_REQUEST where the system has no prompt; CANCELLED when the user dismissed it or wasn't recognised */
  async unlockBySystem(): Promise<void> {
    const { prompt } = this.#parts
    if (!this.#record || !this.#isLocked) return
    if (!prompt.available()) throw new AppError('BAD_REQUEST')
    if (!(await this.#prompts.share('prompt', {}, () => prompt.ask()))) throw new AppError('CANCELLED')
    await this.#mutex.runExclusive(() => {
      // The system's check proves more than a PIN.
      if (this.#record) this.#save(resetFailures(this.#record))
      this.#unlockNow()
    })
  }

  /** @throws APP_LOCKED, WRONG_PIN, STORAGE; CANCELLED when everything was erased meanwhile; BAD_REQUEST if a PIN is set and `old` is null, and as unlock */
  setPin(pin: string, old: string | null): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isLocked) throw new AppError('APP_LOCKED')
      const record = this.#adjustedRecord()
      if (record && old === null) throw new AppError('BAD_REQUEST')
      if (record && old !== null) await this.#checkPin(record, old)
      const before = this.#resets
      const verifier = await this.#parts.pins.make(pin)
      if (this.#resets !== before) throw new AppError('CANCELLED')
      this.#saveLasting({ verifier, failures: 0, waitUntil: null, uptimeUntil: null })
      if (!this.#isLocked) this.#idleWatch.restart()
      this.#changed()
    })
  }

  /** @throws APP_LOCKED, WRONG_PIN, STORAGE; BAD_REQUEST as unlock */
  turnOff(pin: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#isLocked) throw new AppError('APP_LOCKED')
      const record = this.#adjustedRecord()
      if (!record) return
      await this.#checkPin(record, pin)
      this.#saveLasting(null)
      this.#isLocked = false
      this.#changed()
    })
  }

  /** Removes the PIN: everything else was erased. */
  reset(): void {
    this.#resets += 1
    this.#save(null)
    this.#isLocked = false
    this.#changed()
  }

  stop(): void {
    this.#idleWatch.stop()
    this.#cancelWaitEnd()
  }

  async #inTurn(check: () => Promise<void>): Promise<void> {
    if (this.#checks >= MOST_CHECKS) throw new AppError('BAD_REQUEST')
    this.#checks += 1
    try {
      await this.#mutex.runExclusive(check)
    } finally {
      this.#checks -= 1
    }
  }

  #time(): Time {
    const { clock } = this.#parts
    return { clock: clock.now().getTime(), uptime: clock.uptime() }
  }

  #adjustedRecord(): LockRecord | null {
    if (this.#record) this.#save(adjustToRestart(this.#record, this.#time()))
    return this.#record
  }

  #save(record: LockRecord | null): void {
    if (record !== this.#record) this.#parts.registry.saveLock(record)
    this.#record = record
  }

  /** @throws STORAGE, and nothing has changed: after a restart, another PIN would be needed than the user was told */
  #saveLasting(record: LockRecord | null): void {
    const before = this.#record
    this.#save(record)
    if (this.#parts.registry.isLasting()) return
    this.#save(before)
    throw new AppError('STORAGE')
  }

  async #checkPin(record: LockRecord, pin: string): Promise<void> {
    const waitsUntil = waitEnd(record, this.#time())
    if (waitsUntil) throw new AppError('WRONG_PIN', { retryAt: waitsUntil })
    const before = this.#resets
    // Saved before the comparison: quitting in between must not give a free try.
    this.#save(addFailure(record, this.#time()))
    const isRight = await this.#parts.pins.matches(pin, record.verifier)
    if (this.#resets !== before || !this.#record) throw new AppError('CANCELLED')
    if (isRight) {
      this.#save(resetFailures(this.#record))
      return
    }
    this.#changed()
    const { waitUntil } = this.#record
    throw new AppError('WRONG_PIN', waitUntil === null ? {} : { retryAt: waitUntil })
  }

  #lockNow(): void {
    if (!this.#record || this.#isLocked) return
    this.#isLocked = true
    this.#changed()
  }

  #unlockNow(): void {
    if (!this.#record || !this.#isLocked) return
    this.#isLocked = false
    this.#idleWatch.restart()
    this.#changed()
  }

  #changed(): void {
    this.#scheduleTimers()
    this.#parts.publisher.publish('lock', null)
    for (const listener of this.#listeners) listener()
  }

  #scheduleTimers(): void {
    if (this.#record && !this.#isLocked) this.#idleWatch.scheduleCheck()
    else this.#idleWatch.stop()
    this.#cancelWaitEnd()
    const waitsUntil = this.#record && waitEnd(this.#record, this.#time())
    if (!waitsUntil) return
    const { clock } = this.#parts
    this.#cancelWaitEnd = clock.after(Date.parse(waitsUntil) - clock.now().getTime(), () => this.#changed())
  }
}
