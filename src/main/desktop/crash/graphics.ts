import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ProcessEndReason } from '../../ports/index.ts'
import { log, report } from '../log.ts'
import { RecentEnds, type ProcessEnd } from './recent-ends.ts'

/**
 * Chromium starts a failed graphics process again. After three failures within five minutes it falls back to software, and with nothing
 * left to fall back to it ends the app: "GPU process isn't usable. Goodbye." (content/browser/gpu/gpu_process_host.cc,
 * gpu_data_manager_impl_private.cc). So the second failure must be acted on.
 */
const MOST_FAILURES = 1
/** Chromium forgives a failure after the same time. */
const SPAN_MS = 5 * 60_000
/** Others, such as `killed` or `oom`, say nothing about the graphics processor. */
const FAILURES: ReadonlySet<ProcessEndReason> = new Set(['crashed', 'abnormal-exit', 'launch-failed'])

/**
 * Stores the setting `graphicsProcessor`: a file in the data folder, because it is needed before `ready`, when nothing else is
 * read. The file exists if the app starts without.
 */
export class Graphics {
  readonly #file: string
  readonly #failures = new RecentEnds(SPAN_MS)
  #askAboutFailures: ((failures: readonly ProcessEnd[]) => void) | null = null
  /** Of the next start. */
  #isEnabled: boolean
  /** By this run. */
  #isInUse = true

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, 'without-graphics-processor')
    this.#isEnabled = !existsSync(this.#file)
  }

  /** Call before ready. */
  applySetting(): void {
    if (!this.#isEnabled) app.disableHardwareAcceleration()
    this.#isInUse = this.#isEnabled && !app.commandLine.hasSwitch('disable-gpu')
    if (!this.#isInUse) log.event('startedWithoutGraphicsProcessor', {})
  }

  /** Of the next start. */
  isEnabled(): boolean {
    return this.#isEnabled
  }

  /** From the next start on. @throws STORAGE if it can't be stored */
  setEnabled(enabled: boolean): void {
    if (enabled) this.#failures.clear()
    try {
      if (enabled) rmSync(this.#file, { force: true })
      else if (this.#isEnabled) writeFileSync(this.#file, '', { flag: 'wx', mode: 0o600 })
      this.#isEnabled = enabled
      log.event('graphicsProcessorSet', { enabled })
    } catch (error) {
      report(error)
      throw new AppError('STORAGE')
    }
  }

  /** Runs at once if there were repeated failures already. */
  onRepeatedFailure(ask: (failures: readonly ProcessEnd[]) => void): void {
    this.#askAboutFailures = ask
    if (this.#failures.list.length > MOST_FAILURES) ask(this.#failures.list)
  }

  /** Call when the graphics process is gone. */
  processGone(end: Omit<ProcessEnd, 'date'>): void {
    if (!this.#isInUse || !FAILURES.has(end.reason)) return
    if (this.#failures.add(end) <= MOST_FAILURES || !this.isEnabled()) return
    try {
      // Before the question: the next failure may end the app.
      this.setEnabled(false)
    } finally {
      this.#askAboutFailures?.(this.#failures.list)
    }
  }
}
