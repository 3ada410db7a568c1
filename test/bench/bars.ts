/** The table of the bench: a row for each figure that a bar is about, with its verdict. */

type Verdict = 'met' | 'missed' | 'not measured'

export interface Measured {
  bar: string
  what: string
  unit: string
  ours: number
  /** What it is compared with, measured in the same run. */
  beside?: { what: string; value: number }
  /** The most that `ours` may be. */
  most?: number
  /** The most that `ours` may be of `beside`. */
  mostRatio?: number
}

export interface Row extends Measured {
  ratio: number | null
  /** null: a figure without a bar of its own, to explain another. */
  verdict: Verdict | null
}

/** Every bar of the goals for speed, and the one for hostile HTML; a bar without a figure is listed as not measured. */
export const BARS: Readonly<Record<string, string>> = {
  P1: 'launch → first view',
  P2: 'main’s entry → window',
  P3: 'page: navigation → first data',
  P4: 'key → right rows',
  P5: 'search with the count',
  P6: 'scrolling',
  P7: 'reply of 200 rows, cloned',
  P8: 'first fetch: longest stall of main',
  P9: 'unchanged refresh, processor time',
  P10: 'memory',
  P11: 'sign-in → first rows',
  P12: 'in the tray, processor time an hour',
  P13: 'npm test',
  P14: 'first fetch, whole',
  P15: 'tray → overview in a new window',
  P16: '50,000 invoices',
  P17: '100 accounts',
  R6: 'layout of a hostile description'
}

export function rowOf(measured: Measured): Row {
  const { ours, beside, most = Infinity, mostRatio = Infinity } = measured
  const quotient = ours / (beside?.value ?? Number.NaN)
  const ratio = Number.isFinite(quotient) ? quotient : null
  const isKnown = Number.isFinite(ours) && (mostRatio === Infinity || ratio !== null)
  const hasBar = most < Infinity || mostRatio < Infinity
  const isMet = ours <= most && (ratio ?? 0) <= mostRatio
  const verdict = !isKnown ? 'not measured' : !hasBar ? null : isMet ? 'met' : 'missed'
  return { ...measured, ratio, verdict }
}

/** In the order of the bars, with a row for each bar that has none. */
export function tableOf(measured: readonly Measured[]): Row[] {
  return Object.entries(BARS).flatMap(([bar, what]) => {
    const rows = measured.filter((each) => each.bar === bar).map(rowOf)
    return rows.length > 0 ? rows : [rowOf({ bar, what, unit: '', ours: Number.NaN })]
  })
}

/** For the terminal. */
export function printedRow({ bar, what, unit, ours, beside, most, mostRatio, ratio, verdict }: Row): object {
  const limits = [most !== undefined && `≤ ${most} ${unit}`, mostRatio !== undefined && `≤ ${mostRatio} ×`]
  return {
    bar,
    what,
    ours: Number.isFinite(ours) ? `${digits(ours)} ${unit}` : '',
    beside: beside ? `${digits(beside.value)} ${unit}, ${beside.what}` : '',
    ratio: ratio === null ? '' : `${digits(ratio)} ×`,
    limit: limits.filter(Boolean).join(', '),
    verdict: verdict ?? ''
  }
}

/** Three significant digits. */
function digits(value: number): string {
  if (Number.isInteger(value) || !Number.isFinite(value)) return String(value)
  return value.toFixed(Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value))))))
}
