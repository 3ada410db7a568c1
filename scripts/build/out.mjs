import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_MODULES, ROOT } from '../setup/paths.mjs'

const STAMP = join(ROOT, 'out', '.built-from')
const SOURCES = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json']
const RESULTS = ['out/main/index.js', 'out/main/catalogue.js', 'out/preload/index.cjs', 'out/renderer/index.html']

/** Builds out/ with electron-vite. Resolves to the exit code. `quiet` prints warnings only, on standard error. */
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
  // A source that changed meanwhile leaves the old fingerprint behind, and the next start builds again.
  if (code === 0) writeFileSync(STAMP, before)
  return code
}

/** Whether out/ is what the sources say now. */
export const isFresh = () =>
  RESULTS.every((path) => existsSync(join(ROOT, path))) &&
  existsSync(STAMP) &&
  readFileSync(STAMP, 'utf8') === fingerprint()

/** Path, size and time of every source: quicker than reading them, and it notices what is deleted. */
function fingerprint() {
  const hash = createHash('sha256')
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
