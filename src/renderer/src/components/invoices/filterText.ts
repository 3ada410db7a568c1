/** The set filters as chips; StateCounts.vue shows the state filter. */
import type { InvoiceChoice } from '../../../../shared/models/invoice.ts'
import { formatDate, formatDecimal, formatMonth, t } from '../../i18n.ts'
import type { Chip } from '../record/chip.ts'
import { monthOf, NO_SPAN, periodOf } from './periods.ts'

export type ChoicePart = Partial<InvoiceChoice>

/** @param today as in day-rules.ts */
export function chipsOf(choice: InvoiceChoice, today: string): Chip<ChoicePart>[] {
  const [span, amounts] = [spanWords(choice, today), amountWords(choice)]
  return [
    ...(span === null ? [] : [{ key: 'span', words: span, without: NO_SPAN }]),
    ...(amounts === null ? [] : [{ key: 'amounts', words: amounts, without: { least: null, most: null } }])
  ]
}

/** A month or named period is shown by its name. */
function spanWords(choice: InvoiceChoice, today: string): string | null {
  const { from, to } = choice
  if (from === null && to === null) return null
  const period = periodOf(choice, today)
  if (period) return t(`invoiceFilters.periods.${period}`)
  const month = monthOf(choice)
  if (month !== null) return formatMonth(month)
  if (from === null) return t('invoiceFilters.chip.to', { to: formatDate(to ?? '') })
  if (to === null) return t('invoiceFilters.chip.from', { from: formatDate(from) })
  return t('invoiceFilters.chip.span', { from: formatDate(from), to: formatDate(to) })
}

function amountWords({ least, most }: InvoiceChoice): string | null {
  if (least !== null && most !== null)
    return t('invoiceFilters.chip.amounts', { least: formatDecimal(least), most: formatDecimal(most) })
  if (least !== null) return t('invoiceFilters.chip.least', { least: formatDecimal(least) })
  return most === null ? null : t('invoiceFilters.chip.most', { most: formatDecimal(most) })
}
