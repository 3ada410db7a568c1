/** One line about open invoices, for the tray and the quick check. */
import { isAllKnown, type Money, type OpenDetails, type OpenSum } from '../models/invoice.ts'
import { joined, moneyText } from './format.ts'
import { list, t } from './translate.ts'

export interface OpenToPay extends OpenDetails {
  open: number
  unknown: number
  /** A part of the list came: more may be open. */
  isPartial: boolean
}

export interface OpenTextOptions {
  locale: string
  long?: boolean
  /** False: nothing is known of one of the accounts. */
  allKnown?: boolean
  currencies?: number
}

/**
 * Says that nothing is open only if the whole list came and every invoice is known, and names what the sum leaves out.
 * Counts come before the amounts, whose end may be cut.
 */
export function openText(toPay: OpenToPay, options: OpenTextOptions): string {
  const { open, overdue, unknown, withoutStatus, openWithoutAmount, dueUnread, unusedCredits } = toPay
  const unrecognised = unknown - withoutStatus
  return joined([
    countText(toPay, options),
    overdue > 0 && t('summary.overdue', { n: overdue }, overdue),
    dueUnread > 0 && t('summary.dueUnread', { n: dueUnread }, dueUnread),
    openWithoutAmount > 0 && t('summary.withoutAmount', { n: openWithoutAmount }, openWithoutAmount),
    unrecognised > 0 && t('summary.unknownStatus', { n: unrecognised }, unrecognised),
    withoutStatus > 0 && t('summary.withoutStatus', { n: withoutStatus }, withoutStatus),
    open > 0 && owedText(toPay, options),
    unusedCredits.length > 0 && t('summary.unusedCredit', { credit: creditText('unusedCredits', toPay, options) })
  ])
}

function countText(
  { open, unknown, isPartial }: OpenToPay,
  { long = false, allKnown = true }: OpenTextOptions
): string {
  if (open === 0 && !(allKnown && isAllKnown({ unknown, isPartial }))) return t('summary.noneKnown')
  const count = t(long ? 'summary.openInvoices' : 'summary.open', { n: open }, open)
  return open > 0 && isPartial ? t('summary.atLeast', { open: count }) : count
}

/** How much is open after which credit, and the credit that may reduce it further. */
function owedText(toPay: OpenToPay, options: OpenTextOptions): string {
  const { openAmounts, deducted, credits } = toPay
  const { locale, currencies = Infinity } = options
  const owed = joined([
    ...openAmounts.slice(0, currencies).map((money) => {
      const amount = amountText(money, locale)
      const credit = deducted.find(({ currency }) => currency === money.currency)
      return credit ? t('summary.afterCredit', { amount, credit: amountText(credit, locale) }) : amount
    }),
    moreText('openAmounts', toPay, options)
  ])
  if (credits.length === 0) return owed
  const credit = t('summary.creditNotDeducted', { credit: creditText('credits', toPay, options) })
  return owed === '' ? credit : t('summary.withCredit', { owed, credit })
}

function creditText(name: 'credits' | 'unusedCredits', toPay: OpenToPay, options: OpenTextOptions): string {
  const { locale, currencies = Infinity } = options
  const named = toPay[name].slice(0, currencies).map((money) => amountText(money, locale))
  const more = moreText(name, toPay, options)
  return list([...named, ...(more === null ? [] : [more])])
}

/** How many currencies of a sum aren't named. */
function moreText(name: OpenSum, toPay: OpenToPay, { currencies = Infinity }: OpenTextOptions): string | null {
  const more = Math.max(toPay[name].length - currencies, 0) + toPay.moreCurrencies[name]
  return more > 0 ? t('summary.moreCurrencies', { n: more }, more) : null
}

export function amountText(money: Money, locale: string): string {
  const amount = moneyText(money, locale)
  return money.currency === null ? t('invoices.summary.unknownCurrency', { amount }) : amount
}
