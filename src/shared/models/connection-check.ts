/** What the connection check finds: five steps from this computer to the account, each with a verdict. No secrets. */
import type { ErrorInfo } from '../ipc/error.ts'
import type { ReadingNote, Topic } from './freshness.ts'

/** In the order in which they are taken. */
export const CONNECTION_CHECK_STEPS = ['name', 'proxy', 'secure', 'health', 'account'] as const
export type ConnectionCheckStepName = (typeof CONNECTION_CHECK_STEPS)[number]

/** Every verdict, by step; a sentence and, where there is one, a next step for each are in shared/i18n (connectionCheck.verdict.*). */
export const VERDICTS = [
  // any step
  'waiting',
  'running',
  'notNeeded', // this is the sample, which needs no network
  'notTried', // an earlier step failed for good
  'cancelled',
  // name
  'nameFound',
  'nameIsAddress', // an IP address, or this computer
  'nameNotFound',
  'nameLeftToProxy', // not found here, but the proxy looks it up
  // proxy
  'noProxy',
  'proxyFound',
  'proxyUnknown', // the system didn't tell
  // secure
  'trusted',
  'trustedLocally', // by a root that was added to this computer, as company networks do
  'endsSoon', // trusted, ends within 14 days
  'plain', // http to this computer
  'notSeen', // answered, and no certificate was shown to look at
  'certificateDate',
  'certificateName',
  'certificateIssuer',
  'certificateBad', // any other reason
  'handshakeFailed',
  // health
  'healthy',
  'noHealthPage', // 4xx: the provider has none, which is fine
  'unhealthy', // 5xx
  // account
  'accepted',
  'refused',
  'notSignedIn',
  // name, secure, health, account: the error says it
  'failed'
] as const
export type Verdict = (typeof VERDICTS)[number]

export const STEP_STATES = ['waiting', 'running', 'good', 'notice', 'bad', 'skipped'] as const
export const FACT_NAMES = ['addresses', 'proxy', 'issuer', 'subject', 'expires', 'status'] as const

export interface ConnectionCheckStep {
  step: ConnectionCheckStepName
  state: (typeof STEP_STATES)[number]
  verdict: Verdict
  /** Milliseconds; null while it has not ended, and for a step not taken. */
  durationMs: number | null
  /** What was found, in this order. `expires` is ISO 8601, `proxy` is `kind host:port`. */
  facts: { name: (typeof FACT_NAMES)[number]; value: string }[]
  error: ErrorInfo | null
}

export interface ConnectionCheckReport {
  /** Grows with every check, so that an old one is told from the new. */
  id: number
  baseAddress: string
  /** ISO 8601 */
  startedAt: string
  running: boolean
  /** What was unusual in the stored data of the open account when the check began, by topic; topics without any are left out. */
  issues: { topic: Topic; notes: ReadingNote[] }[]
  steps: ConnectionCheckStep[]
}
