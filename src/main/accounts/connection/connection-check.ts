import { AppError } from '../../../shared/ipc/error.ts'
import { CONNECTION_CHECK_STEPS, type ConnectionCheckReport } from '../../../shared/models/connection-check.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { definitionOf, topicsOf } from '../../../shared/providers/definition.ts'
import type { Account } from '../account.ts'
import { unlessSealed } from '../opened-storage.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { Refresh } from '../rounds/refresh.ts'
import {
  ConnectionCheckRun,
  sameForAllSteps,
  type ConnectionCheckRunParts,
  type StepOutcomes
} from './connection-check-run.ts'
import { withoutResult } from './connection-check-steps.ts'

export interface ConnectionCheckParts extends ConnectionCheckRunParts, Pick<CoreParts, 'publisher'> {
  refresh: Pick<Refresh, 'retryNow'>
}

/** Keeps the latest report of the connection check. A check runs until it ends, is cancelled, or its account changes. */
export class ConnectionCheck {
  readonly #parts: ConnectionCheckParts
  /** With the account that was shown when it was asked for: a report names an address. */
  #latest: { report: ConnectionCheckReport; asker: Account | null } | null = null
  #running: ConnectionCheckRun | null = null
  #checks = 0

  constructor(parts: ConnectionCheckParts) {
    this.#parts = parts
  }

  /** @param asker the account that is shown */
  report(asker: Account | null): ConnectionCheckReport | null {
    return this.#latest?.asker === asker ? this.#latest.report : null
  }

  /**
   * Cancels a running check.
   * @param asker the account that is shown
   * @param given null: the account's own connection, with its sign-in
   * @throws UNAUTHORIZED
   */
  start(asker: Account | null, given: Connection | null): ConnectionCheckReport {
    const { api, clock, publisher } = this.#parts
    const tested = given === null ? asker : null
    const requested = given ?? asker?.record.connection
    if (!requested) throw new AppError('UNAUTHORIZED')
    const connection = { ...requested, baseUrl: api.baseUrl(requested.baseUrl) }
    this.#running?.cancel()
    const isSample = tested?.record.kind === 'sample'
    const report: ConnectionCheckReport = {
      id: ++this.#checks,
      baseUrl: connection.baseUrl,
      startedAt: clock.now().toISOString(),
      running: !isSample,
      issues: [],
      steps: stepsOf(sameForAllSteps(withoutResult(isSample ? 'notNeeded' : 'waiting')))
    }
    this.#latest = { report, asker }
    const run = isSample ? null : new ConnectionCheckRun(this.#parts, connection, tested, () => this.#update())
    this.#running = run
    publisher.publish('connectionCheck', asker?.id ?? null)
    if (tested) void this.#addIssues(report.id, tested)
    if (run) void this.#complete(run, tested, asker?.rounds.signal)
    return this.#latest.report
  }

  cancel(): void {
    this.#running?.cancel()
    if (this.#running) this.#end(this.#running, 'cancelled')
  }

  /** @param signal aborted when the asker is signed out, removed or moved */
  async #complete(run: ConnectionCheckRun, tested: Account | null, signal: AbortSignal | undefined): Promise<void> {
    const { refresh, report } = this.#parts
    const stop = (): void => {
      if (this.#running === run) this.cancel()
    }
    signal?.addEventListener('abort', stop)
    try {
      await run.takeSteps()
      const { verdict } = run.outcomes().account
      if (verdict === 'accepted') refresh.retryNow()
      if (verdict === 'refused') tested?.rounds.revalidate()
      if (!run.isCancelled()) this.#end(run, 'notTried')
    } catch (error) {
      if (run.isCancelled()) return
      report(error)
      this.#end(run, 'cancelled')
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  #end(run: ConnectionCheckRun, unfinished: 'notTried' | 'cancelled'): void {
    run.endUnfinished(unfinished)
    this.#running = null
    this.#change({ running: false, steps: stepsOf(run.outcomes()) })
  }

  /** What was noticed in the stored data of the account, of the topics that its provider has. */
  async #addIssues(id: number, account: Account): Promise<void> {
    try {
      const topics = topicsOf(definitionOf(account.record.connection))
      const infos = await account.use((storage) =>
        Promise.all(topics.map((topic) => unlessSealed(storage.info(topic))))
      )
      const issues = topics
        .map((topic, at) => ({ topic, notes: infos[at]?.notes ?? [] }))
        .filter(({ notes }) => notes.length > 0)
      if (this.#latest?.report.id === id && issues.length > 0) this.#change({ issues })
    } catch (error) {
      // The views show storage errors themselves.
      this.#parts.report(error)
    }
  }

  #update(): void {
    if (this.#running) this.#change({ steps: stepsOf(this.#running.outcomes()) })
  }

  #change(part: Partial<ConnectionCheckReport>): void {
    if (!this.#latest) return
    this.#latest = { ...this.#latest, report: { ...this.#latest.report, ...part } }
    this.#parts.publisher.publish('connectionCheck', this.#latest.asker?.id ?? null)
  }
}

const stepsOf = (outcomes: StepOutcomes): ConnectionCheckReport['steps'] =>
  CONNECTION_CHECK_STEPS.map((step) => ({ step, ...outcomes[step] }))
