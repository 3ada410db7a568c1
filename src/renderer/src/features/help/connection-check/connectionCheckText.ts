import type {
  ConnectionCheckReport,
  ConnectionCheckStep,
  Verdict
} from '../../../../../shared/models/connection-check.ts'
import type { Topic } from '../../../../../shared/models/freshness.ts'
import type { AppInfo } from '../../../../../shared/models/desktop.ts'
import { cut } from '../../../../../shared/i18n/format.ts'
import { errorText } from '../../../ui/errorText.ts'
import {
  formatDate,
  formatMoment,
  formatNumber,
  isMessageKey,
  systemName,
  sentences,
  t,
  tn,
  type MessageKey
} from '../../../i18n.ts'
import { countIssues, issueLines } from '../../../ui/record/issueLines.ts'

function nextOf(verdict: Verdict): string {
  const key = `help.connectionCheck.next.${verdict}`
  return isMessageKey(key) ? t(key) : ''
}

function nextText({ verdict, error }: ConnectionCheckStep, next: string, platform: string): string {
  // Its next step is this check.
  if (verdict === 'failed' && error?.code === 'TLS' && error.found !== 'proxyCertificate') return ''
  return verdict === 'certificateIssuer' ? sentences(next, trustText(platform)) : next
}

function durationText(ms: number | null): string {
  if (ms === null) return ''
  return ms < 1000
    ? t('help.connectionCheck.duration.ms', { count: formatNumber(Math.round(ms)) })
    : t('help.connectionCheck.duration.s', { count: formatNumber(Math.round(ms / 100) / 10) })
}

/** Longer hosts are cut in sentences; the heading has the whole one. */
const LONGEST_HOST = 60

/** How to make this computer trust an authority; empty: not known for the system. */
function trustText(platform: string): string {
  const system = (['win32', 'darwin', 'linux'] as const).find((one) => one === platform)
  return system === undefined ? '' : t(`settings.network.trust.${system}`)
}

/** @param platform as Node names it */
export function stepText(found: ConnectionCheckStep, whole: string, platform = '') {
  const host = cut(whole, LONGEST_HOST)
  const { step, state, verdict, error } = found
  const failed = error && errorText(error, host)
  const said =
    verdict === 'failed' || error?.found === 'expired'
      ? (failed ?? errorText({ code: 'INTERNAL' }, host))
      : {
          sentence: t(`help.connectionCheck.verdict.${verdict}`, { host }),
          next: nextOf(verdict)
        }
  return {
    step,
    state,
    name: t(`help.connectionCheck.step.${step}`),
    stateText: t(`help.connectionCheck.state.${state}`),
    sentence: said.sentence,
    next: nextText(found, said.next, platform),
    mayNeedProxy: state === 'bad' && (verdict === 'nameNotFound' || (verdict === 'failed' && step !== 'account')),
    details: failed ? [...(failed.said === null ? [] : [failed.said]), ...failed.details] : [],
    duration: durationText(found.durationMs),
    facts: found.facts.map(({ name, value }, index) => ({
      name: `${name}-${index}`,
      label: t(`help.connectionCheck.fact.${name}`),
      text: name === 'expires' ? formatDate(value) : value
    }))
  }
}

export function outcomeText({ running, steps }: ConnectionCheckReport, host: string): string {
  if (running) return t('help.connectionCheck.outcome.running')
  const bad = steps.find(({ state }) => state === 'bad')
  if (bad) {
    const { name, sentence } = stepText(bad, host)
    return t('help.connectionCheck.outcome.broken', { step: name, sentence })
  }
  if (steps.some(({ verdict }) => verdict === 'cancelled')) return t('help.connectionCheck.outcome.cancelled')
  if (steps.every(({ verdict }) => verdict === 'notNeeded')) return t('help.connectionCheck.outcome.nothing')
  if (steps.some(({ verdict }) => verdict === 'notSignedIn')) return t('help.connectionCheck.outcome.reached')
  return t(
    steps.some(({ state }) => state === 'notice')
      ? 'help.connectionCheck.outcome.remarks'
      : 'help.connectionCheck.outcome.works'
  )
}

const TOPIC_NAMES = {
  profile: 'accounts.connection.group.profile',
  catalogue: 'accounts.connection.group.products',
  invoices: 'accounts.connection.group.invoices',
  plans: 'accounts.connection.group.plans'
} as const satisfies Record<Topic, MessageKey>

export function issueSummary({ issues }: ConnectionCheckReport) {
  const count = issues.reduce((sum, { notes }) => sum + countIssues(notes), 0)
  if (count === 0) return null
  return {
    title: tn('ui.record.issues.title', count),
    topics: issues.map(({ topic, notes }) => ({ name: t(TOPIC_NAMES[topic]), lines: issueLines(topic, notes) }))
  }
}

/** The report as plain text for a support request. It contains no secret. */
export function reportText(report: ConnectionCheckReport, host: string, app: AppInfo | null): string {
  const steps = report.steps.flatMap((found, index) => {
    const { name, stateText, duration, sentence, details, next, facts } = stepText(found, host, app?.platform)
    const named = { number: index + 1, step: name, state: stateText, duration }
    const below = [
      sentence,
      ...details,
      ...facts.map(({ label, text }) => t('help.connectionCheck.report.fact', { label, value: text })),
      ...(next ? [t('help.connectionCheck.report.next', { words: next })] : [])
    ]
    return [
      '',
      t(duration ? 'help.connectionCheck.report.stepTook' : 'help.connectionCheck.report.step', named),
      ...below.map((line) => `   ${line.replaceAll('\n', ' ')}`)
    ]
  })
  const issues = issueSummary(report)
  return [
    t('help.connectionCheck.title'),
    t('help.connectionCheck.report.address', { address: report.baseUrl }),
    t('help.connectionCheck.report.at', { time: formatMoment(report.startedAt) }),
    outcomeText(report, host),
    ...steps,
    ...(issues ? ['', issues.title] : []),
    ...(issues?.topics ?? []).flatMap(({ name, lines }) => [name, ...lines.map((line) => `   ${line}`)]),
    '',
    ...(app ? [t('help.connectionCheck.report.app', { version: app.version, system: systemName(app.platform) })] : [])
  ].join('\n')
}
