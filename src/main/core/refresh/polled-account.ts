/** What the poller remembers of an account until quit. Times are in Time. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountLine, CredentialState } from '../../../shared/models/account.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import { hasTransientError, type Outcomes } from './backoff.ts'
import type { Failures } from './freshness.ts'

/** An account that is opened again within this time is not asked again. */
export const RECENT_MS = 60_000
/** A round that was cut short begins again this long after its start at the earliest. */
export const CUT_SHORT_MS = 2_000

export interface PolledAccount {
  readonly id: string
  /** A change of connection or credential makes earlier outcomes void. */
  connectionKey: string
  credential: CredentialState
  /** Aborted when the account is left, loses its credential, or gets another connection. */
  scope: AbortController
  /** One per topic. They outlive their callers, so createSingleFlight, which aborts with the last one, does not fit. */
  calls: Map<Topic, { outcome: Promise<ErrorInfo | null>; cancel: () => void }>
  /** `whole`: all topics, as the open account; otherwise invoices only. */
  round: { whole: boolean; outcomes: Promise<Outcomes> } | null
  nextAt: number | null
  /** The earliest time that the provider allows (Retry-After). */
  notBefore: number
  failedRounds: number
  /** Start and end of the latest whole round; `cutShort` when the account was left before its end. */
  begunAt: number
  endedAt: number
  cutShort: boolean
  invoicesAt: number
  /** When a whole round last proved that the credential still works. */
  trustedAt: number
  reach: 'unknown' | 'online' | 'offline'
  failures: Failures
}

export const connectionKeyOf = ({ account }: Pick<AccountLine, 'account'>): string => JSON.stringify(account.connection)

export const newAccount = (line: Pick<AccountLine, 'account' | 'credential'>): PolledAccount => ({
  id: line.account.id,
  connectionKey: connectionKeyOf(line),
  credential: line.credential,
  scope: new AbortController(),
  calls: new Map(),
  round: null,
  nextAt: null,
  notBefore: -Infinity,
  failedRounds: 0,
  begunAt: -Infinity,
  endedAt: -Infinity,
  cutShort: false,
  invoicesAt: -Infinity,
  trustedAt: -Infinity,
  reach: 'unknown',
  failures: { profile: null, catalogue: null, invoices: null }
})

export type PollState = 'idle' | 'due' | 'running' | 'backoff' | 'paused'

/** `paused`: nothing is planned, because automatic refresh is off or only a person can change anything. */
export function stateOf({ round, nextAt, failedRounds }: PolledAccount, now: number): PollState {
  if (round) return 'running'
  if (nextAt === null) return 'paused'
  if (nextAt <= now) return 'due'
  return failedRounds > 0 ? 'backoff' : 'idle'
}

/** Calls can be made without a person doing anything first. */
export const isUsable = (credential: CredentialState | undefined): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

export const wasNeverAsked = (account: PolledAccount | undefined): boolean =>
  !account || Math.max(account.begunAt, account.invoicesAt) === -Infinity

/** When the next round of an account that is opened again is due; 'now' for at once, null for only when a person asks. */
export function resumeAt(account: PolledAccount, now: number): number | 'now' | null {
  const { begunAt, endedAt, cutShort, invoicesAt, notBefore, nextAt, failures } = account
  if (notBefore > now) return nextAt
  if (cutShort && now - begunAt < CUT_SHORT_MS) return begunAt + CUT_SHORT_MS
  if (!cutShort && now - endedAt < RECENT_MS) return nextAt
  // It could not be reached in the background a moment ago.
  if (now - invoicesAt < RECENT_MS && hasTransientError([failures.invoices])) return nextAt
  return 'now'
}

export const hasRecentInvoices = ({ invoicesAt, failures }: PolledAccount, now: number): boolean =>
  now - invoicesAt < RECENT_MS && failures.invoices === null
