/** The connection check: five steps from this computer to the account. No secrets. */
import type { ErrorInfo } from '../ipc/error.ts'
import type { ReadingNote, Topic } from './freshness.ts'

export const CONNECTION_CHECK_STEPS = ['name', 'proxy', 'secure', 'health', 'account'] as const
export type ConnectionCheckStepName = (typeof CONNECTION_CHECK_STEPS)[number]

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
  'proxyTurnedOff', // by the setting
  'proxyByHand',
  'proxyBypassed', // there is one by hand, but not for this address
  'proxyFromCommandLine',
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
  // health, account
  'notDefined', // the provider's definition has no endpoint for it
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
  /** null: not ended, or skipped. */
  durationMs: number | null
  /** `expires` is ISO 8601, `proxy` is `kind host:port`. */
  facts: { name: (typeof FACT_NAMES)[number]; value: string }[]
  error: ErrorInfo | null
}

export interface ConnectionCheckReport {
  id: number
  baseUrl: string
  startedAt: string
  running: boolean
  issues: { topic: Topic; notes: ReadingNote[] }[]
  steps: ConnectionCheckStep[]
}
