import { join } from 'node:path'
import { CACHE, NODE_MODULES } from '../setup/paths.mjs'

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string} what one line for the help text
 * @property {string[]} command
 * @property {string[]} [after] steps to wait for
 * @property {number} [minutes] limit, 5 unless given; `--deep` raises it
 * @property {Record<string, string>} [env]
 * @property {boolean} [onlyDeep] runs with `--deep`, or when it is named
 * @property {boolean} [hasTests] Vitest or Playwright, whose output ends with a count
 * @property {(output: string) => string} [note] what to add to the line of a step that passed
 */

const node = (script, ...args) => [process.execPath, script, ...args]
const tool = (path, ...args) => node(join(NODE_MODULES, path), ...args)

/** A password store on its own bus, so that tests read and write a real one that holds nobody's secrets. */
const withKeyring = (command) => node('scripts/with-keyring.mjs', '--', ...command)

const vitest = (project, ...options) =>
  tool(
    'vitest/vitest.mjs',
    ...['run', '--config', 'test/vitest.config.ts', '--project', project, '--reporter=minimal'],
    ...options
  )

const contentCache = (name) => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  join(CACHE, `${name}-results`)
]

const format = {
  name: 'format',
  what: 'Prettier',
  command: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...contentCache('prettier'), '.')
}
const lint = {
  name: 'lint',
  what: 'ESLint, with the rules of the layers',
  command: tool('eslint/bin/eslint.js', '--max-warnings', '0', ...contentCache('eslint'), '.')
}
const deadCode = {
  name: 'dead-code',
  what: 'knip: unused files, exports and packages',
  command: tool('knip/bin/knip.js', '--no-progress')
}
const dependencies = {
  name: 'dependencies',
  what: 'versions, hashes, install scripts and licences of packages',
  command: node('scripts/check/dependencies.mjs'),
  note: (output) => output.trim()
}
const typecheck = {
  name: 'typecheck',
  what: 'TypeScript, each room with its own globals',
  command: tool('vue-tsc/bin/vue-tsc.js', '--build', 'src/shared', 'src/main', 'src/preload', 'src/renderer', 'test')
}
const build = { name: 'build', what: 'electron-vite', command: node('scripts/build.mjs', '--quiet') }
const bundle = {
  name: 'bundle',
  what: 'what is in out/, and what must not be',
  command: node('scripts/check/bundle.mjs'),
  after: ['build'],
  note: (output) => output.trim().replaceAll('\n', '; ')
}
// Vitest would take one worker on two cores, and one that waits, or is the last at work, leaves a core idle.
const unit = { name: 'unit', what: 'Vitest on Node', command: vitest('unit', '--maxWorkers=2'), hasTests: true }
const component = {
  name: 'component',
  what: 'Vitest in Chromium',
  command: vitest('component', '--maxWorkers=2'),
  hasTests: true,
  minutes: 10
}
const integration = {
  name: 'integration',
  what: 'Vitest with sockets, files, a password store and Electron’s network',
  // These tests wait for deadlines, sockets and a keyring more than they work.
  command: withKeyring(vitest('integration', '--maxWorkers=4')),
  hasTests: true,
  minutes: 10
}
const e2e = {
  name: 'e2e',
  what: 'Playwright on the built app in Electron, each worker with a desktop of its own',
  command: tool('@playwright/test/cli.js', 'test', '--config', 'test/e2e/playwright.config.ts', '--reporter=dot'),
  // Its workers use both cores: beside other tests, specs ran into their deadlines.
  after: ['build', 'unit', 'component'],
  minutes: 30,
  hasTests: true
}
const packages = {
  name: 'packages',
  what: 'deb, rpm and AppImage, started in a bare Debian (with --deep)',
  command: node('test/packages/run.ts'),
  // Also alone on both cores.
  after: ['build', 'unit', 'e2e'],
  minutes: 15,
  onlyDeep: true,
  note: (output) => output.trim().split('\n').at(-1) ?? ''
}

/**
 * Two lanes for two cores. Integration tests mostly wait, so they run beside the static checks, which need a whole core.
 * End-to-end specs run last, alone.
 * @type {Step[][]}
 */
export const LANES = [
  [integration, component, e2e, packages],
  [build, bundle, format, lint, deadCode, dependencies, typecheck, unit]
]
