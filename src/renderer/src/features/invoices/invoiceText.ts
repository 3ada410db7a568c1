/** Texts about one invoice, its cells and facts, and about sums of several. */
import type { AccountAmounts } from '../../../../shared/models/account.ts'
import { daysBetween, today, type Day } from '../../../../shared/models/day.ts'
import { absolute, addDecimals, compareDecimals, isZero, subtractDecimals } from '../../../../shared/models/decimal.ts'
import { invoiceFields } from '../../../../shared/models/fields.ts'
import type { PartialList, ReadingNote } from '../../../../shared/models/freshness.ts'
import {
  asksForPayment,
  fieldOfColumn,
  isPaidInPart,
  otherPaperOf,
  paymentMethodOf,
  statusSaid,
  toPay,
  type InvoiceField,
  type Invoice,
  type InvoiceColumn,
  type InvoiceTotals,
  type Money
} from '../../../../shared/models/invoice.ts'
import { daysLeft, isOverdue } from '../../../../shared/models/overdue.ts'
import type { Owed } from '../../../../shared/models/owed.ts'
import {
  clauses,
  formatDate,
  formatDateTime,
  formatDay,
  formatMoment,
  formatMoney,
  formatNumber,
  labelled,
  t,
  tn
} from '../../i18n.ts'
import type { Fact } from '../../ui/record/types.ts'
import { isGreater } from './typedAmounts.ts'

export const isAmount = (column: InvoiceColumn): boolean => invoiceFields[fieldOfColumn(column)].type === 'amount'

function fieldText(invoice: Invoice, field: InvoiceField, dateText: (date: string) => string): string {
  if (field === 'providerStatus') return statusSaid(invoice) ?? ''
  if (field === 'kind') return invoice.kind === null ? '' : t(`invoices.kind.${invoice.kind}`)
  const value = field === 'discount' ? signedDiscount(invoice) : invoice[field]
  if (value === null) return ''
  switch (invoiceFields[field].type) {
    case 'amount':
      return formatMoney({ amount: value, currency: invoice.currency })
    case 'date':
      return dateText(value)
    case 'method':
      return methodText(value)
    default:
      return value
  }
}

const isSame = (one: string, other: string): boolean => compareDecimals(one, other) === 0

/**
 * Providers send a discount without a sign. It gets a minus only if the invoice's own amounts show that it is subtracted from
 * the subtotal, before or after included taxes; otherwise it stays as sent.
 */
export function signedDiscount({ total, subtotal, taxes, discount }: Invoice): string | null {
  if (discount === null || total === null || subtotal === null) return discount
  if (isZero(discount) || discount.startsWith('-')) return discount
  const lowered = subtractDecimals(subtotal, discount)
  const lowers = isSame(total, addDecimals([lowered, taxes ?? '0'])) || isSame(total, lowered)
  return lowers ? `-${discount}` : discount
}

/** In a column of amounts, a credit has a minus, however the provider writes it. */
function creditText({ currency }: Invoice, amount: string): string {
  return formatMoney({ amount: isZero(amount) ? amount : `-${absolute(amount)}`, currency })
}

const isAmountUnknown = (invoice: Invoice): boolean => invoice.state === 'open' && toPay(invoice) === null

export function cellText(invoice: Invoice, column: InvoiceColumn): string {
  if (column === 'due' && invoice.dueBy === 'term' && invoice.dueDay !== null) return formatDate(invoice.dueDay)
  const field = fieldOfColumn(column)
  if (field === 'total' && isAmountUnknown(invoice)) return t('invoices.amountUnknown')
  const value = invoice[field]
  if (invoice.state === 'credit' && (field === 'total' || field === 'remaining') && value !== null)
    return creditText(invoice, value)
  return fieldText(invoice, field, formatDate)
}

/** What an invoice comes down to: what is to pay, or what remains of it. `rest` follows the amount. */
export function headlineOf(invoice: Invoice): { amount: string; rest: string } | null {
  const { state, total, remaining, currency } = invoice
  if (isAmountUnknown(invoice)) return { amount: t('invoices.amountUnknown'), rest: '' }
  const money = (amount: string): string => formatMoney({ amount, currency })
  const partOf = (
    part: string,
    whole: string | null,
    word: 'remaining' | 'unused'
  ): { amount: string; rest: string } =>
    whole !== null && isGreater(whole, part)
      ? { amount: money(part), rest: t(`invoices.headline.${word}Of`, { total: money(whole) }) }
      : { amount: money(part), rest: t(`invoices.headline.${word}`) }
  if (state === 'credit') {
    const whole = total === null ? null : absolute(total)
    if (remaining !== null) return partOf(absolute(remaining), whole, 'unused')
    return whole === null ? null : { amount: money(whole), rest: t('invoices.headline.credit') }
  }
  if (remaining !== null && isPaidInPart({ state, total, remaining })) return partOf(remaining, total, 'remaining')
  return total === null ? null : { amount: money(total), rest: '' }
}

