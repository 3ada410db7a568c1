/** `npm test -- --deep packages`: makes the packages for Linux with an Electron that is here, and tries each of them in a bare Debian. */
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { electronRuntime } from '../../scripts/setup/electron-runtime.mjs'
import { RESULTS } from '../../scripts/setup/paths.mjs'
import { PLACES, prepareDebian, reasonAgainst, runInDebian } from './bare-debian.ts'
import { buildTestPackages } from './test-build.ts'

async function main(): Promise<number> {
  const runtime = electronRuntime()
  const reason = runtime === null ? 'there is no Electron here' : reasonAgainst()
  if (runtime === null || reason !== null) {
    process.stdout.write(`Skipped: ${reason}.\n`)
    return 0
  }
  const results = join(RESULTS, 'packages')
  rmSync(results, { recursive: true, force: true })
  mkdirSync(results, { recursive: true })
  const packages = await buildTestPackages(runtime)
  return runInDebian(prepareDebian(), results, [
    join(PLACES.project, 'node_modules/.bin/node'),
    join(PLACES.project, 'test/packages/install-and-try.ts'),
    PLACES.results,
    ...Object.values(packages).map((path) => join(PLACES.project, 'dist-test', basename(path)))
  ])
}

// Not `process.exitCode`: electron-builder's temp-file ends the process with 0 (async-exit-hook, `beforeExit`).
process.exit(await main())
