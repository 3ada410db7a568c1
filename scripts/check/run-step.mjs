import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { add, none, takeReport } from './count.mjs'

/** Limits of `--deep`, as a multiple of the usual ones. */
const DEEP_LIMIT_FACTOR = 3

/**
 * Runs one step with its output in `<results>/<name>.log`. Never rejects: a step that can't be started, or whose report
 * can't be read, has failed.
 *
 * @param {import('./steps.mjs').Step} step
 * @param {{ processes: ReturnType<typeof import('./processes.mjs').createProcesses>, cwd: string, results: string,
 *   env: NodeJS.ProcessEnv, deep: boolean }} run
 */
export async function runStep(step, { processes, cwd, results, env, deep }) {
  const start = performance.now()
  const log = join(results, `${step.name}.log`)
  const output = openSync(log, 'w')
  const limitMs = (step.minutes ?? 5) * 60_000 * (deep ? DEEP_LIMIT_FACTOR : 1)
  let count = { ...none, failed: 1 }
  try {
    // A report that an interrupted run left behind must not be counted.
    if (step.report !== undefined) rmSync(step.report.path, { force: true })
    const command = typeof step.command === 'function' ? step.command() : step.command
    const { code, timedOut } = await processes.run(command, { cwd, env: { ...env, ...step.env }, output, limitMs })
    if (timedOut) writeSync(output, `check: still running after ${limitMs / 60_000} min, so it was ended.\n`)
    count = countOf(step, code === 0 && !timedOut)
  } catch (error) {
    writeSync(output, `${error.stack ?? error}\n`)
  } finally {
    closeSync(output)
  }
  return {
    step,
    count,
    passed: count.failed === 0,
    seconds: (performance.now() - start) / 1000,
    output: readFileSync(log, 'utf8')
  }
}

/** A step without tests counts when it fails; so does a step that broke outside of its tests, or ran none. */
function countOf({ report }, fine) {
  const counted = (report && takeReport(report.path, report.read)) ?? none
  const broke = !fine || (report !== undefined && counted.passed + counted.failed === 0)
  return broke && counted.failed === 0 ? add(counted, { ...none, failed: 1 }) : counted
}