/** Order of the facts by their fields' types; fields of one type are in the order of their table. */
const FACT_TYPES = ['amount', 'text', 'date', 'method', 'kind', 'status'] as const
const FACT_FIELDS = FACT_TYPES.flatMap((type) =>
  (Object.keys(invoiceFields) as InvoiceField[]).filter(
    (field) => invoiceFields[field].type === type && 'pane' in invoiceFields[field]
  )
)

/** An amount that only repeats the total: all of it was paid, or all of it remains. */
export const isRepeated = ({ total, ...invoice }: Invoice, field: InvoiceField): boolean => {
  const amount = field === 'paidAmount' || field === 'remaining' ? invoice[field] : null
  return amount !== null && total !== null && isSame(amount, total)
}

export const fieldLabel = ({ state }: Invoice, field: InvoiceField): string =>
  field === 'remaining' && state === 'credit'
    ? t('invoices.field.unused')
    : t(`invoices.column.${invoiceFields[field].column}`)

function withDoubt({ state, dueUnread }: Invoice, field: InvoiceField, text: string): string {
  if (field === 'dueAt' && dueUnread)
    return text.trim() === '' ? t('invoices.unread') : t('invoices.dueUnreadAs', { text })
  return field === 'providerStatus' && state === 'unknown' && text.trim() !== ''
    ? t('invoices.statusUndocumented', { status: text })
    : text
}

/** A total came, and couldn't be read: the note names the provider's field. */
const isTotalUnread = ({ total }: Invoice, notes: readonly ReadingNote[]): boolean =>
  total === null &&
  notes.some(({ kind, field = '' }) => {
    const name = field.slice(field.lastIndexOf('.') + 1)
    return kind === 'wrongType' && /total|amount/i.test(name) && !/sub|tax|vat|discount|paid|remain/i.test(name)
  })

/** @param withoutAmounts they are elsewhere, but for a total that couldn't be read */
export function invoiceFacts(
  invoice: Invoice,
  { notes = [], withoutAmounts = false }: { notes?: readonly ReadingNote[]; withoutAmounts?: boolean } = {}
): Fact[] {
  return FACT_FIELDS.flatMap((field): Fact[] => {
    if (field === 'total' && isTotalUnread(invoice, notes))
      return [{ name: field, label: fieldLabel(invoice, field), text: t('invoices.unread') }]
    const { type } = invoiceFields[field]
    if (type === 'amount' && (withoutAmounts || isRepeated(invoice, field))) return []
    const text = fieldText(invoice, field, formatDateTime)
    const fact: Fact = {
      name: field,
      label: fieldLabel(invoice, field),
      text: withDoubt(invoice, field, text),
      ...((type === 'amount' || type === 'date') && { kind: 'figures' })
    }
    const facts = fact.text.trim() === '' ? [] : [fact]
    if (field !== 'dueAt' || invoice.dueBy !== 'term' || invoice.dueDay === null) return facts
    const label = t('invoices.field.dueByTerm')
    return [...facts, { name: 'dueByTerm', label, text: formatDate(invoice.dueDay), kind: 'figures' }]
  })
}

/** Its due day is of the user's payment term. */
export const hasTermDay = ({ state, dueDay, dueBy }: Invoice): boolean =>
  state === 'open' && dueDay !== null && dueBy === 'term'

/** It has an event in an exported calendar. */
export const isInCalendar = ({ state, dueDay }: Invoice): boolean => state === 'open' && dueDay !== null

const dayAt = (now: number): Day => today(new Date(now))

/** The provider's word for an invoice that isn't issued yet. */
export const isDraft = ({ state, providerStatus, otherWords }: Invoice): boolean =>
  state === 'unknown' && otherWords === null && providerStatus?.trim().toLowerCase() === 'draft'

