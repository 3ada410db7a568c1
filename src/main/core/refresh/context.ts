/** What the files of this folder share: the parts, the time, what is planned, and what is remembered of each account. */
import type { AccountLine, CredentialState } from '../../../shared/models/account.ts'
import { askedToWait, nextTry, type Outcomes } from './next-try.ts'
import { notAsked, type Asked } from './backoff.ts'
import type { RefreshParts } from './refresh.ts'
import type { Schedule } from './schedule.ts'
import type { Time } from './time.ts'

export interface Context {
  parts: RefreshParts
  time: Time
  schedule: Schedule
  /** Accounts that were asked about in this launch, or wait for it, by id. */
  known: Map<string, Asked>
  /** Those two tell that nothing is to be begun any more. */
  stopped: () => boolean
  /** From one round to the next; 0: only when the person asks. */
  everyMs: () => number
  lineOf: (accountId: string) => AccountLine | null
  asked: (accountId: string) => Asked
  /** What comes of a round for the next one. Nothing is planned where only the person can change anything. */
  planNext: (accountId: string, outcomes: Outcomes) => void
}

/** Something can be asked with it, without the person doing anything first. */
export const isOfUse = (credential: CredentialState | undefined): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

/** How a platform is spoken to; another way is another matter. */
export const wayOf = ({ account }: Pick<AccountLine, 'account'>): string => JSON.stringify(account.connection)

export function createContext(parts: RefreshParts, time: Time, schedule: Schedule, stopped: () => boolean): Context {
  const { clock, session, settings } = parts
  const known = new Map<string, Asked>()
  const everyMs = (): number => settings().refreshMinutes * 60_000
  const lineOf = (id: string): AccountLine | null =>
    session.state().accounts.find(({ account }) => account.id === id) ?? null

  const asked = (id: string): Asked => {
    const line = lineOf(id)
    const found = known.get(id) ?? notAsked(line ? wayOf(line) : '', line?.credential ?? 'signedOut')
    known.set(id, found)
    return found
  }
  const planNext = (id: string, outcomes: Outcomes): void => {
    const its = asked(id)
    const wait = askedToWait(outcomes, time.until)
    its.notBefore = time.now() + wait
    const next = nextTry(outcomes, its.failedRounds, everyMs(), clock)
    if (!next || stopped()) return
    its.failedRounds = next.failedRounds
    schedule.plan(id, time.now() + Math.max(next.ms, wait))
  }
  return { parts, time, schedule, known, stopped, everyMs, lineOf, asked, planNext }
}
