/**
 * `npm run check` (the second half of `npm test`): every check of the project, in order, each with its time. The last
 * line counts ("N passed, N failed"): every test is one, and a step without tests (format, lint, types, build, bundle)
 * counts when it fails. Skipped tests are named before it.
 *
 *     npm test                    all steps
 *     npm test -- unit component  only these
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import { add, none, summary } from './check/count.mjs'
import { STEPS } from './check/steps.mjs'
import { RESULTS, ROOT } from './setup/paths.mjs'
import { requirePinnedNode } from './setup/pinned-node.mjs'

/** Colours for a person, none for a log file. */
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }

requirePinnedNode()
process.exitCode = await main(process.argv.slice(2))

async function main(names) {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) {
    process.stderr.write(
      `check: no step called ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}.\n`
    )
    return 2
  }
  mkdirSync(RESULTS, { recursive: true })
  const results = []
  for (const step of STEPS.filter((each) => names.length === 0 || names.includes(each.name))) {
    process.stdout.write(`\ncheck: ${step.name} (${step.what})\n`)
    const start = Date.now()
    const count = await take(step)
    results.push(count)
    const seconds = ((Date.now() - start) / 1000).toFixed(1)
    process.stdout.write(`check: ${step.name} ${count.failed > 0 ? 'failed' : 'fine'}, ${seconds} s\n`)
  }
  const total = results.reduce(add, none)
  process.stdout.write(`\n${summary(total)}\n`)
  return total.failed > 0 ? 1 : 0
}

/** Runs a step's commands until one fails. A step that counts tests fails with them, or as one when it broke otherwise. */
async function take(step) {
  let code = 0
  for (const command of step.commands) {
    code = typeof command === 'function' ? await attempt(command, step) : await run(command, step)
    if (code !== 0) break
  }
  const counted = step.count?.() ?? none
  const broke = code !== 0 || (step.count !== undefined && counted.passed + counted.failed === 0)
  return broke && counted.failed === 0 ? add(counted, { ...none, failed: 1 }) : counted
}

/** A function gives its exit code, or the command to run. One that throws has failed; the other steps still run. */
async function attempt(check, step) {
  try {
    const result = await check()
    return Array.isArray(result) ? await run(result, step) : result
  } catch (error) {
    process.stderr.write(`${error.stack ?? error}\n`)
    return 1
  }
}

async function run([program, ...args], { minutes = 5, env }) {
  const child = spawn(program, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...plain, ...env } })
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(1)
    })
    child.once('close', (code) => resolve(code ?? 1))
  })
  const calledOff = new AbortController()
  const overtime = later(minutes * 60_000, 'overtime', { signal: calledOff.signal }).catch(() => 'in time')
  const first = await Promise.race([ended, overtime])
  calledOff.abort()
  if (first !== 'overtime') return first
  process.stderr.write(`check: still running after ${minutes} min, so it is ended.\n`)
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(force)
  return 1
}
