/** The connection check: tests the known from this computer to the account, step by step. */
import { toErrorInfo, AppError, type ErrorCode } from '../../../shared/ipc/error.ts'
import { settingsOf, type Connection } from '../../../shared/models/connection.ts'
import { TOPICS } from '../../../shared/models/freshness.ts'
import {
  CONNECTION_CHECK_STEPS,
  type ConnectionCheckReport,
  type ConnectionCheckStep,
  type ConnectionCheckStepName
} from '../../../shared/models/connection-check.ts'
import {
  askAsAccount,
  askHealth,
  finding,
  findProxy,
  lookAtCertificate,
  lookUpName,
  type Finding,
  type Look,
  type StepParts
} from './connection-check-steps.ts'
import { untilAborted } from '../concurrency/until-aborted.ts'
import type { Publisher } from '../ports/index.ts'
import { unlessSealed, type OpenAccountStorage } from '../open-account-storage.ts'

export interface ConnectionCheckParts extends StepParts {
  store: OpenAccountStorage
  publisher: Publisher
  /** The open account was reached and accepted: other requests may succeed now. */
  reached: () => void
  /** The open account's token was rejected: Refresh.revalidate. */
  revalidate: () => void
  /** Receives errors without an error code. */
  report: (error: unknown) => void
}

export interface ConnectionCheck {
  /**
   * Checks the open account (null), or a connection that nobody is signed in to. It cancels a running check.
   * @returns the report at its start
   * @throws UNAUTHORIZED for null when signed out; INSECURE_ADDRESS or BAD_REQUEST for an invalid address
   */
  run(connection: Connection | null): ConnectionCheckReport
  /** The latest check of this launch. */
  report(): ConnectionCheckReport | null
  cancel(): void
}

interface Check {
  connection: Connection
  /** Whether it checks the open account, with its token. */
  ofAccount: boolean
  signal: AbortSignal
}

type Outcome = Finding & Pick<ConnectionCheckStep, 'durationMs'>

const untaken = (verdict: 'waiting' | 'notNeeded' | 'notTried' | 'cancelled'): Outcome => ({
  ...finding(verdict === 'waiting' ? 'waiting' : 'skipped', verdict),
  durationMs: null
})

