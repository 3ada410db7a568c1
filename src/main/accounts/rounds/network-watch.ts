/** Notices that the network is back. Checks only while a check can help somebody. */
import type { Clock, Network } from '../../ports/index.ts'

const CHECK_MS = 5_000
const HIDDEN_CHECK_MS = 60_000

interface NetworkWatchParts {
  clock: Clock
  network: Network
  onScreen: () => boolean
  isNeeded: () => boolean
  networkIsBack: () => void
}

export class NetworkWatch {
  readonly #parts: NetworkWatchParts
  #wasOffline = false
  #cancelCheck: (() => void) | null = null
  #isStopped = false

  constructor(parts: NetworkWatchParts) {
    this.#parts = parts
  }

  /** Call it whenever `isNeeded` may have changed. */
  startOrStop(): void {
    const { clock, network, onScreen, isNeeded } = this.#parts
    if (this.#isStopped || !isNeeded()) {
      this.#cancelCheck?.()
      this.#cancelCheck = null
      return
    }
    if (this.#cancelCheck) return
    this.#wasOffline ||= !network.online()
    this.#cancelCheck = clock.after(onScreen() ? CHECK_MS : HIDDEN_CHECK_MS, () => this.#check())
  }

  /** The next check may be a minute away. */
  checkNow(): void {
    if (this.#cancelCheck) this.#check()
  }

  stop(): void {
    this.#isStopped = true
    this.startOrStop()
  }

  #check(): void {
    this.#cancelCheck?.()
    this.#cancelCheck = null
    const isBack = this.#wasOffline && this.#parts.network.online()
    if (isBack) this.#wasOffline = false
    this.startOrStop()
    if (isBack) this.#parts.networkIsBack()
  }
}
