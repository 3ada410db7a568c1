/** `portside plans`: what runs in each account, until when, and what is left of it, as it was saved. */
import { oneLine } from '../../shared/i18n/format.ts'
import { t } from '../../shared/i18n/translate.ts'
import { AppError } from '../../shared/ipc/error.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { isUnknownProvider } from '../../shared/models/connection.ts'
import { today } from '../../shared/models/day.ts'
import type { Plan } from '../../shared/models/plan.ts'
import { definitionOf, topicsOf } from '../../shared/providers/definition.ts'
import type { Stored } from '../ports/index.ts'
import { hasSavedPlans, readSavedPlans } from '../storage/read-account.ts'
import { chooseAccounts, type NamedAccount } from './choose-account.ts'
import type { CommandAnswer, CommandParts } from './command.ts'
import { EXIT } from './commands.ts'
import { createSources, errorProblem, readSaved } from './find-invoices.ts'
import { jsonText, partialText } from './output.ts'
import { planAccountJson, planAccountText, type PlanReport, type PlansProblem } from './plan-report.ts'
import { accessTo } from './provider-access.ts'
import { nobodyIn, readAccounts, unavailableAnswer, warnOfUnread } from './saved-data.ts'

export async function listPlans(parts: CommandParts): Promise<CommandAnswer> {
  const { dataFolder, options, warn, locale, columns } = parts
  const saved = readAccounts(dataFolder)
  if (typeof saved === 'string') return unavailableAnswer('plans', saved, parts)
  const chosen = chooseAccounts(saved.accounts, options.account)
  warnOfUnread(saved, chosen, parts)
  if ('error' in chosen) {
    warn(chosen.error)
    return { exitCode: EXIT.usage, text: '' }
  }
  const isNamed = options.account !== undefined
  if (chosen.every(({ account }) => account.signedOut) && !isNamed)
    return unavailableAnswer('plans', nobodyIn(saved), parts)
  // Most providers say nothing of plans: only an account that is named misses them.
  const having = isNamed ? chosen : chosen.filter(({ account }) => mayHavePlans(account))
  const sources = createSources(parts, { fetch: false })
  const reports: PlanReport[] = []
  // One after the other: an error of the keychain spares the others.
  for (const named of having) reports.push(await reportOf(named, sources))
  const isOnly = having.length === 1 && saved.isWhole
  const gaps = reports.flatMap((report) => gapsOf(report).map((text) => ({ report, text })))
  for (const { report, text } of gaps)
    warn(isOnly ? text : t('quickCheck.account', { label: oneLine(report.name), text }))
  if (having.length === 0) warn(t('cli.noPlans.none'))
  // The user signed out of it, so it isn't missed unless it was asked for.
  const isMissed = ({ report }: { report: PlanReport }): boolean => report.problem?.code !== 'signedOut' || isNamed
  const complete = having.length > 0 && (saved.isWhole || isNamed) && !gaps.some(isMissed)
  const exitCode = complete ? EXIT.done : EXIT.incomplete
  const context = { locale, columns, now: sources.now, today: today(sources.now), isFetched: false }
  if (options.json === undefined) {
    const texts = reports.map((report) => planAccountText(report, isOnly, context)).filter((text) => text !== '')
    return { exitCode, text: texts.join('\n') }
  }
  const head = { version: 1, kind: 'plans', source: 'saved', at: sources.now.toISOString() }
  const accounts = reports.map((report) => planAccountJson(report, context.today))
  return {
    exitCode,
    text: `${jsonText({ ...head, filter: { account: options.account ?? null }, accounts, complete, exitCode })}\n`
  }
}

const mayHavePlans = ({ connection }: AccountRecord): boolean =>
  isUnknownProvider(connection) || topicsOf(definitionOf(connection)).includes('plans')

/** What standard error says of an account: why the answer may lack something. Without the account's name. */
function gapsOf({ problem, plans }: PlanReport): string[] {
  if (problem !== null) return [problem.sentence]
  return plans?.partial ? [t('cli.partial', { part: partialText(plans.partial) ?? '' })] : []
}

type Sources = ReturnType<typeof createSources>

async function reportOf(named: NamedAccount, sources: Sources): Promise<PlanReport> {
  const { account, name } = named
  const isSample = account.kind === 'sample'
  const without = (problem: PlansProblem): PlanReport => ({ name, isSample, problem, plans: null })
  const known = (code: 'signedOut' | 'neverFetched' | 'noPlans'): PlanReport =>
    without({ code, sentence: t(`cli.noPlans.${code}`) })
  if (account.signedOut) return known('signedOut')
  if (isUnknownProvider(account.connection))
    return without({ code: 'unknownProvider', sentence: t('error.found.unknownProvider') })
  // Also with saved ones from an earlier definition: the app doesn't show them.
  if (!mayHavePlans(account)) return known('noPlans')
  try {
    const plans = isSample ? await fetchPlans(account, sources) : await readSaved(named, sources, SAVED_PLANS)
    if (plans === 'neverFetched') return known(plans)
    if (typeof plans === 'string') return without({ code: plans, sentence: t(`cli.problem.${plans}`) })
    return { name, isSample, problem: null, plans }
  } catch (error) {
    return without(errorProblem(error))
  }
}

const SAVED_PLANS = { has: hasSavedPlans, read: readSavedPlans }

/** The sample's are never saved. */
async function fetchPlans(account: AccountRecord, sources: Sources): Promise<Stored<Plan[]>> {
  const { api, now } = sources
  const answer = await api.plans(await accessTo(account, sources))
  // A 304 is no valid reply to a request without validators.
  if (answer === null) throw new AppError('BAD_REPLY', { found: 'empty' })
  const { value, notes, validators, partial } = answer
  return { value, notes, validators, partial, fetchedAt: now.toISOString() }
}
