import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { electronRuntime } from '../setup/electron-runtime.mjs'
import { readUpdateFeed } from './update-feed.mjs'
import { NODE_MODULES, ROOT } from '../setup/paths.mjs'
import { writeChanges } from './changes.mjs'
import { writeLicences } from './licences.mjs'
import { buildForTestRuntime } from './test-build.mjs'

const STAMP = join(ROOT, 'out', '.built-from')
const TEST_STAMP = join(ROOT, 'out-test', '.built-from')
const SOURCES = [
  'src',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'CHANGELOG.md',
  'scripts/build'
]
const RESULTS = [
  'out/main/index.js',
  'out/main/catalogue.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/licenses.json'
]

/**
 * Builds out/ with electron-vite, and out-test/ where the test runtime is used. Resolves to the exit code. `quiet` prints warnings only, on
 * standard error.
 */
export async function build({ quiet = false } = {}) {
  const before = fingerprint()
  const args = [
    join(NODE_MODULES, 'electron-vite', 'bin', 'electron-vite.js'),
    'build',
    ...(quiet ? ['--logLevel', 'warn'] : [])
  ]
  const code = await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['inherit', quiet ? 2 : 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (status) => resolve(status ?? 1))
  })
  if (code !== 0) return code
  try {
    writeLicences()
    writeChanges()
  } catch (error) {
    process.stderr.write(`build: ${error.message}\n`)
    return 1
  }
  if (usesTestRuntime()) await buildForTestRuntime()
  // A source that changed meanwhile leaves the old fingerprint behind, and the next start builds again.
  writeFileSync(STAMP, before)
  if (usesTestRuntime()) writeFileSync(TEST_STAMP, before)
  return 0
}

/** Whether out/, and out-test/ where it is used, are what the sources say now. */
export const isFresh = () =>
  RESULTS.every((path) => existsSync(join(ROOT, path))) &&
  [STAMP, ...(usesTestRuntime() ? [TEST_STAMP] : [])].every(
    (stamp) => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
  )

const usesTestRuntime = () => electronRuntime()?.isPinned === false

/** The update feed, and path, size and time of every source: quicker than reading them, and it notices what is deleted. */
function fingerprint() {
  const hash = createHash('sha256').update(JSON.stringify(readUpdateFeed(process.env)))
  for (const path of SOURCES.flatMap((source) => [...filesBelow(source)])) {
    const { size, mtimeMs } = statSync(join(ROOT, path))
    hash.update(`${path} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

function* filesBelow(path) {
  const full = join(ROOT, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) return yield path
  for (const name of readdirSync(full).sort()) yield* filesBelow(`${path}/${name}`)
}
