import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { killTree } from '../../test/e2e/app/process-tree.ts'
import { add, none, stepLines, summary, takeReport } from './report.mjs'

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
 * @param {{ cwd: string, results: string, env: NodeJS.ProcessEnv, deep: boolean, announce: boolean }} options
 *   `announce`: also print a line when a step starts
 */
export async function runAll(lanes, { announce, ...options }) {
  mkdirSync(options.results, { recursive: true })
  const children = new Set()
  let received = null
  const stop = (signal) => {
    for (const child of children) signalGroup(child, received === null ? signal : 'SIGKILL')
    received ??= signal
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  let total = none
  await runLanes(lanes, async (step) => {
    if (received !== null) return
    if (announce) process.stdout.write(`${step.name} …\n`)
    const result = await runStep(step, { ...options, children })
    if (received !== null) return
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

/**
 * Runs one step with its output in `<results>/<name>.log`. Never rejects: a step that can't be started, or whose report can't be read, has
 * failed.
 *
 * @param {import('./steps.mjs').Step} step
 * @param {{ cwd: string, results: string, env: NodeJS.ProcessEnv, deep: boolean,
 *   children?: Set<import('node:child_process').ChildProcess> }} options `children`: those that run
 */
export async function runStep(step, { cwd, results, env, deep, children = new Set() }) {
  const start = performance.now()
  const log = join(results, `${step.name}.log`)
  const output = openSync(log, 'w')
  const limitMs = (step.minutes ?? 5) * 60_000 * (deep ? DEEP_LIMIT_FACTOR : 1)
  let count = { ...none, failed: 1 }
  try {
    // A report that an interrupted run left behind must not be counted.
    if (step.report !== undefined) rmSync(step.report.path, { force: true })
    const { code, timedOut } = await runCommand(step.command, {
      cwd,
      env: { ...env, ...step.env },
      output,
      limitMs,
      children
    })
    if (timedOut) writeSync(output, `check: still running after ${limitMs / 60_000} min, so it was ended.\n`)
    count = countOf(step, code === 0 && !timedOut)
  } catch (error) {
    writeSync(output, `${error.stack ?? error}\n`)
  } finally {
    closeSync(output)
  }
  const seconds = (performance.now() - start) / 1000
  return { step, count, passed: count.failed === 0, seconds, output: readFileSync(log, 'utf8') }
}

/** A step without tests counts when it fails; so does a step that broke outside of its tests, or ran none. */
function countOf({ report }, fine) {
  const counted = (report && takeReport(report.path, report.read)) ?? none
  const broke = !fine || (report !== undefined && counted.passed + counted.failed === 0)
  return broke && counted.failed === 0 ? add(counted, { ...none, failed: 1 }) : counted
}

/** @returns {Promise<{ code: number, timedOut: boolean }>} rejects when the command can't be started */
function runCommand([program, ...args], { cwd, env, output, limitMs, children }) {
  // It leads a process group, so that ending it also ends what it started. Ctrl+C in a terminal doesn't reach it then.
  const detached = process.platform !== 'win32'
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', output, output], detached })
  children.add(child)
  let timedOut = false
  const limit = setTimeout(() => {
    timedOut = true
    signalGroup(child, 'SIGTERM')
  }, limitMs)
  const grace = setTimeout(() => signalGroup(child, 'SIGKILL'), limitMs + GRACE_MS)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, timedOut }))
  }).finally(() => {
    clearTimeout(limit)
    clearTimeout(grace)
    children.delete(child)
  })
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
