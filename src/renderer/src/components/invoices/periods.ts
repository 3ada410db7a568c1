/** Spans of days that invoices are asked for by: whole months, quarters and years of the person's own calendar. */
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

/** The month ("YYYY-MM") that many months after that of a day; before it, when negative. */
const monthAfter = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = new Date(0)
  // Not by Date.UTC, which takes the year 99 for 1999.
  at.setUTCFullYear(year, month - 1 + months, 1)
  return at.toISOString().slice(0, 7)
}

/** From the first to the last day of a month ("YYYY-MM"). */
export function monthSpan(month: string, until = month): Span {
  const [year = 0, last = 1] = until.split('-').map(Number)
  const at = new Date(0)
  at.setUTCFullYear(year, last, 0)
  return { from: `${month}-01`, to: at.toISOString().slice(0, 10) }
}

/** The quarter that many quarters after that of a day: January to March, and so on. */
function quarterSpan(day: string, quarters: number): Span {
  const first = quarters * 3 - ((Number(day.slice(5, 7)) - 1) % 3)
  return monthSpan(monthAfter(day, first), monthAfter(day, first + 2))
}

/** @param today as in day-rules.ts; the last three months are up to this one, as the chart's twelve are */
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

/** The period that these days are; null: none of those with a name. */
export const periodOf = (span: Span, today: string): Period | null =>
  PERIODS.find((period) => same(spanOf(period, today), span)) ?? null

/** Those to choose from: of two that are the same days, such as the last three months in March, the first. */
export const periodsOn = (today: string): Period[] =>
  PERIODS.filter((period) => periodOf(spanOf(period, today), today) === period)

/** The month ("YYYY-MM") that these days are; null: not one whole month. */
export function monthOf({ from, to }: Span): string | null {
  const month = from?.slice(0, 7)
  return month !== undefined && same(monthSpan(month), { from, to }) ? month : null
}
