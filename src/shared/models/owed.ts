/** What is owed, of one account or of several. Every place that says it reads it from here. */
import { addDecimals } from './decimal.ts'
import type { InvoiceSummary, Money, OpenSum } from './invoice.ts'

/** `openAmounts` and the credits: an entry for each currency. */
export interface Owed extends Pick<
  InvoiceSummary,
  OpenSum | 'overdue' | 'openWithoutAmount' | 'dueUnread' | 'withoutStatus'
> {
  /** Open invoices. null: none were fetched, or they can't be read. */
  open: number | null
  /** Invoices of unknown state. */
  unknown: number
  /** A part of the list came: more may be open. */
  isPartial: boolean
  moreCurrencies: Record<OpenSum, number>
}

export const NOTHING_READ: Owed = {
  open: null,
  unknown: 0,
  isPartial: false,
  overdue: 0,
  openAmounts: [],
  deducted: [],
  unusedCredits: [],
  credits: [],
  openWithoutAmount: 0,
  dueUnread: 0,
  withoutStatus: 0,
  moreCurrencies: { openAmounts: 0, deducted: 0, unusedCredits: 0, credits: 0 }
}

export const owedIn = (summary: InvoiceSummary, isPartial: boolean): Owed =>
  onlyOwed({ ...summary, open: summary.byState.open, unknown: summary.byState.unknown, isPartial })

/** Without what else the object has. */
export const onlyOwed = (of: Owed): Owed => ({
  open: of.open,
  unknown: of.unknown,
  isPartial: of.isPartial,
  overdue: of.overdue,
  openAmounts: of.openAmounts,
  deducted: of.deducted,
  unusedCredits: of.unusedCredits,
  credits: of.credits,
  openWithoutAmount: of.openWithoutAmount,
  dueUnread: of.dueUnread,
  withoutStatus: of.withoutStatus,
  moreCurrencies: {
    openAmounts: of.moreCurrencies.openAmounts,
    deducted: of.moreCurrencies.deducted,
    unusedCredits: of.moreCurrencies.unusedCredits,
    credits: of.moreCurrencies.credits
  }
})

/** Only then may a text say that nothing is open. */
export const isAllKnown = ({ unknown, isPartial }: Pick<Owed, 'unknown' | 'isPartial'>): boolean =>
  unknown === 0 && !isPartial

/**
 * Of several accounts. `open` is null only if none of them was read.
 * Credit at one provider pays nothing at another, so nothing more is deducted.
 */
export function owedByAll(accounts: readonly Owed[]): Owed {
  const total = (count: (owed: Owed) => number): number => accounts.reduce((sum, owed) => sum + count(owed), 0)
  const sums = (name: OpenSum): ReturnType<typeof addAccountSums> =>
    addAccountSums(accounts.map((owed) => ({ amounts: owed[name], more: owed.moreCurrencies[name] })))
  const [openAmounts, deducted] = [sums('openAmounts'), sums('deducted')]
  const [unusedCredits, credits] = [sums('unusedCredits'), sums('credits')]
  return {
    open: accounts.every(({ open }) => open === null) ? null : total(({ open }) => open ?? 0),
    unknown: total(({ unknown }) => unknown),
    isPartial: accounts.some(({ isPartial }) => isPartial),
    overdue: total(({ overdue }) => overdue),
    openAmounts: openAmounts.amounts,
    deducted: deducted.amounts,
    unusedCredits: unusedCredits.amounts,
    credits: credits.amounts,
    openWithoutAmount: total(({ openWithoutAmount }) => openWithoutAmount),
    dueUnread: total(({ dueUnread }) => dueUnread),
    withoutStatus: total(({ withoutStatus }) => withoutStatus),
    moreCurrencies: {
      openAmounts: openAmounts.more,
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
 * Adds up what several accounts have, the unknown currency last. A currency of which an account may have an unlisted part is
 * counted only: its sum would be too low.
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
  const amounts = sums
    .filter(([currency]) => isWhole(currency))
    .map(([currency, each]) => ({ currency, amount: addDecimals(each.map(({ amount }) => amount)) }))
    .sort((one, other) => Number(one.currency === null) - Number(other.currency === null))
  // Two accounts may leave out the same currencies.
  const unlisted = all.reduce((most, { more }) => Math.max(most, more), 0)
  return { amounts, more: unlisted + sums.length - amounts.length }
}
