/**
 * The measuring half of `npm run bench [-- --quick] [--only=launch,typing] [--test-minutes=8.5]`: measures the built app against the
 * bars for speed, beside alternatives in the same run, and prints one table. A full run also writes bench/results.json.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startDesktop } from '../support/desktop.ts'
import { printedRow, tableOf, type Measured } from './bars.ts'
import { benchAccounts } from './accounts.ts'
import { benchManyAccounts } from './many-accounts.ts'
import { benchBridge } from './bridge.ts'
import { benchInvoices } from './invoices.ts'
import { benchDescription } from './description.ts'
import { benchLaunch } from './launch.ts'
import { benchMemory } from './memory.ts'
import { createBench, type Bench } from './profiles.ts'
import { benchRefresh } from './refresh.ts'
import { benchScrolling } from './scrolling.ts'
import { benchSearch } from './search.ts'
import { benchSignIn } from './sign-in.ts'
import { runtimeVersions, writeResults } from './results.ts'
import { benchTray } from './tray.ts'
import { benchTyping } from './typing.ts'
import { benchUnlock } from './unlock.ts'
import { benchWindow } from './window.ts'

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  launch: benchLaunch,
  typing: benchTyping,
  search: benchSearch,
  scrolling: benchScrolling,
  bridge: benchBridge,
  description: benchDescription,
  refresh: benchRefresh,
  signIn: benchSignIn,
  memory: benchMemory,
  invoices: benchInvoices,
  unlock: benchUnlock,
  accounts: benchAccounts,
  manyAccounts: benchManyAccounts,
  window: benchWindow,
  tray: benchTray
}

const {
  quick,
  only,
  'test-minutes': testMinutes
} = parseArgs({
  options: {
    /** Two minutes at most: smaller lists, fewer runs. */
    quick: { type: 'boolean', default: false },
    /** Some parts only, by their names. */
    only: { type: 'string' },
    /** What `npm test` took in a fresh clone, for P13: it isn't measured here. */
    'test-minutes': { type: 'string' }
  }
}).values
const names = only?.split(',') ?? Object.keys(PARTS)
const unknown = names.find((name) => !(name in PARTS))
if (unknown !== undefined) {
  process.stderr.write(`There is no part "${unknown}". There are: ${Object.keys(PARTS).join(', ')}.\n`)
  process.exit(2)
}

const measured: Measured[] = []
if (testMinutes)
  measured.push({ bar: 'P13', what: 'npm test, fresh clone', unit: 'min', ours: Number(testMinutes), most: 10 })
const folder = mkdtempSync(join(tmpdir(), 'portside-bench-'))
const desktop = await startDesktop()
Object.assign(process.env, desktop.env)
try {
  const bench = createBench({ quick, folder, add: (each) => void measured.push(each) })
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
  await desktop.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
const table = tableOf(measured)
const bars = new Set(measured.map(({ bar }) => bar))
const { electron, chromium } = runtimeVersions()
process.stdout.write(`${new Date().toISOString()}, Electron ${electron}, Chromium ${chromium}\n`)
console.table(table.filter(({ bar }) => only === undefined || bars.has(bar)).map(printedRow))
if (!quick && only === undefined) writeResults(table)
