import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { UpdateNotice, UpdateProblem, UpdateState } from '../../../shared/models/updates.ts'
import { Throttle } from '../../concurrency.ts'
import type { Clock, Log, Network, Publisher, Registry, Updater } from '../../ports/index.ts'
import { CONFIRM_MS, FIRST_CHECK_MS, isDue, POLL_MS, REMIND_MS, withoutFuture } from './schedule.ts'
import {
  firstProgress,
  isSkipped,
  transition,
  type UpdateEffect,
  type UpdateEvent,
  type UpdateProgress
} from './transition.ts'
import { UpdateError } from './update-error.ts'

export interface UpdatesParts {
  updater: Updater
  registry: Pick<Registry, 'updates' | 'saveUpdates'>
  clock: Clock
  network: Network
  publisher: Publisher
  settings: () => Pick<Settings, 'updateCheck'>
  /** Of this app. */
  version: string
  /** Host that is asked. */
  feedHost: string
  /** Host of the page with the releases. */
  pageHost: string
  quit: () => void
  log: Log
  report: (error: unknown) => void
}

/** Looks for new versions of the app, and downloads and installs the one that the user wants. `transition` has the rules. */
export class Updates {
  readonly #parts: UpdatesParts
  readonly #progressEvents: Throttle
  #state: UpdateProgress
  #received = 0
  /** Uptime of the last check; null: none since the start. */
  #triedAt: number | null = null
  /** Of the wait for the next check. */
  #chance: number
  #cancelPoll: (() => void) | null = null
  /** Of the running check or download. */
  #running: AbortController | null = null
  #restarts = false
  #systemEnds = false
  #lastNotice = ''

  constructor(parts: UpdatesParts) {
    this.#parts = parts
    this.#chance = parts.clock.random()
    this.#progressEvents = new Throttle(parts.clock, () => parts.publisher.publish('updates', null))
    this.#state = firstProgress(parts.registry.updates())
    this.#apply({ type: 'started', version: parts.version })
  }

  /** Looks for a new version soon, and then at most daily. */
  start(): void {
    const { clock } = this.#parts
    this.#cancelPoll ??= clock.after(FIRST_CHECK_MS * (1 + this.#chance), () => this.#checkIfDue())
  }

