/** The connection connectionCheck: looks at the way from this computer to the account, step by step. */
import { toErrorInfo, AppError, type ErrorCode } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { settingsOf } from '../../../shared/models/connection-rules.ts'
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
import { unlessSealed, type OpenStore } from '../open-account-storage.ts'

export interface ConnectionCheckParts extends StepParts {
  store: OpenStore
  publisher: Publisher
  /** The open account was reached and accepted: what failed before can be had now. */
  reached: () => void
  /** The open account's token was refused: Refresh.revalidate. */
  revalidate: () => void
  /** Told of errors that no ErrorInfo code describes. */
  report: (error: unknown) => void
}

export interface ConnectionCheck {
  /**
   * Starts a check of the open account (null), or of a connection that nobody is signed in to; one that runs is cancelled.
   * @returns how it stands at its start
   * @throws UNAUTHORIZED for null when signed out, INSECURE_ADDRESS or BAD_REQUEST for an address that is none
   */
  run(connection: Connection | null): ConnectionCheckReport
  /** The latest check of this launch. */
  report(): ConnectionCheckReport | null
  cancel(): void
}

interface Check {
  connection: Connection
  /** Whether the open account is asked for, with its token. */
  ofAccount: boolean
  signal: AbortSignal
}

type Outcome = Finding & Pick<ConnectionCheckStep, 'durationMs'>

const untaken = (verdict: 'waiting' | 'notNeeded' | 'notTried' | 'cancelled'): Outcome => ({
  ...finding(verdict === 'waiting' ? 'waiting' : 'skipped', verdict),
  durationMs: null
})

/** Failures after which nothing else can get through. */
const NO_WAY: readonly ErrorCode[] = ['OFFLINE', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']

export function createConnectionCheck(parts: ConnectionCheckParts): ConnectionCheck {
  const { platform, session, store, clock, publisher } = parts
  let latest: ConnectionCheckReport | null = null
  let running: AbortController | null = null
  let checks = 0

  const change = (how: Partial<ConnectionCheckReport>): void => {
    if (!latest) return
    latest = { ...latest, ...how }
    publisher.publish('connectionCheckChanged')
  }

  /** @throws CANCELLED: what a check that was cancelled still finds changes nothing */
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

  /** The work's outcome within the connection's time: TIMEOUT after it, whether or not the work heeds its signal. */
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
    // Behind a proxy a name need not be known here: that it is not is no verdict yet.
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
    store.read(async (cache) => {
      const infos = await Promise.all(TOPICS.map((topic) => unlessSealed(cache.info(topic))))
      return TOPICS.map((topic, at) => ({ topic, notes: infos[at]?.notes ?? [] })).filter(
        ({ notes }) => notes.length > 0
      )
    })

  const putIssues = async (id: number): Promise<void> => {
    try {
      const issues = await readIssues()
      if (latest?.id === id && issues.length > 0) change({ issues })
    } catch (error) {
      // Storage that can't be read is shown where its data would be.
      if (!(error instanceof AppError)) parts.report(error)
    }
  }

  const spokenTo = (): string => JSON.stringify(session.account()?.connection)
  let way = { id: session.account()?.id, spokenTo: spokenTo() }
  session.onChange(() => {
    const before = way
    way = { id: session.account()?.id, spokenTo: spokenTo() }
    if (before.id !== way.id || before.spokenTo !== way.spokenTo) cancel()
    if (before.id === way.id || !latest) return
    // It names the address of an account that may be gone by now.
    latest = null
    publisher.publish('connectionCheckChanged')
  })

  return {
    cancel,
    report: () => latest,
    run(given) {
      const asked = given ?? session.account()?.connection
      if (!asked) throw new AppError('UNAUTHORIZED')
      const connection = { ...asked, baseAddress: platform.baseAddress(asked.baseAddress) }
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
