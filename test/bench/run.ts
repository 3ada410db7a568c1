/**
 * `npm run bench [-- --quick] [--only=search]`: the app against its bars, at three sizes, beside what people would pick instead.
 * Prints one table and writes it as JSON. Figures, no verdicts: nothing here passes or fails.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchApp } from './catalogue/app.ts'
import { benchBridge } from './catalogue/bridge.ts'
import { benchLists } from './catalogue/lists.ts'
import { prepare, type Bench } from './catalogue/place.ts'
import { benchRefresh } from './catalogue/refresh.ts'
import { benchSearch } from './catalogue/search.ts'
import { createSheet, tableOf } from './catalogue/sheet.ts'
import { benchStartup } from './catalogue/startup.ts'
import { report } from './table.ts'

const PARTS: readonly (readonly [name: string, run: (bench: Bench) => Promise<void>])[] = [
  ['search', benchSearch],
  ['bridge', benchBridge],
  ['refresh', benchRefresh],
  ['launch', benchStartup],
  ['app', benchApp],
  ['lists', benchLists]
]

const { quick, only } = parseArgs({
  options: {
    /** 1,000 products only, to see that the bench itself works. */
    quick: { type: 'boolean', default: false },
    /** One part alone, by its name. */
    only: { type: 'string' }
  }
}).values
const parts = PARTS.filter(([name]) => only === undefined || name === only)
if (parts.length === 0) {
  process.stderr.write(`There is no part "${only}". There are: ${PARTS.map(([name]) => name).join(', ')}.\n`)
  process.exit(2)
}

const sizes = quick ? [1000] : [1000, 10_000, 100_000]
const sheet = createSheet()
const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'))
try {
  const bench = await prepare(folder, sizes, sheet)
  for (const [name, run] of parts) {
    const begun = performance.now()
    // The others have their figures all the same.
    await run(bench).catch((error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
      sheet.notes.push(`${name}: broke off. ${why}`)
    })
    process.stdout.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
report('catalogue', tableOf(sheet, sizes))
for (const note of sheet.notes) process.stdout.write(`${note}\n`)
