import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { killTree } from '../../test/e2e/app/process-tree.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** Limits of `--deep`, as a multiple of the usual ones. */
const DEEP_LIMIT_FACTOR = 3
/** From the signal that ends a step to the one that kills it. */
const GRACE_MS = 10_000

/**
 * Runs all steps, prints a line for each and the count at the end. Resolves to the exit code. A signal ends every step and gives the shell's
 * code for it; a second one kills them.
 *
 * @param {import('./steps.mjs').Step[][]} lanes run side by side, and the steps of a lane one after another
 * @param {{ cwd: string, results: string, env: NodeJS.ProcessEnv, deep: boolean }} options
 */
export async function runAll(lanes, options) {
  const children = new Set()
  let received = null
  const stop = (signal) => {
    for (const child of children) signalGroup(child, received === null ? signal : 'SIGKILL')
    received ??= signal
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  const total = { passed: 0, failed: 0, skipped: 0 }
  await runLanes(lanes, async (step) => {
    if (received !== null) return
    if (process.stdout.isTTY) process.stdout.write(`${step.name} …\n`)
    const result = await runStep(step, { ...options, children })
    if (received !== null) return
    process.stdout.write(stepLines(result))
    for (const kind of Object.keys(total)) total[kind] += result.count[kind]
  })
  for (const signal of SIGNALS) process.off(signal, stop)
  if (received !== null) {
    process.stderr.write(`check: ended by ${received}.\n`)
    return 128 + constants.signals[received]
  }
  process.stdout.write(`\n${total.skipped} skipped\n${total.passed} passed, ${total.failed} failed\n`)
  return total.failed > 0 ? 1 : 0
}

/**
 * A step also waits for the steps in its `after` that are part of this run, whether they passed or not.
 *
 * @template {{ name: string, after?: string[] }} Step
 * @param {Step[][]} lanes
 * @param {(step: Step) => Promise<void>} run
 */
export async function runLanes(lanes, run) {
  const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers()]))
  const runLane = async (lane) => {
    for (const step of lane) {
      await Promise.all((step.after ?? []).map((name) => ends.get(name)?.promise))
      await run(step)
      ends.get(step.name).resolve()
    }
  }
  await Promise.all(lanes.map(runLane))
}

/** Runs one step with its output in `<results>/<name>.log`. Never rejects: a step that can't be started has failed. */
export async function runStep(step, { cwd, results, env, deep, children = new Set() }) {
  const start = performance.now()
  mkdirSync(results, { recursive: true })
  const log = join(results, `${step.name}.log`)
  const file = openSync(log, 'w')
  const limitMs = (step.minutes ?? 5) * 60_000 * (deep ? DEEP_LIMIT_FACTOR : 1)
  const [program, ...args] = step.command
  // It leads a process group, so that ending it also ends what it started. Ctrl+C in a terminal doesn't reach it then.
  const detached = process.platform !== 'win32'
  const child = spawn(program, args, { cwd, env: { ...env, ...step.env }, stdio: ['ignore', file, file], detached })
  children.add(child)
  const limit = setTimeout(() => {
    writeSync(file, `check: still running after ${limitMs / 60_000} min, so it was ended.\n`)
    signalGroup(child, 'SIGTERM')
  }, limitMs)
  const grace = setTimeout(() => signalGroup(child, 'SIGKILL'), limitMs + GRACE_MS)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      writeSync(file, `${error.stack}\n`)
      resolve(1)
    })
    child.once('close', resolve)
  })
  for (const timer of [limit, grace]) clearTimeout(timer)
  children.delete(child)
  closeSync(file)
  const output = readFileSync(log, 'utf8')
  const count = countOf(step, code === 0, output)
  return { step, count, passed: count.failed === 0, seconds: (performance.now() - start) / 1000, output }
}

/** A step without tests counts when it fails; so does a step that broke outside of its tests, or ran none. */
export function countOf({ hasTests = false }, isFine, output) {
  const [passed, failed, flaky, skipped] = ['passed', 'failed', 'flaky', 'skipped'].map((kind) =>
    hasTests ? countIn(output, kind) : 0
  )
  const broke = !isFine || (hasTests && passed + flaky + failed === 0)
  return { passed: passed + flaky, failed: broke ? Math.max(failed, 1) : failed, skipped }
}

/** The last line that says so, of Vitest ("Tests  1 failed | 7 passed (8)") or of Playwright ("  7 passed (5s)"). */
const countIn = (output, kind) =>
  Number([...output.matchAll(RegExp(`^ *(?:Tests +(?:\\d+ [\\w ]+ \\| )*)?(\\d+) ${kind}\\b`, 'gm'))].at(-1)?.[1] ?? 0)

/** One line for a step that ended, and its whole output when it failed. */
export function stepLines({ step, count, passed, seconds, output }) {
  const counted = ['passed', 'failed', 'skipped'].filter((kind) => step.hasTests && count[kind] > 0)
  const details = counted.map((kind) => `${count[kind]} ${kind}`)
  if (passed && step.note !== undefined) details.push(step.note(output))
  const result = (passed ? 'ok' : 'FAILED').padEnd(6)
  const line = `${step.name.padEnd(12)} ${result} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${details.join(', ')}`
  return `${line.trimEnd()}\n${passed ? '' : `\n${output.trimEnd()}\n\n`}`
}

function signalGroup(child, signal) {
  // Windows knows neither process groups nor signals.
  if (process.platform === 'win32') return killTree(child)
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    // The group ended in the meantime.
    if (error.code !== 'ESRCH') throw error
  }
}
