/**
 * The measuring half of `npm run bench [-- --quick] [--only=launch,typing] [--test-minutes=8.5]`: measures the built app against the
 * bars for speed, beside alternatives in the same run, and prints one table. A full run also writes bench/.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { printedRow, tableOf, type Measured } from './bars.ts'
import { benchLaunch } from './launch.ts'
import { createBench, type Bench } from './profiles.ts'
import { benchTyping } from './typing.ts'

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  launch: benchLaunch,
  typing: benchTyping
}

const { quick, only } = parseArgs({
  options: {
    /** Two minutes at most: smaller lists, fewer runs. */
    quick: { type: 'boolean', default: false },
    /** Some parts only, by their names. */
    only: { type: 'string' }
  }
}).values
const names = only?.split(',') ?? Object.keys(PARTS)
const unknown = names.find((name) => !(name in PARTS))
if (unknown !== undefined) {
  process.stderr.write(`There is no part "${unknown}". There are: ${Object.keys(PARTS).join(', ')}.\n`)
  process.exit(2)
}

const measured: Measured[] = []
const plots: Record<string, Record<string, readonly number[]>> = {}
const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'))
try {
  const bench = createBench({
    quick,
    folder,
    add: (each) => void measured.push(each),
    plot: (name, series) => void (plots[name] = series)
  })
  for (const name of names) {
    const begun = performance.now()
    // A part that fails doesn't take the others' figures away.
    await PARTS[name]?.(bench).catch((error: unknown) => {
      process.exitCode = 1
      process.stderr.write(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    })
    process.stderr.write(`${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
const bars = new Set(measured.map(({ bar }) => bar))
console.table(
  tableOf(measured)
    .filter(({ bar }) => only === undefined || bars.has(bar))
    .map(printedRow)
)
