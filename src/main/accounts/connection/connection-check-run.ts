import { AppError, toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { CONNECTION_CHECK_STEPS, type ConnectionCheckStepName } from '../../../shared/models/connection-check.ts'
import { untilAborted } from '../../concurrency.ts'
import type { Account } from '../account.ts'
import type { CoreParts } from '../../core-parts.ts'
import {
  createSteps,
  finding,
  withoutResult,
  type Outcome,
  type StepParts,
  type CheckSteps
} from './connection-check-steps.ts'

export interface ConnectionCheckRunParts extends StepParts, Pick<CoreParts, 'log' | 'report'> {}

/** No later step can succeed after these errors. */
const FINAL_CODES: readonly ErrorCode[] = ['OFFLINE', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']

export type StepOutcomes = Readonly<Record<ConnectionCheckStepName, Outcome>>

export const sameForAllSteps = (outcome: Outcome): StepOutcomes =>
  Object.fromEntries(CONNECTION_CHECK_STEPS.map((step) => [step, outcome])) as StepOutcomes

/** One run of the steps, in order, with their outcomes. */
export class ConnectionCheckRun {
  readonly #parts: ConnectionCheckRunParts
  readonly #connection: Connection
  readonly #steps: CheckSteps
  readonly #onChange: () => void
  readonly #abort = new AbortController()
  #outcomes = sameForAllSteps(withoutResult('waiting'))

  /**
   * @param account whose sign-in is tested; null: none is
   * @param onChange for each outcome, until the run is cancelled
   */
  constructor(parts: ConnectionCheckRunParts, connection: Connection, account: Account | null, onChange: () => void) {
    this.#parts = parts
    this.#connection = connection
    this.#steps = createSteps(parts, connection, account)
    this.#onChange = onChange
  }

  outcomes(): StepOutcomes {
    return this.#outcomes
  }

  isCancelled(): boolean {
    return this.#abort.signal.aborted
  }

  cancel(): void {
    this.#abort.abort()
  }

  /** @throws CANCELLED */
  async takeSteps(): Promise<void> {
    if (!(await this.#reachNetwork())) return
    if (this.#put('secure', await this.#measure('secure')).state === 'bad') return
    const health = this.#put('health', await this.#measure('health'))
    if (health.error && FINAL_CODES.includes(health.error.code)) return
    this.#put('account', await this.#measure('account'))
  }

  /** Steps without an outcome get this one. */
  endUnfinished(verdict: 'notTried' | 'cancelled'): void {
    const outcomes = Object.entries(this.#outcomes).map(([step, outcome]) => {
      const isUnfinished = outcome.state === 'waiting' || outcome.state === 'running'
      return [step, isUnfinished ? withoutResult(verdict) : outcome]
    })
    this.#outcomes = Object.fromEntries(outcomes) as StepOutcomes
  }

  /** The steps `name` and `proxy`. @returns false if no later step can succeed */
  async #reachNetwork(): Promise<boolean> {
    const name = await this.#measure('name')
    // Behind a proxy this computer may be unable to resolve the name, so the proxy step decides.
    const isNameUnsettled = name.verdict === 'nameNotFound'
    if (!isNameUnsettled) this.#put('name', name)
    if (name.verdict === 'failed') return false
    const proxy = await this.#measure('proxy')
    const hasProxy = proxy.facts.length > 0
    const proxyResolves = isNameUnsettled && hasProxy
    if (isNameUnsettled) this.#put('name', proxyResolves ? { ...name, ...finding('good', 'nameLeftToProxy') } : name)
    this.#put('proxy', proxy)
    return !(isNameUnsettled && !hasProxy && proxy.state === 'good')
  }

  /** Fails with TIMEOUT even if the step ignores its signal. */
  async #measure(step: ConnectionCheckStepName): Promise<Outcome> {
    const { clock, log, report } = this.#parts
    const examiner = this.#steps[step]
    this.#put(step, { ...finding('running', 'running'), durationMs: null })
    const startedAt = clock.now().getTime()
    const timeout = new AbortController()
    const cancelTimeout = clock.after(definitionOf(this.#connection).timeoutSeconds * 1000, () => timeout.abort())
    const signal = AbortSignal.any([this.#abort.signal, timeout.signal])
    const found = await untilAborted(examiner.check(signal), signal, () => this.#abortError()).catch(
      (error: unknown) => {
        // The probe throws INTERNAL where the system doesn't name its proxies.
        if (!(error instanceof AppError)) report(error)
        return examiner.onError(toErrorInfo(error))
      }
    )
    cancelTimeout()
    const durationMs = found.state === 'skipped' ? null : clock.now().getTime() - startedAt
    log.event('checkStepEnded', { step, verdict: found.verdict, ms: durationMs })
    return { ...found, durationMs }
  }

  #abortError(): AppError {
    return this.isCancelled()
      ? new AppError('CANCELLED')
      : new AppError('TIMEOUT', { host: new URL(this.#connection.baseUrl).host })
  }

  /** @throws CANCELLED: a cancelled run changes nothing any more */
  #put(step: ConnectionCheckStepName, outcome: Outcome): Outcome {
    if (this.isCancelled()) throw new AppError('CANCELLED')
    this.#outcomes = { ...this.#outcomes, [step]: outcome }
    this.#onChange()
    return outcome
  }
}
