/** Figures of a bench: percentiles, a table on the terminal, and the same as JSON in bench-results/. */
import { mkdirSync, writeFileSync } from 'node:fs'

/** The value below which that share of the samples lies (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('no samples')
  return value
}

export type Row = Record<string, string | number>

export function report(name: string, rows: Row[]): void {
  console.table(rows)
  mkdirSync('bench-results', { recursive: true })
  const at = new Date().toISOString()
  writeFileSync(`bench-results/${name}.json`, `${JSON.stringify({ name, at, node: process.version, rows }, null, 2)}\n`)
}
