import type { Settings } from '../../../shared/models/settings.ts'
import type { Clock, Presence } from '../../ports/index.ts'

export const IDLE_CHECK_MS = 15_000
/** While nothing is on screen, waking the processor more often costs more than a later lock. */
export const HIDDEN_IDLE_CHECK_MS = 60_000

export interface IdleWatchParts {
  presence: Presence
  clock: Clock
  settings: () => Pick<Settings, 'lockAfterMinutes' | 'lockWithScreen'>
  onScreen: () => boolean
}

/** Checks at intervals whether the user is away: no input for the time in the settings, a locked screen, or a computer that slept. */
export class IdleWatch {
  readonly #parts: IdleWatchParts
  readonly #onAway: () => void
  #checkedAt = 0
  /** From the last check to the next one. */
  #intervalMs = IDLE_CHECK_MS
  /** Idle seconds at unlock, which don't count: Touch ID is no keyboard or mouse input. */
  #idleAtUnlock = 0
  /** Of the next check; null while the watch is off. */
  #cancelCheck: (() => void) | null = null

  constructor(parts: IdleWatchParts, onAway: () => void) {
    this.#parts = parts
    this.#onAway = onAway
    parts.presence.onAway(() => {
      if (!this.#cancelCheck) return
      if (parts.settings().lockWithScreen) onAway()
      else this.#check(0)
    })
  }

  /** The user is present now, whatever the system's idle time says. */
  restart(): void {
    this.#checkedAt = this.#parts.clock.now().getTime()
    this.#idleAtUnlock = this.#parts.presence.idleSeconds()
  }

  scheduleCheck(): void {
    this.stop()
    this.#intervalMs = this.#parts.onScreen() ? IDLE_CHECK_MS : HIDDEN_IDLE_CHECK_MS
    this.#cancelCheck = this.#parts.clock.after(this.#intervalMs, () => this.#check(this.#intervalMs))
  }

  /** Checks at once: the next check may be a minute away. */
  checkNow(): void {
    if (this.#cancelCheck) this.#check(this.#intervalMs)
  }

  stop(): void {
    this.#cancelCheck?.()
    this.#cancelCheck = null
  }

  /** @param waitedMs since the last check; any time beyond it, the computer slept */
  #check(waitedMs: number): void {
    const { presence, clock, settings } = this.#parts
    const { lockAfterMinutes, lockWithScreen } = settings()
    const idle = presence.idleSeconds()
    if (idle < this.#idleAtUnlock) this.#idleAtUnlock = 0
    const now = clock.now().getTime()
    const seconds = Math.max(idle - this.#idleAtUnlock, (now - this.#checkedAt - waitedMs) / 1000)
    this.#checkedAt = now
    const isAway = lockAfterMinutes > 0 && seconds >= lockAfterMinutes * 60
    if (isAway || (lockWithScreen && presence.screenLocked())) this.#onAway()
    else this.scheduleCheck()
  }
}
