import type { ErrorInfo } from '../../shared/ipc/error.ts'
import type { PartialList } from '../../shared/models/freshness.ts'
import { isAllKnown, openDetailsOf, type InvoiceSummary } from '../../shared/models/invoice.ts'
import { t } from '../../shared/i18n/translate.ts'
import { joined, oneLine } from '../../shared/i18n/format.ts'
import { openText, type OpenToPay } from '../../shared/i18n/summary.ts'
import { QUICK_CHECK_EXIT } from './commands.ts'
import { jsonText } from './json.ts'
import type { Unavailable } from './saved-data.ts'

type ExitCode = (typeof QUICK_CHECK_EXIT)[keyof typeof QUICK_CHECK_EXIT]

export interface AccountResult {
  label: string
  sample: boolean
  summary: InvoiceSummary | null
  /** null: the whole list came, or none. */
  partial: PartialList | null
  error: ErrorInfo | null
}

/** `open` needs one open invoice. `nothing` needs the whole list, and a known state for every invoice. */
export function exitCode(checked: readonly AccountResult[]): ExitCode {
  if (checked.some(({ summary }) => (summary?.byState.open ?? 0) > 0)) return QUICK_CHECK_EXIT.open
  const isKnown = ({ summary, partial }: AccountResult): boolean =>
    summary !== null && isAllKnown({ unknown: summary.byState.unknown, isPartial: partial !== null })
  const known = checked.length > 0 && checked.every(isKnown)
  return known ? QUICK_CHECK_EXIT.nothing : QUICK_CHECK_EXIT.unchecked
}

export function asText(checked: readonly AccountResult[], locale: string): string {
  const lines = checked.map(({ label, sample, summary, partial, error }) => {
    const text = summary
      ? joined([openText({ ...counts(summary), isPartial: partial !== null }, { locale }), partialText(partial)])
      : t('quickCheck.failed', { reason: errorSentence(error) })
    if (sample) return t('quickCheck.account', { label: t('tray.sample'), text })
    // Account names may contain terminal control sequences.
    return checked.length > 1 ? t('quickCheck.account', { label: oneLine(label), text }) : text
  })
  return lines.map((line) => `${line}\n`).join('')
}

export function partialText(partial: PartialList | null): string | null {
  if (partial === null) return null
  const { received, total } = partial
  if (received === 0) return total === null ? t('quickCheck.noneReceived') : t('quickCheck.noneOf', { total })
  return total === null
    ? t('quickCheck.firstOnly', { received }, received)
    : t('quickCheck.firstOf', { received, total }, received)
}

export const uncheckedText = (reason: Unavailable): string => `${t(`quickCheck.${reason}`)}\n`

/** See docs/command-line-json.md. Amounts are exact decimals as text, and unknown currencies are null. */
export function asJson(checked: readonly AccountResult[], checkedAt: Date): string {
  const accounts = checked.map(({ label, sample, summary, partial, error }) => ({
    label,
    sample,
    ...(summary
      ? { ...counts(summary), partial }
      : { error: { code: error?.code ?? 'INTERNAL', sentence: errorSentence(error) } })
  }))
  return line({ exitCode: exitCode(checked), checkedAt: checkedAt.toISOString(), accounts })
}

export const uncheckedJson = (reason: Unavailable): string =>
  line({ exitCode: QUICK_CHECK_EXIT.unchecked, reason, sentence: t(`quickCheck.${reason}`), accounts: [] })

const line = (value: object): string => `${jsonText(value)}\n`

export function counts(summary: InvoiceSummary): Omit<OpenToPay, 'isPartial'> & { total: number } {
  const { open, unknown } = summary.byState
  return { open, unknown, total: summary.total, ...openDetailsOf(summary) }
}

export function errorSentence(error: ErrorInfo | null): string {
  if (error?.found === 'notSignedIn') return t('error.notSignedIn.sentence')
  if (error?.found === 'otherOrigin' || error?.found === 'noInvoiceList') return t(`error.found.${error.found}`)
  if (error?.found === 'unknownProvider') return t('error.found.unknownProvider')
  const host = error?.host ?? t('error.thisProvider')
  if (error?.found === 'proxy' || error?.found === 'proxyTunnel' || error?.found === 'proxyPassword')
    return t(`error.found.${error.found}`, { host, proxy: error.proxy ?? '' })
  return t(`error.${error?.code ?? 'INTERNAL'}.sentence`, { host })
}
