/**
 * `npm run check` (the second half of `npm test`): every check of the project, in two lanes side by side. Names the runtime, then prints a
 * line for each step and the output of those that failed. The last line counts ("N passed, N failed"): every test is one, and a step
 * without tests counts when it fails.
 */
import { parseArgs } from 'node:util'
import { runAll } from './check/run.mjs'
import { LANES } from './check/steps.mjs'
import { describeRuntime, electronRuntime } from './setup/electron-runtime.mjs'
import { COMPILE_CACHE, RESULTS, ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'

const STEPS = LANES.flat()
const HELP = `Usage: npm test -- [--deep] [step …]

Without a step, all of them run:
${STEPS.map(({ name, what }) => `  ${name.padEnd(12)} ${what}`).join('\n')}

Options:
  --deep       everything at full depth, as once a week in CI: takes much longer
  --help       this text
`

requirePinnedNode()
process.exitCode = await main(process.argv.slice(2))

function main(args) {
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { deep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }
    })
    const unknown = parsed.positionals.filter((name) => !STEPS.some((step) => step.name === name))
    if (unknown.length > 0) throw new Error(`No step is called ${unknown.join(', ')}.`)
  } catch (error) {
    process.stderr.write(`check: ${error.message}\n\n${HELP}`)
    return 2
  }
  const { positionals: names, values } = parsed
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  process.stdout.write(`Runtime: ${describeRuntime(electronRuntime())}\n`)
  // A step's output goes to a file, so it gets no colours.
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, NODE_COMPILE_CACHE: COMPILE_CACHE }
  return runAll(
    LANES.map((lane) =>
      lane.filter(({ name, onlyDeep }) => (names.length === 0 ? values.deep || !onlyDeep : names.includes(name)))
    ),
    {
      cwd: ROOT,
      results: RESULTS,
      env: values.deep ? { ...env, PORTSIDE_DEEP: '1' } : env,
      deep: values.deep
    }
  )
}
