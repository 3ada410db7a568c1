/** What the catalogue's bench found out, and the same as one table: a line for each figure, a column for each size. */
import type { Row } from '../table.ts'

export interface Figure {
  /** Number of a bar in the goals, `P5`; a figure that has no bar of its own stands with the one it explains. */
  bar: string
  what: string
  /** Whose way of doing it. */
  by: string
  unit: string
  products: number
  /** NaN: it was tried, and did not come to its end. */
  value: number
  /** The bar, where this is the figure that it is about. */
  goal?: string | undefined
}

export interface Sheet {
  figures: Figure[]
  add(figure: Figure): void
  /** Said below the table: what could not be measured here, and why. */
  notes: string[]
}

export function createSheet(): Sheet {
  const figures: Figure[] = []
  return { figures, add: (figure) => void figures.push(figure), notes: [] }
}

/** In the order of the bars; within one, in the order in which they were found. */
export function tableOf({ figures }: Sheet, sizes: readonly number[]): Row[] {
  const lines = new Map<string, Figure[]>()
  for (const figure of figures) {
    const line = [figure.bar, figure.what, figure.unit, figure.by].join('\n')
    lines.set(line, [...(lines.get(line) ?? []), figure])
  }
  const bar = (line: Figure[]): number => Number(line[0]?.bar.slice(1))
  return [...lines.values()]
    .toSorted((a, b) => bar(a) - bar(b))
    .map((line) => ({
      '': line[0]?.bar ?? '',
      what: `${line[0]?.what}, ${line[0]?.unit}`,
      by: line[0]?.by ?? '',
      ...Object.fromEntries(
        sizes.map((size) => [count(size), shown(line.find(({ products }) => products === size)?.value)])
      ),
      bar: line.find(({ goal }) => goal !== undefined)?.goal ?? ''
    }))
}

const count = (size: number): string => (size % 1000 === 0 ? `${size / 1000} k` : String(size))

/** Three digits say all that a bench knows. */
function shown(value: number | undefined): string {
  if (value === undefined) return ''
  if (Number.isNaN(value)) return 'gave up'
  if (value === 0) return '0'
  const digits = Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toFixed(digits)
}
