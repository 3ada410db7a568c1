import { AppError } from '../../../shared/ipc/error.ts'
import { CONNECTION_CHECK_STEPS, type ConnectionCheckReport } from '../../../shared/models/connection-check.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { definitionOf, topicsOf } from '../../../shared/providers/definition.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { Refresh } from '../refresh/refresh.ts'
import {
  ConnectionCheckRun,
  sameForAllSteps,
  type ConnectionCheckRunParts,
  type StepOutcomes
} from './connection-check-run.ts'
import { withoutResult } from './connection-check-steps.ts'

export interface ConnectionCheckParts extends ConnectionCheckRunParts, Pick<CoreParts, 'store' | 'publisher'> {
  refresh: Pick<Refresh, 'retryNow' | 'revalidate'>
}

/** Keeps the latest report of the connection check. A check runs until it ends, is cancelled, or its account changes. */
export class ConnectionCheck {
  readonly #parts: ConnectionCheckParts
  #latest: ConnectionCheckReport | null = null
  #running: ConnectionCheckRun | null = null
  #checks = 0
  #account: { id: string | undefined; connection: string }

  constructor(parts: ConnectionCheckParts) {
    this.#parts = parts
    this.#account = this.#openAccount()
    parts.session.onChange(() => this.#followAccount())
  }

  report(): ConnectionCheckReport | null {
    return this.#latest
  }

  /** Cancels a running check. @param given null: the open account's connection @throws UNAUTHORIZED */
  start(given: Connection | null): ConnectionCheckReport {
    const { api, session, clock, publisher } = this.#parts
    const requested = given ?? session.account()?.connection
    if (!requested) throw new AppError('UNAUTHORIZED')
    const connection = { ...requested, baseUrl: api.baseUrl(requested.baseUrl) }
    this.#running?.cancel()
    const isSample = given === null && session.account()?.kind === 'sample'
    const report: ConnectionCheckReport = {
      id: ++this.#checks,
      baseUrl: connection.baseUrl,
      startedAt: clock.now().toISOString(),
      running: !isSample,
      issues: [],
      steps: stepsOf(sameForAllSteps(withoutResult(isSample ? 'notNeeded' : 'waiting')))
    }
    this.#latest = report
    this.#running = isSample ? null : new ConnectionCheckRun(this.#parts, connection, () => this.#update())
    publisher.publish('connectionCheckChanged')
    if (given === null) void this.#addIssues(report.id)
    if (this.#running) void this.#complete(this.#running, given === null)
    return this.#latest
  }

  cancel(): void {
    this.#running?.cancel()
    if (this.#running) this.#end(this.#running, 'cancelled')
  }

  async #complete(run: ConnectionCheckRun, ofAccount: boolean): Promise<void> {
    const { refresh, report } = this.#parts
    try {
      await run.takeSteps(ofAccount)
      const { verdict } = run.outcomes().account
      if (verdict === 'accepted') refresh.retryNow()
      if (verdict === 'refused') refresh.revalidate()
      if (!run.isCancelled()) this.#end(run, 'notTried')
    } catch (error) {
      if (run.isCancelled()) return
      report(error)
      this.#end(run, 'cancelled')
    }
  }

  #end(run: ConnectionCheckRun, unfinished: 'notTried' | 'cancelled'): void {
    run.endUnfinished(unfinished)
    this.#running = null
    this.#change({ running: false, steps: stepsOf(run.outcomes()) })
  }

  /** What was noticed in the stored data of the open account, of the topics that its provider has. */
  async #addIssues(id: number): Promise<void> {
    const { session, store, report } = this.#parts
    try {
      const issues = await store.read(async (storage) => {
        const connection = session.account()?.connection
        const topics = connection ? topicsOf(definitionOf(connection)) : []
        const infos = await Promise.all(topics.map((topic) => unlessSealed(storage.info(topic))))
        return topics
          .map((topic, at) => ({ topic, notes: infos[at]?.notes ?? [] }))
          .filter(({ notes }) => notes.length > 0)
      })
      if (this.#latest?.id === id && issues.length > 0) this.#change({ issues })
    } catch (error) {
      // The views show storage errors themselves.
      report(error)
    }
  }

  #update(): void {
    if (this.#running) this.#change({ steps: stepsOf(this.#running.outcomes()) })
  }

  #change(part: Partial<ConnectionCheckReport>): void {
    if (!this.#latest) return
    this.#latest = { ...this.#latest, ...part }
    this.#parts.publisher.publish('connectionCheckChanged')
  }

  #openAccount(): { id: string | undefined; connection: string } {
    const account = this.#parts.session.account()
    return { id: account?.id, connection: JSON.stringify(account?.connection ?? null) }
  }

  #followAccount(): void {
    const before = this.#account
    this.#account = this.#openAccount()
    const isSameAccount = before.id === this.#account.id
    if (!isSameAccount || before.connection !== this.#account.connection) this.cancel()
    if (isSameAccount || !this.#latest) return
    // The old report names an address of another account.
    this.#latest = null
    this.#parts.publisher.publish('connectionCheckChanged')
  }
}

const stepsOf = (outcomes: StepOutcomes): ConnectionCheckReport['steps'] =>
  CONNECTION_CHECK_STEPS.map((step) => ({ step, ...outcomes[step] }))
