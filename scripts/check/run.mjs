import { mkdirSync } from 'node:fs'
import { constants } from 'node:os'
import { add, none } from './count.mjs'
import { runLanes } from './lanes.mjs'
import { stepLines, summary } from './output.mjs'
import { createProcesses } from './processes.mjs'
import { runStep } from './run-step.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs all steps, prints a line for each and the count at the end. Resolves to the exit code; a signal ends every step and
 * gives the shell's code for it.
 *
 * @param {import('./steps.mjs').Step[][]} lanes
 * @param {{ cwd: string, results: string, env: NodeJS.ProcessEnv, deep: boolean, announce: boolean }} options
 *   `announce`: also print a line when a step starts
 */
export async function runAll(lanes, { announce, ...options }) {
  mkdirSync(options.results, { recursive: true })
  const processes = createProcesses()
  let received = null
  const stop = (signal) => {
    received ??= signal
    void processes.stop(signal)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  let total = none
  await runLanes(lanes, async (step) => {
    if (processes.stopping) return
    if (announce) process.stdout.write(`${step.name} …\n`)
    const result = await runStep(step, { ...options, processes })
    if (processes.stopping) return
    process.stdout.write(stepLines(result))
    total = add(total, result.count)
  })
  for (const signal of SIGNALS) process.off(signal, stop)
  if (received !== null) {
    process.stderr.write(`check: ended by ${received}.\n`)
    return 128 + constants.signals[received]
  }
  process.stdout.write(`\n${summary(total)}\n`)
  return total.failed > 0 ? 1 : 0
}
