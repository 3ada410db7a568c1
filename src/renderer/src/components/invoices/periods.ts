/** Periods to filter invoices by: whole months, quarters and years in the person's calendar. */
import type { InvoiceChoice } from '../../../../shared/models/invoice.ts'

export const PERIODS = [
  'thisMonth',
  'lastMonth',
  'thisQuarter',
  'lastQuarter',
  'lastThreeMonths',
  'thisYear',
  'lastYear'
] as const
export type Period = (typeof PERIODS)[number]
export type Span = Pick<InvoiceChoice, 'from' | 'to'>
export const NO_SPAN: Span = { from: null, to: null }

/** The month ("YYYY-MM") that is `n` months after a day's month, or before if negative. */
const monthAfter = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = new Date(0)
  // Date.UTC reads the year 99 as 1999.
  at.setUTCFullYear(year, month - 1 + months, 1)
  return at.toISOString().slice(0, 7)
}

/** First and last day of a month ("YYYY-MM"). */
export function monthSpan(month: string, until = month): Span {
  const [year = 0, last = 1] = until.split('-').map(Number)
  const at = new Date(0)
  at.setUTCFullYear(year, last, 0)
  return { from: `${month}-01`, to: at.toISOString().slice(0, 10) }
}

/** The quarter that is `n` quarters after a day's quarter. */
function quarterSpan(day: string, quarters: number): Span {
  const first = quarters * 3 - ((Number(day.slice(5, 7)) - 1) % 3)
  return monthSpan(monthAfter(day, first), monthAfter(day, first + 2))
}

/** @param today as in day-rules.ts. "Last three months" include the current one, like the chart's twelve */
export function spanOf(period: Period, today: string): Span {
  const year = Number(today.slice(0, 4))
  const yearSpan = (one: number): Span => {
    const digits = String(one).padStart(4, '0')
    return { from: `${digits}-01-01`, to: `${digits}-12-31` }
  }
  switch (period) {
    case 'thisMonth':
      return monthSpan(today.slice(0, 7))
    case 'lastMonth':
      return monthSpan(monthAfter(today, -1))
    case 'thisQuarter':
      return quarterSpan(today, 0)
    case 'lastQuarter':
      return quarterSpan(today, -1)
    case 'lastThreeMonths':
      return monthSpan(monthAfter(today, -2), today.slice(0, 7))
    case 'thisYear':
      return yearSpan(year)
    case 'lastYear':
      return yearSpan(year - 1)
  }
}

const same = (one: Span, other: Span): boolean => one.from === other.from && one.to === other.to

/** The named period with these days, or null. */
export const periodOf = (span: Span, today: string): Period | null =>
  PERIODS.find((period) => same(spanOf(period, today), span)) ?? null

/** Periods on offer: of two with the same days, such as the last three months in March, the first. */
export const periodsOn = (today: string): Period[] =>
  PERIODS.filter((period) => periodOf(spanOf(period, today), today) === period)

/** The month ("YYYY-MM") with these days, or null. */
export function monthOf({ from, to }: Span): string | null {
  const month = from?.slice(0, 7)
  return month !== undefined && same(monthSpan(month), { from, to }) ? month : null
}
