/**
 * The catalogue against its bars, at three sizes, beside what people would pick instead: one table, the same as JSON, and on
 * request the plot of docs/performance.md. Figures, no verdicts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from '../table.ts'
import { benchApp } from './app.ts'
import { benchBridge } from './bridge.ts'
import { benchLists } from './lists.ts'
import { prepare, type Bench } from './place.ts'
import { writePlot } from './plot.ts'
import { benchRefresh } from './refresh.ts'
import { benchSearch } from './search.ts'
import { createSheet, markdownOf, tableOf } from './sheet.ts'
import { benchStartup } from './startup.ts'

const SIZES = [1000, 10_000, 100_000]
const PARTS: readonly (readonly [name: string, run: (bench: Bench) => Promise<void>])[] = [
  ['search', benchSearch],
  ['bridge', benchBridge],
  ['refresh', benchRefresh],
  ['launch', benchStartup],
  ['app', benchApp],
  ['lists', benchLists]
]

export interface CatalogueOptions {
  /** 1 000 products only: to see that the bench itself works. */
  quick: boolean
  /** Writes the plot, and the table as Markdown to the terminal. */
  plot: boolean
  /** One part alone, by its name. */
  only?: string | undefined
}

export async function benchCatalogue({ quick, plot, only }: CatalogueOptions): Promise<void> {
  if (only !== undefined && PARTS.every(([name]) => name !== only)) {
    throw new Error(`There is no part "${only}". There are: ${PARTS.map(([name]) => name).join(', ')}.`)
  }
  const sizes = quick ? SIZES.slice(0, 1) : SIZES
  const sheet = createSheet()
  const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'))
  try {
    const bench = await prepare(folder, sizes, sheet)
    for (const [name, run] of PARTS) {
      if (only !== undefined && name !== only) continue
      const begun = performance.now()
      try {
        await run(bench)
      } catch (error) {
        // The others have their figures all the same.
        sheet.notes.push(
          `${name}: broke off. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
        )
      }
      process.stdout.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  const rows = tableOf(sheet, sizes)
  report('catalogue', rows)
  for (const note of sheet.notes) process.stdout.write(`${note}\n`)
  if (!plot) return
  process.stdout.write(`\n${markdownOf(rows)}\n`)
  writePlot(sheet, sizes)
}
