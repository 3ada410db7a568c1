/** What the connection check found, in the person's words. */
import doctor from '../../../../shared/i18n/en/doctor.json' with { type: 'json' }
import type { DoctorReport, DoctorStep, Verdict } from '../../../../shared/models/connection-check.ts'
import type { Topic } from '../../../../shared/models/freshness.ts'
import type { AppInfo } from '../../../../shared/models/settings.ts'
import { cut } from '../../../../shared/i18n/format.ts'
import { failureWords } from '../../composables/errorText.ts'
import { systemName } from '../../composables/system.ts'
import { formatDate, formatMoment, formatNumber, t, tn } from '../../i18n/doctor.ts'
import type { Fact } from '../record/fact.ts'
import { countIssues, issueLines } from '../record/issueLines.ts'

export interface StepWords {
  step: DoctorStep['step']
  state: DoctorStep['state']
  name: string
  stateWord: string
  sentence: string
  /** Empty when there is nothing to be done. */
  next: string
  /** What stands behind a failure, each a sentence. */
  details: string[]
  /** Empty while it has not ended. */
  duration: string
  facts: Fact[]
}

const hasNext = (verdict: Verdict): verdict is Verdict & keyof typeof doctor.next => Object.hasOwn(doctor.next, verdict)

function durationText(ms: number | null): string {
  if (ms === null) return ''
  return ms < 1000
    ? t('doctor.duration.ms', { count: formatNumber(Math.round(ms)) })
    : t('doctor.duration.s', { count: formatNumber(Math.round(ms / 100) / 10) })
}

/** Longest host in a sentence; the whole of it stands above them all. */
const LONGEST_HOST = 60

/** @param whole the host, named in the sentences */
export function stepWords(found: DoctorStep, whole: string): StepWords {
  const host = cut(whole, LONGEST_HOST)
  const { step, state, verdict, failure } = found
  const failed = failure && failureWords(failure, host)
  const said =
    verdict === 'failed'
      ? (failed ?? failureWords({ code: 'INTERNAL' }, host))
      : {
          sentence: t(`doctor.verdict.${verdict}`, { host }),
          next: hasNext(verdict) ? t(`doctor.next.${verdict}`) : ''
        }
  return {
    step,
    state,
    name: t(`doctor.step.${step}`),
    stateWord: t(`doctor.state.${state}`),
    sentence: said.sentence,
    // That one leads here.
    next: verdict === 'failed' && failure?.code === 'TLS' ? '' : said.next,
    details: failed?.details ?? [],
    duration: durationText(found.durationMs),
    facts: found.facts.map(({ name, value }, index) => ({
      name: `${name}-${index}`,
      label: t(`doctor.fact.${name}`),
      text: name === 'expires' ? formatDate(value) : value
    }))
  }
}

/** The whole in one sentence. */
export function outcomeText({ running, steps }: DoctorReport, host: string): string {
  if (running) return t('doctor.outcome.running')
  const bad = steps.find(({ state }) => state === 'bad')
  if (bad) {
    const { name, sentence } = stepWords(bad, host)
    return t('doctor.outcome.broken', { step: name, sentence })
  }
  if (steps.some(({ verdict }) => verdict === 'cancelled')) return t('doctor.outcome.cancelled')
  if (steps.every(({ verdict }) => verdict === 'notNeeded')) return t('doctor.outcome.nothing')
  if (steps.some(({ verdict }) => verdict === 'notSignedIn')) return t('doctor.outcome.reached')
  return t(steps.some(({ state }) => state === 'notice') ? 'doctor.outcome.remarks' : 'doctor.outcome.works')
}

export interface IssueWords {
  title: string
  topics: { topic: Topic; name: string; lines: string[] }[]
}

/** Null when there is none. */
export function issueWords({ issues }: DoctorReport): IssueWords | null {
  const count = issues.reduce((sum, { notes }) => sum + countIssues(notes), 0)
  if (count === 0) return null
  const topics = issues.map(({ topic, notes }) => ({
    topic,
    name: t(`shell.nav.${topic}`),
    lines: issueLines(topic, notes)
  }))
  return { title: tn('record.issues.title', count), topics }
}

const issueText = (words: IssueWords | null): string[] =>
  words
    ? ['', words.title, ...words.topics.flatMap(({ name, lines }) => [name, ...lines.map((line) => `   ${line}`)])]
    : []

/** The same as plain text, for whoever is asked for help: no secret is in any part of it. */
export function reportText(report: DoctorReport, host: string, app: AppInfo | null): string {
  const steps = report.steps.flatMap((found, index) => {
    const { name, stateWord, duration, sentence, details, next, facts } = stepWords(found, host)
    const named = { number: index + 1, step: name, state: stateWord, duration }
    const below = [
      sentence,
      ...details,
      ...facts.map(({ label, text }) => t('doctor.report.fact', { label, value: text })),
      ...(next ? [t('doctor.report.next', { words: next })] : [])
    ]
    return [
      '',
      t(duration ? 'doctor.report.stepTook' : 'doctor.report.step', named),
      ...below.map((line) => `   ${line}`)
    ]
  })
  return [
    t('doctor.title'),
    t('doctor.report.address', { address: report.baseAddress }),
    t('doctor.report.at', { time: formatMoment(report.startedAt) }),
    outcomeText(report, host),
    ...steps,
    ...issueText(issueWords(report)),
    '',
    ...(app ? [t('doctor.report.app', { version: app.version, system: systemName(app.platform) })] : [])
  ].join('\n')
}