  /** The app quits. Call before the storage is closed. */
  stop(): void {
    if (!this.#systemEnds) this.#apply({ type: 'quitting' })
    this.#cancelPoll?.()
    this.#cancelPoll = null
    this.#running?.abort()
  }

  state(): UpdateState {
    const { step, release, record, problem } = this.#state
    return {
      step,
      release,
      problem,
      canInstall: this.#parts.updater.canInstall,
      checkedAt: record.checkedAt,
      isSkipped: isSkipped(this.#state),
      remindAt: record.remind?.at ?? null,
      received: this.#received,
      feedHost: this.#parts.feedHost,
      pageHost: this.#parts.pageHost
    }
  }

  notice(): UpdateNotice {
    const { step, release, record } = this.#state
    if (release === null || isSkipped(this.#state)) return null
    if (step === 'ready') return { kind: 'ready', version: release.version }
    const isLater = record.remind !== null && this.#parts.clock.now().getTime() < Date.parse(record.remind.at)
    return isLater ? null : { kind: 'available', version: release.version }
  }

  /** At the user's request, whatever the settings say. */
  check(): void {
    if (this.#parts.network.online()) this.#apply({ type: 'check' })
    else if (this.#state.step === 'idle') {
      this.#state = { ...this.#state, problem: 'offline' }
      this.#publish()
    }
  }

  /** Downloads the release, and installs it when the app quits. */
  install(): void {
    if (this.#parts.updater.canInstall) this.#apply({ type: 'install' })
  }

  /** The release is not installed for now. */
  stopInstalling(): void {
    this.#apply({ type: 'stop' })
  }

  /** The release is never installed, unless the user takes that back. */
  skipRelease(): void {
    this.#apply({ type: 'skip' })
  }

  offerAgain(): void {
    this.#apply({ type: 'unskip' })
  }

  remindLater(): void {
    const at = new Date(this.#parts.clock.now().getTime() + REMIND_MS).toISOString()
    this.#apply({ type: 'remind', at })
  }

  /** Quits as the menu does, so that nothing being saved is lost, and starts the new version. */
  restart(): void {
    if (this.#state.step !== 'ready') return
    this.#restarts = true
    // An end of the system that somebody stopped.
    this.#systemEnds = false
    this.#parts.quit()
  }

  /** Nothing is installed at this quit: an installer that begins now would be ended halfway. */
  systemEnds(): void {
    this.#systemEnds = true
  }

  /** Call after `stop`, when everything else has ended. @returns null: nothing is to be installed */
  installAtQuit(): Promise<void> | null {
    const { step, release } = this.#state
    if (this.#systemEnds || step !== 'ready' || release === null || isSkipped(this.#state)) return null
    return this.#installIfListed(release.version)
  }

  /** A release that was withdrawn since the last check isn't installed, nor one that nobody confirms now. */
  async #installIfListed(version: string): Promise<void> {
    const { clock, updater, log } = this.#parts
    const late = new AbortController()
    const cancel = clock.after(CONFIRM_MS, () => late.abort())
    try {
      const listed = await updater.check(late.signal)
      if (listed?.version !== version) return
    } catch (error) {
      log.event('updateChecked', { outcome: late.signal.aborted ? 'unreachable' : this.#problemOf(error) })
      return
    } finally {
      cancel()
    }
    log.event('updateInstalls', { restart: this.#restarts })
    await updater.install(this.#restarts)
  }

  /** Everything was erased, the record too. */
  async reset(): Promise<void> {
    this.#running?.abort()
    this.#state = firstProgress(null)
    await this.#parts.updater.discard()
    this.#publish()
  }

  #checkIfDue(): void {
    const { clock, network, registry, settings } = this.#parts
    this.#cancelPoll = clock.after(POLL_MS, () => this.#checkIfDue())
    const now = clock.now()
    const record = withoutFuture(this.#state.record, now)
    if (record.triedAt !== this.#state.record.triedAt) registry.saveUpdates(record)
    this.#state = { ...this.#state, record }
    // The time of a reminder may have come.
    this.#publishNotice()
    if (!settings().updateCheck || !network.online()) return
    const since = this.#triedAt === null ? null : clock.uptime() - this.#triedAt
    if (isDue(record, now, this.#chance, since)) this.#apply({ type: 'check' })
  }

  #apply(event: UpdateEvent): void {
    const { state, effects } = transition(this.#state, event)
    if (state === this.#state && effects.length === 0) return
    this.#state = state
    for (const effect of effects) this.#perform(effect)
    this.#publish()
  }

  #perform(effect: UpdateEffect): void {
    const { registry, updater, report } = this.#parts
    switch (effect) {
      case 'save':
        return registry.saveUpdates(this.#state.record)
      case 'check':
        return void this.#check()
      case 'download':
        return void this.#download()
      case 'cancel':
        return this.#running?.abort()
      case 'discard':
        return void updater.discard().catch(report)
    }
  }

  async #check(): Promise<void> {
    const { clock, updater, log } = this.#parts
    this.#triedAt = clock.uptime()
    this.#chance = clock.random()
    const run = this.#begin()
    const at = (): string => clock.now().toISOString()
    try {
      const release = await updater.check(run.signal)
      if (run.signal.aborted) return
      log.event('updateChecked', { outcome: release === null ? 'none' : 'newer' })
      this.#apply({ type: 'answered', release, at: at(), canInstall: updater.canInstall })
    } catch (error) {
      if (run.signal.aborted) return
      const problem = this.#problemOf(error)
      log.event('updateChecked', { outcome: problem })
      this.#apply({ type: 'checkFailed', problem, at: at() })
    }
  }

  async #download(): Promise<void> {
    const { updater, log } = this.#parts
    const run = this.#begin()
    this.#received = 0
    const received = (bytes: number): void => {
      this.#received = bytes
      if (!run.signal.aborted) this.#progressEvents.sendSoon()
    }
    try {
      await updater.download(received, run.signal)
      if (run.signal.aborted) return
      log.event('updateDownloaded', { outcome: 'ready' })
      this.#apply({ type: 'downloaded' })
    } catch (error) {
      if (run.signal.aborted) return
      const problem = this.#problemOf(error)
      log.event('updateDownloaded', { outcome: problem })
      this.#apply({ type: 'downloadFailed', problem })
    }
  }

  #begin(): AbortController {
    this.#running = new AbortController()
    return this.#running
  }

  #problemOf(error: unknown): UpdateProblem {
    if (error instanceof UpdateError) return error.problem
    this.#parts.report(error)
    return toErrorInfo(error).code === 'STORAGE' ? 'storage' : 'unreachable'
  }

  #publish(): void {
    this.#parts.publisher.publish('updates', null)
    this.#publishNotice()
  }

  #publishNotice(): void {
    const notice = JSON.stringify(this.notice())
    if (notice === this.#lastNotice) return
    this.#lastNotice = notice
    this.#parts.publisher.publish('status', null)
  }
}
