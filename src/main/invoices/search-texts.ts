import { dateLocale } from '../../shared/i18n/format.ts'
import { localesFor, t } from '../../shared/i18n/translate.ts'
import { INVOICE_KINDS, INVOICE_STATES } from '../../shared/models/invoice.ts'
import type { SearchTexts } from '../ports/index.ts'

/** @param locale BCP 47 */
export function searchTexts(locale: string): SearchTexts {
  const names = (['overdue', ...INVOICE_STATES] as const).map((state) => [state, t(`invoices.state.${state}`)] as const)
  const kinds = INVOICE_KINDS.map((kind) => [kind, t(`invoices.kind.${kind}`)] as const)
  return {
    locale,
    dateLocale: dateLocale(localesFor(locale)),
    stateNames: Object.fromEntries(names),
    kindNames: Object.fromEntries(kinds)
  }
}
