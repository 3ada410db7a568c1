/** Periods to filter invoices by: whole months, quarters and years in the user's calendar. */
import type { InvoiceChoice } from '../../../../shared/models/invoice.ts'

export type Period =
  'thisMonth' | 'lastMonth' | 'thisQuarter' | 'lastQuarter' | 'lastThreeMonths' | 'thisYear' | 'lastYear'
export type DaySpan = Pick<InvoiceChoice, 'from' | 'to'>
export const NO_SPAN: DaySpan = { from: null, to: null }

/** The month ("YYYY-MM") that is `n` months after a day's month, or before if negative. */
const monthAfter = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = new Date(0)
  // Date.UTC reads the year 99 as 1999.
  at.setUTCFullYear(year, month - 1 + months, 1)
  return at.toISOString().slice(0, 7)
}

export function monthSpan(month: string, until = month): DaySpan {
  const [year = 0, last = 1] = until.split('-').map(Number)
  const at = new Date(0)
  at.setUTCFullYear(year, last, 0)
  return { from: `${month}-01`, to: at.toISOString().slice(0, 10) }
}

/** First month of a period, counted from this one, and its number of months. @param month this one, from 0 */
const MONTHS: Record<Period, (month: number) => [first: number, count: number]> = {
  thisMonth: () => [0, 1],
  lastMonth: () => [-1, 1],
  thisQuarter: (month) => [-(month % 3), 3],
  lastQuarter: (month) => [-(month % 3) - 3, 3],
  // With the current one, like the chart's twelve.
  lastThreeMonths: () => [-2, 3],
  thisYear: (month) => [-month, 12],
  lastYear: (month) => [-month - 12, 12]
}
export const PERIODS = Object.keys(MONTHS) as Period[]

/** @param today "YYYY-MM-DD" */
export function spanOf(period: Period, today: string): DaySpan {
  const [first, count] = MONTHS[period](Number(today.slice(5, 7)) - 1)
  return monthSpan(monthAfter(today, first), monthAfter(today, first + count - 1))
}

const same = (one: DaySpan, other: DaySpan): boolean => one.from === other.from && one.to === other.to

export const periodOf = (span: DaySpan, today: string): Period | null =>
  PERIODS.find((period) => same(spanOf(period, today), span)) ?? null

/** Periods on offer: of two with the same days, such as the last three months in March, the first. */
export const periodsOn = (today: string): Period[] =>
  PERIODS.filter((period) => periodOf(spanOf(period, today), today) === period)

export function monthOf({ from, to }: DaySpan): string | null {
  const month = from?.slice(0, 7)
  return month !== undefined && same(monthSpan(month), { from, to }) ? month : null
}
