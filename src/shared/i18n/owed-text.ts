/** One line about open invoices, for the tray and the quick check. */
import type { Money } from '../models/invoice.ts'
import { isAllRead, type Owed, type OwedSum } from '../models/owed.ts'
import { joined, moneyText } from './format.ts'
import { list, t } from './translate.ts'

export interface OpenTextOptions {
  locale: string
  long?: boolean
  currencies?: number
}

/**
 * Says that nothing is open only if all was read and every invoice is known, and names what the sum leaves out.
 * Counts come before the amounts, whose end may be cut.
 */
export function owedText(owed: Owed, options: OpenTextOptions): string {
  const { overdue, unknown, withoutStatus, openWithoutAmount, dueUnread, unusedCredits } = owed
  const unrecognised = unknown - withoutStatus
  return joined([
    countText(owed, options),
    overdue > 0 && t('summary.overdue', { n: overdue }, overdue),
    dueUnread > 0 && t('summary.dueUnread', { n: dueUnread }, dueUnread),
    openWithoutAmount > 0 && t('summary.withoutAmount', { n: openWithoutAmount }, openWithoutAmount),
    unrecognised > 0 && t('summary.unknownStatus', { n: unrecognised }, unrecognised),
    withoutStatus > 0 && t('summary.withoutStatus', { n: withoutStatus }, withoutStatus),
    (owed.open ?? 0) > 0 && amountsText(owed, options),
    unusedCredits.length > 0 && t('summary.unusedCredit', { credit: creditText('unusedCredits', owed, options) })
  ])
}

function countText(owed: Owed, { long = false }: OpenTextOptions): string {
  const { open, isPartial } = owed
  if (open === null || (open === 0 && !isAllRead(owed))) return t('summary.noneKnown')
  const count = t(long ? 'summary.openInvoices' : 'summary.open', { n: open }, open)
  return open > 0 && isPartial ? t('summary.atLeast', { open: count }) : count
}

/** How much is open after which credit, and the credit that may reduce it further. */
function amountsText(owed: Owed, options: OpenTextOptions): string {
  const { openAmounts, deducted, credits } = owed
  const { locale, currencies = Infinity } = options
  const amounts = joined([
    ...openAmounts.slice(0, currencies).map((money) => {
      const amount = amountText(money, locale)
      const credit = deducted.find(({ currency }) => currency === money.currency)
      return credit ? t('summary.afterCredit', { amount, credit: amountText(credit, locale) }) : amount
    }),
    moreText('openAmounts', owed, options)
  ])
  if (credits.length === 0) return amounts
  const credit = t('summary.creditNotDeducted', { credit: creditText('credits', owed, options) })
  return amounts === '' ? credit : t('summary.withCredit', { owed: amounts, credit })
}

function creditText(name: 'credits' | 'unusedCredits', owed: Owed, options: OpenTextOptions): string {
  const { locale, currencies = Infinity } = options
  const named = owed[name].slice(0, currencies).map((money) => amountText(money, locale))
  const more = moreText(name, owed, options)
  return list([...named, ...(more === null ? [] : [more])])
}

/** How many currencies of a sum aren't named. */
function moreText(name: OwedSum, owed: Owed, { currencies = Infinity }: OpenTextOptions): string | null {
  const more = Math.max(owed[name].length - currencies, 0) + owed.moreCurrencies[name]
  return more > 0 ? t('summary.moreCurrencies', { n: more }, more) : null
}

export function amountText(money: Money, locale: string): string {
  const amount = moneyText(money, locale)
  return money.currency === null ? t('invoices.summary.unknownCurrency', { amount }) : amount
}
