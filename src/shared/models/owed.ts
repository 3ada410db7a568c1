/** What is owed, of one account or of several. Every place that says it reads it from here. */
import type { Day } from './day.ts'
import { addDecimals } from './decimal.ts'
import { MOST_SUMS, type Money } from './invoice.ts'

/** Its sums have an entry for each currency. */
export interface Owed {
  /** Open invoices. null: none were fetched, or they can't be read. */
  open: number | null
  /** Invoices of unknown state. */
  unknown: number
  /** Invoices of unknown state that have no status. */
  withoutStatus: number
  /** A part of the list is all that came, or nothing is known of one of several accounts: more may be open. Sums are the least that there may be. */
  isPartial: boolean
  overdue: number
  /** What remains to pay of the open invoices, less `deducted`. */
  openAmounts: Money[]
  /** What remains to pay of the overdue invoices. */
  overdueAmounts: Money[]
  /** Credit that is known to be unused, up to what is open in its currency. */
  deducted: Money[]
  /** Credit that is known to be unused, beyond what is open in its currency. */
  unusedCredits: Money[]
  /** Credit that may have been used already: it isn't deducted. */
  credits: Money[]
  openWithoutAmount: number
  /** Open invoices whose due date came and can't be read. */
  dueUnread: number
  /** Earliest day of issue of the open invoices. */
  oldestOpenDay: Day | null
  /** The longest overdue invoice's due day. */
  overdueSince: Day | null
  /** Earliest due day of the open invoices that aren't overdue. */
  nextDueDay: Day | null
  /** Which of these days only the user's payment term gives. */
  byTerm: Record<DueDay, boolean>
  /** Invoices in any state whose amount has no currency. */
  withoutCurrency: number
  /** Currencies that a sum has beyond those that are listed. */
  moreCurrencies: Record<OwedSum, number>
}

export type DueDay = 'overdueSince' | 'nextDueDay'

export type OwedSum = 'openAmounts' | 'overdueAmounts' | 'deducted' | 'unusedCredits' | 'credits'

export const NOTHING_READ: Owed = {
  open: null,
  unknown: 0,
  withoutStatus: 0,
  isPartial: false,
  overdue: 0,
  openAmounts: [],
  overdueAmounts: [],
  deducted: [],
  unusedCredits: [],
  credits: [],
  openWithoutAmount: 0,
  dueUnread: 0,
  oldestOpenDay: null,
  overdueSince: null,
  nextDueDay: null,
  byTerm: { overdueSince: false, nextDueDay: false },
  withoutCurrency: 0,
  moreCurrencies: { openAmounts: 0, overdueAmounts: 0, deducted: 0, unusedCredits: 0, credits: 0 }
}

/** Of these invoices, a text may say that none is open. */
export const isAllKnown = ({ unknown, isPartial }: Pick<Owed, 'unknown' | 'isPartial'>): boolean =>
  unknown === 0 && !isPartial

/** Only then may a text say that there is none. Data whose latest fetch failed was read, too: every place says its age. */
export const isAllRead = (owed: Owed): boolean => owed.open !== null && isAllKnown(owed)

/**
 * Of several accounts, also those of which nothing is known. `open` is null only if none of them was read.
 * Credit at one provider pays nothing at another, so nothing more is deducted.
 */
export function owedByAll(accounts: readonly Owed[]): Owed {
  const total = (count: (owed: Owed) => number): number => accounts.reduce((sum, owed) => sum + count(owed), 0)
  const first = (day: (owed: Owed) => Day | null): Day | null =>
    accounts.flatMap((owed) => day(owed) ?? []).sort()[0] ?? null
  const isByTerm = (name: DueDay): boolean => {
    const day = first((owed) => owed[name])
    return day !== null && accounts.every((owed) => owed[name] !== day || owed.byTerm[name])
  }
  const sums = (name: OwedSum): ReturnType<typeof addAccountSums> =>
    addAccountSums(accounts.map((owed) => ({ amounts: owed[name], more: owed.moreCurrencies[name] })))
  const [openAmounts, overdueAmounts] = [sums('openAmounts'), sums('overdueAmounts')]
  const [deducted, unusedCredits, credits] = [sums('deducted'), sums('unusedCredits'), sums('credits')]
  return {
    open: accounts.every(({ open }) => open === null) ? null : total(({ open }) => open ?? 0),
    unknown: total(({ unknown }) => unknown),
    withoutStatus: total(({ withoutStatus }) => withoutStatus),
    isPartial: accounts.some(({ open, isPartial }) => isPartial || open === null),
    overdue: total(({ overdue }) => overdue),
    openAmounts: openAmounts.amounts,
    overdueAmounts: overdueAmounts.amounts,
    deducted: deducted.amounts,
    unusedCredits: unusedCredits.amounts,
    credits: credits.amounts,
    openWithoutAmount: total(({ openWithoutAmount }) => openWithoutAmount),
    dueUnread: total(({ dueUnread }) => dueUnread),
    oldestOpenDay: first(({ oldestOpenDay }) => oldestOpenDay),
    overdueSince: first(({ overdueSince }) => overdueSince),
    nextDueDay: first(({ nextDueDay }) => nextDueDay),
    byTerm: { overdueSince: isByTerm('overdueSince'), nextDueDay: isByTerm('nextDueDay') },
    withoutCurrency: total(({ withoutCurrency }) => withoutCurrency),
    moreCurrencies: {
      openAmounts: openAmounts.more,
      overdueAmounts: overdueAmounts.more,
      deducted: deducted.more,
      unusedCredits: unusedCredits.more,
      credits: credits.more
    }
  }
}

/** What one account has, one entry a currency, and how many more currencies it has that aren't listed. */
export interface AccountSums {
  amounts: readonly Money[]
  more: number
}

/**
 * Adds up what several accounts have, and lists MOST_SUMS of it, the unknown currency last. A currency of which an account may have
 * an unlisted part is counted only: its sum would be too low.
 */
export function addAccountSums(all: readonly AccountSums[]): { amounts: Money[]; more: number } {
  const sums = [
    ...Map.groupBy(
      all.flatMap(({ amounts }) => amounts),
      ({ currency }) => currency
    )
  ]
  const isWhole = (currency: string | null): boolean =>
    all.every(
      ({ amounts, more }) => more === 0 || currency === null || amounts.some((one) => one.currency === currency)
    )
  const whole = sums
    .filter(([currency]) => isWhole(currency))
    .map(([currency, each]) => ({ currency, amount: addDecimals(each.map(({ amount }) => amount)) }))
  const unknown = whole.filter(({ currency }) => currency === null)
  const known = whole.filter(({ currency }) => currency !== null)
  const amounts = [...known.slice(0, MOST_SUMS - unknown.length), ...unknown]
  // Two accounts may leave out the same currencies.
  const unlisted = all.reduce((most, { more }) => Math.max(most, more), 0)
  return { amounts, more: unlisted + sums.length - amounts.length }
}
