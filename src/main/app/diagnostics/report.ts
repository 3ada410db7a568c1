/** Writes the report: facts as lines, compared with what is stored, and of limited size. */
import { list, t } from '../../../shared/i18n/translate.ts'
import {
  DIAGNOSTIC_PARTS,
  type ComparedValues,
  type DiagnosticPart,
  type DiagnosticPartName,
  type DiagnosticReport,
  type ValueKind
} from '../../../shared/models/diagnostics.ts'
import type { DiagnosticSources, DiagnosticFact, Facts, ValueReplacer } from '../../ports/index.ts'

/** In characters, before values are replaced: with seven parts and the log, a report has about 256 kB at most. */
const LONGEST_PART = 16 * 1024
const LONGEST_LOG = 128 * 1024

export interface ReportContent {
  /** ISO 8601 */
  at: string
  /** Absent: nothing is known of it here. */
  parts: Readonly<Partial<Record<DiagnosticPartName, Facts | string>>>
  uncompared: readonly ComparedValues[]
  replacer: ValueReplacer
}

export function writeReport({ at, parts, uncompared, replacer }: ReportContent): Omit<DiagnosticReport, 'id'> {
  const counts = new Map<ValueKind, number>()
  const written = DIAGNOSTIC_PARTS.map((name) => {
    const content = parts[name]
    return content === undefined ? null : writePart(name, content, replacer, counts)
  }).filter((part) => part !== null)
  return { head: headOf({ at, uncompared }, counts), uncompared: [...uncompared], parts: written }
}

/** @returns the latest lines; a sentence if they can't be read */
export function readLog(sources: Pick<DiagnosticSources, 'log'>, report: (error: unknown) => void): string {
  try {
    return sources.log(LONGEST_LOG) || t('diagnosticReport.emptyLog')
  } catch (error) {
    report(error)
    return t('diagnosticReport.unreadableLog')
  }
}

function writePart(
  name: DiagnosticPartName,
  content: Facts | string,
  replacer: ValueReplacer,
  counts: Map<ValueKind, number>
): DiagnosticPart {
  const text = typeof content === 'string' ? content : cutOff(linesOf(content, '').join('\n'))
  const replaced = replacer.replace(text)
  let total = 0
  for (const [kind, count] of replaced.counts) {
    total += count
    counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return { name, text: `## ${name}\n${replaced.text.trimEnd()}`, replaced: total }
}

function headOf(
  { at, uncompared }: Pick<ReportContent, 'at' | 'uncompared'>,
  counts: ReadonlyMap<ValueKind, number>
): string {
  const replaced = list([...counts].map(([kind, n]) => t(`diagnosticReport.replaced.${kind}`, { n }, n)))
  const missing = list(uncompared.map((each) => t(`diagnosticReport.values.${each}`)))
  return [
    `# ${t('diagnosticReport.title', { at })}`,
    uncompared.length === 0 ? t('diagnosticReport.compared') : t('diagnosticReport.comparedInPart', { missing }),
    replaced === ''
      ? t('diagnosticReport.nothingReplaced')
      : t('diagnosticReport.replacedValues', { values: replaced }),
    t('diagnosticReport.notSent')
  ].join('\n')
}

function linesOf(facts: Facts, indent: string): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const label = indent + name
    if (value === undefined) return []
    if (!isFacts(value)) return [`${label}: ${factText(value)}`]
    const lines = [value].flat().flatMap((each) => linesOf(each, `${indent}  `))
    return [`${label}:${lines.length === 0 ? ' none' : ''}`, ...lines]
  })
}

const isFacts = (value: DiagnosticFact | Facts | readonly Facts[]): value is Facts | readonly Facts[] =>
  typeof value === 'object' && value !== null

function factText(value: DiagnosticFact): string {
  if (value === null || value === '') return 'none'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}

function cutOff(text: string): string {
  if (text.length <= LONGEST_PART) return text
  return `${text.slice(0, text.lastIndexOf('\n', LONGEST_PART))}\n${t('diagnosticReport.cutOff')}`
}
