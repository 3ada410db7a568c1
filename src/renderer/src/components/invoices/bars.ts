/** Geometry of the chart's bars. Drawing only, so floating point is precise enough. */
import type { InvoiceMonths } from '../../../../shared/models/invoice.ts'

export type MonthAmount = InvoiceMonths['currencies'][number]['months'][number]

/** From the top of the chart, px. */
export interface Bar {
  top: number
  height: number
}
export interface Bars {
  /** The zero line. */
  zero: number
  months: { amount: Bar | null; open: Bar | null }[]
}

/** Minimum height of a bar, px. */
const LEAST = 2

/** @param height of the chart, px; credit notes are below the zero line */
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

/** The largest positive monthly amount, or null. */
export function largestAmount(months: readonly MonthAmount[]): string | null {
  const found = months.reduce<MonthAmount | null>(
    (most, month) => (Number(month.amount) > Number(most?.amount ?? 0) ? month : most),
    null
  )
  return found?.amount ?? null
}
