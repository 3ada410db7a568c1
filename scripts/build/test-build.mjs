import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/** Never packed: electron-builder.yml takes out/ alone, and after-pack.mjs refuses what this build brings. */
const FOLDER = join(ROOT, 'out-test')

/** Node 20 in the test runtime has no `node:sqlite`. This package has the same interface, and brings SQLite as an addon. */
export const SQLITE_OF_TEST_RUNTIME = '@photostructure/sqlite'

/**
 * Electron before 33.4 crashes at its end if V8 has collected what a request used and finishes that afterwards (electron#45368): with
 * SIGSEGV instead of the exit code, in about one of 80 quick checks. A collection that is asked for finishes all earlier ones, and with
 * the flag each later one finishes at once (v8, src/handles/global-handles.cc).
 */
const FINISH_COLLECTING = `
import { app as ending } from 'electron'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
ending.once('quit', () => {
  for (const flag of ['--optimize-for-size', '--expose-gc']) setFlagsFromString(flag)
  runInNewContext('gc')()
})
`

/** @param {'main' | 'preload' | 'renderer'} part @param options Vite's, of that part */
export function forTestRuntime(part, options) {
  const build = { ...options.build, outDir: join(FOLDER, part), emptyOutDir: true }
  if (part !== 'main') return { ...options, build }
  const { output, ...rest } = options.build.rollupOptions
  const paths = { 'node:sqlite': SQLITE_OF_TEST_RUNTIME }
  const banner = ({ isEntry, name }) => (isEntry && name === 'index' ? FINISH_COLLECTING : '')
  const { rolldownOptions: _same, ...others } = build
  return { ...options, build: { ...others, rollupOptions: { ...rest, output: { ...output, paths, banner } } } }
}

/** Makes out-test/, the app for the test runtime: out/, but with main built for another SQLite, and with a collection of garbage before it quits. */
export async function buildForTestRuntime() {
  const { resolveConfig } = await import('electron-vite')
  const { build } = await import('vite')
  rmSync(FOLDER, { recursive: true, force: true })
  cpSync(join(ROOT, 'out'), FOLDER, { recursive: true })
  process.env.NODE_ENV_ELECTRON_VITE = 'production'
  const { config } = await resolveConfig({ root: ROOT, logLevel: 'warn' }, 'build', 'production')
  await build(forTestRuntime('main', config.main))
  rmSync(join(FOLDER, 'main', 'modules.json'), { force: true })
  writePackage()
}

/** Main and its texts are found from the app folder, names and version from its package.json. */
export function writePackage() {
  const { name, productName, desktopName, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const about = { name, productName, desktopName, version, type: 'module', main: 'main/index.js' }
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, 'package.json'), `${JSON.stringify(about)}\n`)
}
