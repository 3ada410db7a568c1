import { join } from 'node:path'
import { chooseRuntime } from '../../test/e2e/app/runtime.ts'
import { build } from '../build/out.mjs'
import { NODE_MODULES, RESULTS, ROOT } from '../setup/paths.mjs'
import { checkBundle } from './bundle.mjs'
import { countPlaywright, countVitest, none, takeReport } from './count.mjs'
import { withScreen } from './screen.mjs'

/** A tool of ours, on the Node that runs this. */
const tool = (path, ...args) => [process.execPath, join(NODE_MODULES, path), ...args]
const tsc = (project) => tool('typescript/bin/tsc', '-p', project)
const vueTsc = (project) => tool('vue-tsc/bin/vue-tsc.js', '-p', project)

/** A password store on a bus of its own, so that tests read and write a real one and nobody's. */
const withKeyring = (command) => [process.execPath, join(ROOT, 'scripts', 'with-keyring.mjs'), '--', ...command]

const vitest = (project, ...options) => {
  const report = join(RESULTS, `${project}.json`)
  return {
    command: tool(
      'vitest/vitest.mjs',
      ...['run', '--config', 'test/vitest.config.ts', '--project', project],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...options
    ),
    count: () => takeReport(report, countVitest) ?? none
  }
}

const unit = vitest('unit')
const component = vitest('component')
// They wait more than they work: for deadlines, sockets and a keyring.
const integration = vitest('integration', '--maxWorkers=4')
const endToEndReport = join(RESULTS, 'e2e.json')
const endToEnd = tool(
  '@playwright/test/cli.js',
  ...['test', '--config', 'test/e2e/playwright.config.ts', '--reporter=list,json']
)

export const STEPS = [
  {
    name: 'format',
    what: 'Prettier',
    commands: [tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.')]
  },
  {
    name: 'lint',
    what: 'ESLint, with the rules of the rooms',
    commands: [tool('eslint/bin/eslint.js', '--max-warnings', '0', '.')]
  },
  {
    name: 'typecheck',
    what: 'TypeScript, each room with its own globals',
    commands: [...['src/shared', 'src/main', 'src/preload'].map(tsc), ...['src/renderer', 'test'].map(vueTsc)]
  },
  { name: 'build', what: 'electron-vite', commands: [() => build({ quiet: true })] },
  { name: 'bundle', what: 'what is in out/, and what must not be', commands: [checkBundle] },
  { name: 'unit', what: 'Vitest on Node', commands: [unit.command], count: unit.count },
  { name: 'component', what: 'Vitest in Chromium', commands: [component.command], count: component.count },
  {
    name: 'integration',
    what: 'Vitest with sockets, files and a password store',
    commands: [withKeyring(integration.command)],
    minutes: 10,
    count: integration.count
  },
  {
    name: 'e2e',
    what: 'Playwright on the built app',
    commands: [() => withKeyring(withScreen(endToEnd, chooseRuntime()))],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport },
    minutes: 30,
    count: () => takeReport(endToEndReport, countPlaywright) ?? none
  }
]
