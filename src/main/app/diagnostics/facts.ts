/** The facts of the report that settings, accounts and the connection check have. Only words of closed lists. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { AccountRecord } from '../../../shared/models/account.ts'
import type { ConnectionCheckReport } from '../../../shared/models/connection-check.ts'
import type { PartialList, ReadingNote, Topic } from '../../../shared/models/freshness.ts'
import type { PdfFolderState } from '../../../shared/models/pdf-folder.ts'
import { SETTINGS, type SettingName, type Settings } from '../../../shared/models/settings.ts'
import { definitionOf, topicsOf } from '../../../shared/providers/definition.ts'
import type { DiagnosticFact, Facts } from '../../ports/index.ts'

const HOUR_MS = 3_600_000
/** More are counted only. */
const MOST_ACCOUNTS = 20

export interface ReportedTopic {
  /** ISO 8601 */
  fetchedAt: string | null
  records?: number | null
  partial?: PartialList | null | undefined
  notes?: readonly ReadingNote[]
  error?: ErrorInfo | null
}

export interface ReportedAccount {
  account: AccountRecord
  isOpen: boolean
  credential: string
  keychainError: ErrorInfo | null
  topics: Readonly<Partial<Record<Topic, ReportedTopic>>>
}

/** By number: no account is named. */
export function accountsFacts(accounts: readonly ReportedAccount[], now: Date): Facts {
  const listed = accounts.slice(0, MOST_ACCOUNTS).map((each, at) => [`account ${at + 1}`, accountFacts(each, now)])
  const { [MOST_ACCOUNTS]: more } = accounts
  return {
    accounts: accounts.length,
    ...(more && { notListed: accounts.length - MOST_ACCOUNTS }),
    ...(Object.fromEntries(listed) as Facts)
  }
}

function accountFacts({ account, isOpen, credential, keychainError, topics }: ReportedAccount, now: Date): Facts {
  const { connection, kind, tokenExpiresAt } = account
  const { provider, baseUrl: _baseUrl, user, ...changes } = connection
  const lasting = topicsOf(definitionOf(connection))
  return {
    open: isOpen,
    provider: provider ?? 'own definition',
    changedParts: Object.keys(changes).sort().join(' '),
    userName: user === undefined ? 'not set' : 'set',
    signIn: kind,
    credential,
    keychainError: errorFact(keychainError),
    tokenExpiresInHours: tokenExpiresAt === null ? null : hoursBetween(now, tokenExpiresAt),
    ...Object.fromEntries(lasting.map((topic) => [topic, topicFacts(topics[topic], now)]))
  }
}

function topicFacts(topic: ReportedTopic | undefined, now: Date): DiagnosticFact | Facts {
  if (!topic) return 'not known'
  const { fetchedAt, records, partial, notes = [], error } = topic
  const age = fetchedAt === null ? null : hoursBetween(now, fetchedAt)
  const counts = Map.groupBy(notes, ({ kind }) => kind)
  return {
    ageHours: age === null ? null : -age,
    ...(records !== undefined && { records }),
    ...(partial && { partial: `${partial.received} of ${partial.total ?? 'unknown'}` }),
    ...(error !== undefined && { lastError: errorFact(error) }),
    ...(notes.length > 0 && {
      notes: Object.fromEntries(
        [...counts].map(([kind, each]) => [kind, each.reduce((sum, { count }) => sum + count, 0)])
      )
    })
  }
}

const hoursBetween = (from: Date, to: string): number => Math.round((Date.parse(to) - from.getTime()) / HOUR_MS)

/** Its code, what was found, and the status: no host, and no words of the provider. */
export const errorFact = (error: ErrorInfo | null): string | null =>
  error && [error.code, error.found, error.status].filter((part) => part !== undefined).join(' ')

/** The value of a flag, a number or a choice. Others may be personal, such as an address: only whether they are set. */
export const settingsFacts = (settings: Settings): Facts =>
  Object.fromEntries((Object.keys(SETTINGS) as SettingName[]).map((name) => [name, settingFact(name, settings[name])]))

function settingFact(name: SettingName, value: Settings[SettingName]): DiagnosticFact {
  if (typeof value === 'object' && value !== null && 'mode' in value) return value.mode
  const row: object = SETTINGS[name]
  if (typeof value === 'boolean' || typeof value === 'number' || 'values' in row) return value as DiagnosticFact
  return value === SETTINGS[name].default ? 'not set' : 'set'
}

export const pdfFolderFacts = ({ folder, problem }: PdfFolderState): Facts => ({
  pdfFolder: folder === null ? 'not chosen' : 'chosen',
  pdfFolderProblem: problem?.kind ?? null
})

/** Without the addresses, names and certificates that it found. */
export const checkFacts = (report: ConnectionCheckReport | null, now: Date): DiagnosticFact | Facts =>
  report && {
    ageHours: -hoursBetween(now, report.startedAt),
    running: report.running,
    ...Object.fromEntries(
      report.steps.map(({ step, state, verdict, durationMs, error }) => [
        step,
        { state, verdict, ms: durationMs, error: errorFact(error) }
      ])
    )
  }
