/** Where the bars of the chart stand: amounts as heights. Only drawn by, so floating point is good enough. */
import type { InvoiceMonths } from '../../../../shared/models/invoice.ts'

export type MonthAmount = InvoiceMonths['currencies'][number]['months'][number]

/** From the top of the drawing, px. */
export interface Bar {
  top: number
  height: number
}
export interface Bars {
  /** Where the amount is nothing. */
  zero: number
  months: { amount: Bar | null; open: Bar | null }[]
}

/** What is there at all can be seen, px. */
const LEAST = 2

/** @param height of the drawing, px; credit notes stand below the line of nothing */
export function barsOf(months: readonly MonthAmount[], height: number): Bars {
  const values = months.flatMap(({ amount, open }) => [Number(amount), Number(open)])
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const scale = most === least ? 0 : height / (most - least)
  const zero = most * scale
  const bar = (text: string): Bar | null => {
    const value = Number(text)
    if (value === 0 || !Number.isFinite(value)) return null
    const size = Math.max(Math.abs(value) * scale, LEAST)
    return { top: value > 0 ? zero - size : zero, height: size }
  }
  return {
    zero: scale === 0 ? height : zero,
    months: months.map(({ amount, open }) => ({ amount: bar(amount), open: bar(open) }))
  }
}

/** The amount of the month with most of it; null: there is none above nothing. */
export function mostOf(months: readonly MonthAmount[]): string | null {
  const found = months.reduce<MonthAmount | null>(
    (most, month) => (Number(month.amount) > Number(most?.amount ?? 0) ? month : most),
    null
  )
  return found?.amount ?? null
}
