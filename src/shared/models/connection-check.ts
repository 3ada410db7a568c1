/** What the connection check finds: five steps from this computer to the account, each with a verdict. No secrets. */
import { z } from 'zod'
import { errorInfoSchema } from '../ipc/error.ts'
import { readingNoteSchema, TOPICS } from './freshness.ts'

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
  'noHealthPage', // 4xx: the platform has none, which is fine
  'unhealthy', // 5xx
  // account
  'accepted',
  'refused',
  'notSignedIn',
  // name, secure, health, account: the error says it
  'failed'
] as const
export type Verdict = (typeof VERDICTS)[number]

export const connectionCheckStepSchema = z.object({
  step: z.enum(CONNECTION_CHECK_STEPS),
  state: z.enum(['waiting', 'running', 'good', 'notice', 'bad', 'skipped']),
  verdict: z.enum(VERDICTS),
  /** Milliseconds; null while it has not ended, and for a step not taken. */
  durationMs: z.number().nullable(),
  /** What was found, in this order. `expires` is ISO 8601, `proxy` is `kind host:port`. */
  facts: z.array(
    z.object({ name: z.enum(['addresses', 'proxy', 'issuer', 'subject', 'expires', 'status']), value: z.string() })
  ),
  error: errorInfoSchema.nullable()
})
export type ConnectionCheckStep = z.infer<typeof connectionCheckStepSchema>

export const connectionCheckReportSchema = z.object({
  /** Grows with every check, so that an old one is told from the new. */
  id: z.number().int(),
  baseAddress: z.string(),
  /** ISO 8601 */
  startedAt: z.string(),
  running: z.boolean(),
  /** What was unusual in the stored data of the open account when the check began, by topic; topics without any are left out. */
  issues: z.array(z.object({ topic: z.enum(TOPICS), notes: z.array(readingNoteSchema) })),
  steps: z.array(connectionCheckStepSchema)
})
export type ConnectionCheckReport = z.infer<typeof connectionCheckReportSchema>