/** Errors after which no other step can succeed. */
const NO_WAY: readonly ErrorCode[] = ['OFFLINE', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']

export function createConnectionCheck(parts: ConnectionCheckParts): ConnectionCheck {
  const { api, session, store, clock, publisher } = parts
  let latest: ConnectionCheckReport | null = null
  let running: AbortController | null = null
  let checks = 0

  const change = (how: Partial<ConnectionCheckReport>): void => {
    if (!latest) return
    latest = { ...latest, ...how }
    publisher.publish('connectionCheckChanged')
  }

  /** @throws CANCELLED: a cancelled check must not change the report */
  const put = (check: Check, step: ConnectionCheckStepName, outcome: Outcome): void => {
    if (check.signal.aborted) throw new AppError('CANCELLED')
    change({ steps: (latest?.steps ?? []).map((one) => (one.step === step ? { step, ...outcome } : one)) })
  }

  const end = (left: 'notTried' | 'cancelled'): void => {
    running = null
    const unfinished = (one: ConnectionCheckStep): boolean => one.state === 'waiting' || one.state === 'running'
    change({
      running: false,
      steps: (latest?.steps ?? []).map((one) => (unfinished(one) ? { step: one.step, ...untaken(left) } : one))
    })
  }

  const cancel = (): void => {
    running?.abort()
    if (running) end('cancelled')
  }

  /** Limits the work to the connection's timeout. @throws TIMEOUT, even if the work ignores its signal */
  const bounded = async <T>(check: Check, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const host = new URL(check.connection.baseAddress).host
    const timeout = new AbortController()
    const cancelTimeout = clock.after(settingsOf(check.connection).timeoutSeconds * 1000, () => timeout.abort())
    const signal = AbortSignal.any([check.signal, timeout.signal])
    try {
      return await untilAborted(work(signal), signal, () =>
        check.signal.aborted ? new AppError('CANCELLED') : new AppError('TIMEOUT', { host })
      )
    } finally {
      cancelTimeout()
    }
  }

  const take = async (check: Check, step: ConnectionCheckStepName, look: Look): Promise<Outcome> => {
    put(check, step, { ...finding('running', 'running'), durationMs: null })
    const began = clock.now().getTime()
    const found = await bounded(check, (signal) => look.take(signal)).catch((error: unknown) => {
      if (!(error instanceof AppError)) parts.report(error)
      return look.otherwise(toErrorInfo(error))
    })
    return { ...found, durationMs: found.state === 'skipped' ? null : clock.now().getTime() - began }
  }

  const examine = async (check: Check): Promise<void> => {
    const { connection } = check
    const address = connection.baseAddress
    const name = await take(check, 'name', lookUpName(parts, new URL(address).hostname))
    // Behind a proxy this computer may not be able to resolve the name, so the proxy step decides.
    const unsettled = name.verdict === 'nameNotFound'
    if (!unsettled) put(check, 'name', name)
    if (name.verdict === 'failed') return
    const proxy = await take(check, 'proxy', findProxy(parts, address))
    const left = unsettled && proxy.verdict === 'proxyFound'
    if (unsettled) put(check, 'name', left ? { ...name, ...finding('good', 'nameLeftToProxy') } : name)
    put(check, 'proxy', proxy)
    if (unsettled && proxy.verdict === 'noProxy') return

    const secure = await take(check, 'secure', lookAtCertificate(parts, address))
    put(check, 'secure', secure)
    if (secure.state === 'bad') return

    const health = await take(check, 'health', askHealth(parts, connection))
    put(check, 'health', health)
    if (health.error && NO_WAY.includes(health.error.code)) return

    if (check.ofAccount) {
      const account = await take(check, 'account', askAsAccount(parts))
      put(check, 'account', account)
      if (account.verdict === 'accepted') parts.reached()
      if (account.verdict === 'refused') parts.revalidate()
    } else put(check, 'account', { ...finding('skipped', 'notSignedIn'), durationMs: null })
  }

  const begin = async (check: Check): Promise<void> => {
    try {
      await examine(check)
      if (!check.signal.aborted) end('notTried')
    } catch (error) {
      if (check.signal.aborted) return
      parts.report(error)
      end('cancelled')
    }
  }

  const readIssues = (): Promise<ConnectionCheckReport['issues']> =>
    store.read(async (storage) => {
      const infos = await Promise.all(TOPICS.map((topic) => unlessSealed(storage.info(topic))))
      return TOPICS.map((topic, at) => ({ topic, notes: infos[at]?.notes ?? [] })).filter(
        ({ notes }) => notes.length > 0
      )
    })

  const putIssues = async (id: number): Promise<void> => {
    try {
      const issues = await readIssues()
      if (latest?.id === id && issues.length > 0) change({ issues })
    } catch (error) {
      // Unreadable storage is shown where its data would be.
      if (!(error instanceof AppError)) parts.report(error)
    }
  }

  const connectionText = (): string => JSON.stringify(session.account()?.connection)
  let known = { id: session.account()?.id, connectionText: connectionText() }
  session.onChange(() => {
    const before = known
    known = { id: session.account()?.id, connectionText: connectionText() }
    if (before.id !== known.id || before.connectionText !== known.connectionText) cancel()
    if (before.id === known.id || !latest) return
    // The report names the address of an account that may be gone.
    latest = null
    publisher.publish('connectionCheckChanged')
  })

  return {
    cancel,
    report: () => latest,
    run(given) {
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
        steps: CONNECTION_CHECK_STEPS.map((step) => ({ step, ...untaken(isSample ? 'notNeeded' : 'waiting') }))
      }
      latest = started
      running = isSample ? null : new AbortController()
      publisher.publish('connectionCheckChanged')
      if (given === null) void putIssues(started.id)
      if (running) void begin({ connection, ofAccount: given === null, signal: running.signal })
      return latest
    }
  }
}
