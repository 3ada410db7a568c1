/** The searched text of an invoice: what it has, and its amounts, days, months and state as they are on screen. */
import { dayText, moneyText, monthText } from '../../../shared/i18n/format.ts'
import { dayOf } from '../../../shared/models/day.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import type { InvoiceField } from '../../../shared/models/invoice.ts'
import type { SearchTexts } from '../../ports/index.ts'
import { foldWords } from '../../storage/sort-keys.ts'
import { isOverdue } from '../../../shared/models/overdue.ts'
import type { StoredInvoice } from './stored-invoice.ts'

const SEARCHED = (Object.keys(invoiceFields) as InvoiceField[]).filter((field) =>
  ['text', 'method', 'status'].includes(invoiceFields[field].type)
)

export function searchedTextOn(today: string, texts: SearchTexts): (stored: StoredInvoice) => string {
  const { locale, dateLocale, stateNames, kindNames } = texts
  const days = new Map<string, string>()
  const dayTexts = (day: string): string => {
    const known = days.get(day) ?? `${dayText(day, dateLocale)} ${monthText(day.slice(0, 7), 'long', dateLocale)}`
    days.set(day, known)
    return known
  }
  return ({ invoice, lineTexts }) => {
    const { total, remaining, currency, issuedDay, dueDay, state } = invoice
    const amounts = [total, remaining].filter((amount) => amount !== null)
    const amountTexts = amounts.flatMap((amount) => [amount, moneyText({ amount, currency }, locale)])
    const shown = [issuedDay, dueDay, dayOf(invoice.paidAt)].filter((day) => day !== null).map(dayTexts)
    const word = stateNames[isOverdue(invoice, today) ? 'overdue' : state]
    // "Credit Card" for "CreditCard".
    const method = invoice.paymentMethod?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    const kind = invoice.kind && kindNames[invoice.kind]
    const own = [...SEARCHED.map((field) => invoice[field]), invoice.otherWords, kind, invoice.key, method, lineTexts]
    return foldWords([...own, ...amountTexts, ...shown, word].filter(Boolean).join('\n'))
  }
}
