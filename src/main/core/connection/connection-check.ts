import { toErrorInfo, AppError, type ErrorCode } from '../../../shared/ipc/error.ts'
import {
  CONNECTION_CHECK_STEPS,
  type ConnectionCheckReport,
  type ConnectionCheckStep,
  type ConnectionCheckStepName
} from '../../../shared/models/connection-check.ts'
import { settingsOf, type Connection } from '../../../shared/models/connection.ts'
import { TOPICS } from '../../../shared/models/freshness.ts'
import { untilAborted } from '../../concurrency.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../open-account-storage.ts'
import type { Refresh } from '../refresh/refresh.ts'
import { createSteps, finding, type Finding, type StepParts } from './connection-check-steps.ts'

interface ConnectionCheckParts extends StepParts, Pick<CoreParts, 'store' | 'publisher' | 'report'> {
  refresh: Pick<Refresh, 'retryNow' | 'revalidate'>
}

type Outcome = Finding & Pick<ConnectionCheckStep, 'durationMs'>

const withoutResult = (verdict: 'waiting' | 'notNeeded' | 'notTried' | 'cancelled' | 'notSignedIn'): Outcome => ({
  ...finding(verdict === 'waiting' ? 'waiting' : 'skipped', verdict),
  durationMs: null
})

/** No later step can succeed after these errors. */
const FINAL_CODES: readonly ErrorCode[] = ['OFFLINE', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']

export type ConnectionCheck = ReturnType<typeof createConnectionCheck>

export function createConnectionCheck(parts: ConnectionCheckParts) {
  const { api, session, store, clock, publisher, refresh } = parts
  let latest: ConnectionCheckReport | null = null
  let running: AbortController | null = null
  let checks = 0

  const change = (how: Partial<ConnectionCheckReport>): void => {
    if (!latest) return
    latest = { ...latest, ...how }
    publisher.publish('connectionCheckChanged')
  }

  const end = (left: 'notTried' | 'cancelled'): void => {
    running = null
    const unfinished = (one: ConnectionCheckStep): boolean => one.state === 'waiting' || one.state === 'running'
    change({
      running: false,
      steps: (latest?.steps ?? []).map((one) => (unfinished(one) ? { step: one.step, ...withoutResult(left) } : one))
    })
  }

  const cancel = (): void => {
    running?.abort()
    if (running) end('cancelled')
  }

  const examine = async (connection: Connection, ofAccount: boolean, cancelled: AbortSignal): Promise<void> => {
    const steps = createSteps(parts, connection)
    /** @throws CANCELLED: a cancelled check must not change the report */
    const put = (step: ConnectionCheckStepName, outcome: Outcome): Outcome => {
      if (cancelled.aborted) throw new AppError('CANCELLED')
      change({ steps: (latest?.steps ?? []).map((one) => (one.step === step ? { step, ...outcome } : one)) })
      return outcome
    }
    /** Fails with TIMEOUT even if the step ignores its signal. */
    const take = async (step: ConnectionCheckStepName): Promise<Outcome> => {
      put(step, { ...finding('running', 'running'), durationMs: null })
      const began = clock.now().getTime()
      const timeout = new AbortController()
      const cancelTimeout = clock.after(settingsOf(connection).timeoutSeconds * 1000, () => timeout.abort())
      const signal = AbortSignal.any([cancelled, timeout.signal])
      const createError = (): AppError =>
        cancelled.aborted
          ? new AppError('CANCELLED')
          : new AppError('TIMEOUT', { host: new URL(connection.baseAddress).host })
      const found = await untilAborted(steps[step].take(signal), signal, createError).catch((error: unknown) => {
        // The probe throws INTERNAL where the system doesn't name its proxies.
        if (!(error instanceof AppError)) parts.report(error)
        return steps[step].onError(toErrorInfo(error))
      })
      cancelTimeout()
      return { ...found, durationMs: found.state === 'skipped' ? null : clock.now().getTime() - began }
    }

    const name = await take('name')
    // Behind a proxy this computer may be unable to resolve the name, so the proxy step decides.
    const unsettled = name.verdict === 'nameNotFound'
    if (!unsettled) put('name', name)
    if (name.verdict === 'failed') return
    const proxy = await take('proxy')
    const left = unsettled && proxy.verdict === 'proxyFound'
    if (unsettled) put('name', left ? { ...name, ...finding('good', 'nameLeftToProxy') } : name)
    put('proxy', proxy)
    if (unsettled && proxy.verdict === 'noProxy') return
    if (put('secure', await take('secure')).state === 'bad') return
    const health = put('health', await take('health'))
    if (health.error && FINAL_CODES.includes(health.error.code)) return
    const account = put('account', ofAccount ? await take('account') : withoutResult('notSignedIn'))
    if (account.verdict === 'accepted') refresh.retryNow()
    if (account.verdict === 'refused') refresh.revalidate()
  }

  const begin = async (connection: Connection, ofAccount: boolean, cancelled: AbortSignal): Promise<void> => {
    try {
      await examine(connection, ofAccount, cancelled)
      if (!cancelled.aborted) end('notTried')
    } catch (error) {
      if (cancelled.aborted) return
      parts.report(error)
      end('cancelled')
    }
  }

  const putIssues = async (id: number): Promise<void> => {
    try {
      const issues = await store.read(async (storage) => {
        const infos = await Promise.all(TOPICS.map((topic) => unlessSealed(storage.info(topic))))
        return TOPICS.map((topic, at) => ({ topic, notes: infos[at]?.notes ?? [] })).filter(
          ({ notes }) => notes.length > 0
        )
      })
      if (latest?.id === id && issues.length > 0) change({ issues })
    } catch (error) {
      // The views show storage errors themselves.
      parts.report(error)
    }
  }

  const look = () => ({ id: session.account()?.id, connection: JSON.stringify(session.account()?.connection) })
  let known = look()
  session.onChange(() => {
    const before = known
    known = look()
    if (before.id !== known.id || before.connection !== known.connection) cancel()
    if (before.id === known.id || !latest) return
    // The old report names an address of another account.
    latest = null
    publisher.publish('connectionCheckChanged')
  })

  return {
    cancel,
    report: (): ConnectionCheckReport | null => latest,
    /** Cancels a running check. @param given null: the open account's connection */
    run(given: Connection | null): ConnectionCheckReport {
      const requested = given ?? session.account()?.connection
      if (!requested) throw new AppError('UNAUTHORIZED')
      const connection = { ...requested, baseAddress: api.baseAddress(requested.baseAddress) }
      running?.abort()
      const isSample = given === null && session.account()?.kind === 'sample'
      const started: ConnectionCheckReport = {
        id: ++checks,
        baseAddress: connection.baseAddress,
        startedAt: clock.now().toISOString(),
        running: !isSample,
        issues: [],
        steps: CONNECTION_CHECK_STEPS.map((step) => ({ step, ...withoutResult(isSample ? 'notNeeded' : 'waiting') }))
      }
      latest = started
      running = isSample ? null : new AbortController()
      publisher.publish('connectionCheckChanged')
      if (given === null) void putIssues(started.id)
      if (running) void begin(connection, given === null, running.signal)
      return latest
    }
  }
}