/** Overdue or due in N days; without a due day, how long the invoice has been open. */
function waiting(invoice: Invoice, now: number): string | null {
  if (invoice.state !== 'open') return null
  const left = daysLeft(invoice, dayAt(now))
  if (left !== null) return left < 0 ? tn('invoices.overdue', -left) : tn('invoices.dueIn', left)
  if (invoice.issuedDay === null) return null
  const age = daysBetween(invoice.issuedDay, dayAt(now))
  return age < 0 ? null : tn('invoices.openSince', age)
}

/** Marks a text about a due day that the provider didn't send. */
export const markTerm = (text: string, isByTerm: boolean): string =>
  isByTerm ? `${text} ${t('invoices.termMark')}` : text

/** The name of a payment method in the published API; any other method as the provider wrote it. */
function methodText(method: string): string {
  const known = paymentMethodOf(method)
  return known ? t(`invoices.method.${known}`) : method
}

/**
 * The state's name. For a paper that asks for no payment, its kind; for an unknown state, the provider's own word or number, if
 * there is one.
 */
function invoiceStateText(invoice: Invoice): string {
  const { state, statusIsNumber } = invoice
  const [status, otherPaper] = [statusSaid(invoice), otherPaperOf(invoice)]
  if (otherPaper !== null) return t(`invoices.kind.${otherPaper}`)
  if (state !== 'unknown') return t(`invoices.state.${state}`)
  if (!status) return t('invoices.noStatus')
  return statusIsNumber ? t('invoices.statusNumber', { status }) : status
}

/** The tag shows a word of the provider whose meaning is not known, of any length. */
export const isForeignState = (invoice: Invoice): boolean =>
  invoice.state === 'unknown' && !!statusSaid(invoice) && !isDraft(invoice)

/** @param isRow it says for how long an invoice is overdue, as a row has no room for a note */
export function stateTagText(invoice: Invoice, now: number, isRow: boolean): string {
  const left = daysLeft(invoice, dayAt(now))
  if (left === null || left >= 0) return invoiceStateText(invoice)
  return isRow ? tn('invoices.overdueTag', -left) : t('invoices.state.overdue')
}

/** Notes beside the state. @param term the user's payment term in days; undefined: of a row, whose tag says how long it is overdue */
export function stateNotes(invoice: Invoice, now: number, term?: number | null): string[] {
  const { state, dueBy } = invoice
  const status = statusSaid(invoice)
  const notes: string[] = []
  const wait = waiting(invoice, now)
  if (wait !== null && dueBy === 'term' && term != null)
    notes.push(t('invoices.waitingBy', { waiting: wait, by: tn('invoices.byTermOf', term) }))
  else if (wait !== null && !(term === undefined && isOverdue(invoice, dayAt(now))))
    notes.push(markTerm(wait, dueBy === 'term' && term === null))
  if (invoice.calledOverdue && !isOverdue(invoice, dayAt(now))) notes.push(t('invoices.calledOverdue'))
  if (state === 'settled' && !asksForPayment(invoice.kind) && invoice.kind)
    notes.push(t(`invoices.kind.${invoice.kind}`))
  // The provider's own name of a void state: cancelled, refunded and more.
  if (state === 'void' && status) notes.push(t('invoices.statusWord', { status }))
  return notes
}

/** With a plus where only a part of the list came: there may be more. */
export const countText = (count: number, partial: PartialList | null): string =>
  partial === null ? formatNumber(count) : `${formatNumber(count)}+`

const openPart = (all: boolean, amount: string): string =>
  all ? t('invoices.totals.allOpen') : t('invoices.totals.open', { amount })

export function totalsText({ amounts, withoutAmount, moreCurrencies }: InvoiceTotals): string[] {
  const sums = amounts.map(({ currency, total, byState }) => {
    const money = (amount: string): string => formatMoney({ amount, currency })
    return clauses(
      currency === null && amounts.length > 1
        ? t('invoices.summary.unknownCurrency', { amount: money(total) })
        : money(total),
      !isZero(byState.open) && openPart(byState.open === total, money(byState.open)),
      !isZero(byState.unknown) && t('invoices.totals.unknownState', { amount: money(byState.unknown) }),
      !isZero(byState.void) && t('invoices.totals.void', { amount: money(byState.void) }),
      !isZero(byState.credit) && t('invoices.totals.credit', { amount: money(absolute(byState.credit)) })
    )
  })
  return [
    ...sums,
    ...(moreCurrencies > 0 ? [tn('invoices.summary.moreCurrencies', moreCurrencies)] : []),
    ...(withoutAmount > 0 ? [tn('invoices.totals.withoutAmount', withoutAmount)] : [])
  ]
}

