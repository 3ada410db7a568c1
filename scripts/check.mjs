/**
 * `npm run check` (the second half of `npm test`): every check of the project, in two lanes side by side. Prints a line for
 * each step, the output of those that failed, and the slowest and the skipped tests. The last line counts ("N passed, N
 * failed"): every test is one, and a step without tests counts when it fails.
 */
import { parseOptions, stepEnvironment } from './check/options.mjs'
import { runAll } from './check/run.mjs'
import { LANES } from './check/steps.mjs'
import { RESULTS, ROOT } from './setup/paths.mjs'
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
  let options
  try {
    options = parseOptions(
      args,
      STEPS.map(({ name }) => name)
    )
  } catch (error) {
    process.stderr.write(`check: ${error.message}\n\n${HELP}`)
    return 2
  }
  const { deep, help, names } = options
  if (help) {
    process.stdout.write(HELP)
    return 0
  }
  const lanes = names.length === 0 ? LANES : LANES.map((lane) => lane.filter(({ name }) => names.includes(name)))
  return runAll(lanes, {
    cwd: ROOT,
    results: RESULTS,
    env: stepEnvironment({ deep }),
    deep,
    announce: process.stdout.isTTY === true
  })
}