/** Accounts to name in a tooltip. */
const MOST_TIMES = 10

/** When each account's invoices were fetched, the oldest first; empty: they are those of one account. */
export function fetchTimes(
  amounts: readonly AccountAmounts[],
  scope: { all: boolean; nameOf: (id: string) => string }
): string {
  if (!scope.all) return ''
  const fetched = amounts.flatMap(({ id, fetchedAt }) => (fetchedAt === null ? [] : [{ id, fetchedAt }]))
  const oldest = fetched.toSorted((one, other) => one.fetchedAt.localeCompare(other.fetchedAt)).slice(0, MOST_TIMES)
  return oldest.map(({ id, fetchedAt }) => labelled(scope.nameOf(id), formatMoment(fetchedAt))).join('\n')
}

/** What is to pay: how many, and how urgent. The view's remarks have those of unknown state. Without due days, the age of the oldest. `now` in ms since 1970. */
export function outstandingNotes(owed: Owed, now: number): string[] {
  const { overdue, nextDueDay, byTerm, oldestOpenDay, openWithoutAmount, dueUnread } = owed
  const age = oldestOpenDay === null ? -1 : daysBetween(oldestOpenDay, dayAt(now))
  return [
    ...countNote(owed.open ?? 0),
    ...(overdue > 0 ? [tn('invoices.tiles.overdueCount', overdue)] : []),
    ...(nextDueDay === null
      ? []
      : [markTerm(t('invoices.tiles.nextDue', { date: formatDay(nextDueDay, now) }), byTerm.nextDueDay)]),
    ...(nextDueDay === null && overdue === 0 && age >= 0 ? [tn('invoices.tiles.oldest', age)] : []),
    ...(dueUnread > 0 ? [tn('invoices.tiles.dueUnread', dueUnread)] : []),
    ...(openWithoutAmount > 0 ? [tn('invoices.summary.withoutAmount', openWithoutAmount)] : [])
  ]
}

export const countNote = (count: number): string[] => (count === 0 ? [] : [tn('invoices.tiles.invoices', count)])

/** Invoices of unknown state, as many as their filter counts. */
export function unknownNotes({ unknown, withoutStatus }: Pick<Owed, 'unknown' | 'withoutStatus'>): string[] {
  if (unknown === 0) return []
  if (withoutStatus === 0) return [tn('invoices.tiles.unknown', unknown)]
  if (withoutStatus === unknown) return [tn('invoices.tiles.withoutStatus', unknown)]
  return [t('invoices.tiles.someWithoutStatus', { count: formatNumber(unknown), without: formatNumber(withoutStatus) })]
}

/** Currencies to name in a sentence. The rest are counted. */
const MOST_NAMED = 2

/** An amount without currency is marked as such beside others only. @param unlisted currencies that `amounts` lacks */
export function amountsText(amounts: readonly Money[], unlisted: number, separator = ', '): string {
  const named = amounts.slice(0, MOST_NAMED).map((money) => {
    const amount = formatMoney(money)
    return money.currency === null && amounts.length > 1 ? t('invoices.summary.unknownCurrency', { amount }) : amount
  })
  const more = amounts.length - named.length + unlisted
  return [...named, ...(more > 0 ? [tn('invoices.summary.moreCurrencies', more)] : [])].join(separator)
}

/** Credit: what was deducted from the amounts to pay, what is left of it, and what may be used already. */
export const creditNotes = ({
  deducted,
  unusedCredits,
  credits,
  moreCurrencies: more
}: Pick<Owed, 'deducted' | 'unusedCredits' | 'credits' | 'moreCurrencies'>): string[] => [
  ...(deducted.length > 0 ? [t('invoices.credit.deducted', { amounts: amountsText(deducted, more.deducted) })] : []),
  ...(unusedCredits.length > 0
    ? [t('invoices.credit.unused', { amounts: amountsText(unusedCredits, more.unusedCredits) })]
    : []),
  ...(credits.length > 0 ? [t('invoices.credit.notDeducted', { amounts: amountsText(credits, more.credits) })] : [])
]

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** The number, and of a UUID its first eight digits. */
export function shortNumber({ number }: Invoice): string {
  const whole = number ?? t('invoices.noNumber')
  return UUID.test(whole) ? whole.slice(0, 8) : whole
}
