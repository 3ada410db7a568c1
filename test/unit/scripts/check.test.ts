/** The runner of `npm test`, with real child processes. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countOf, runLanes, runStep, stepLines } from '../../../scripts/check/run.mjs'
import { LANES, type Step } from '../../../scripts/check/steps.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const RUNNER = pathToFileURL(join(ROOT, 'scripts/check/run.mjs')).href

const NONE = { passed: 0, failed: 0, skipped: 0 }

const script = (code: string): string[] => [process.execPath, '-e', code]

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portside-check-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const run = (step: Omit<Step, 'name' | 'what'>, results = folder()): ReturnType<typeof runStep> =>
  runStep({ name: 'a', what: '', ...step }, { cwd: ROOT, results, env: process.env, deep: false })

/** A server that processes connect to when they start. The connection closes when its process ends. */
async function beacon(): Promise<{ code: string; seen: Socket[]; connections(count: number): Promise<Socket[]> }> {
  const seen: Socket[] = []
  const server = createServer((socket) => void seen.push(socket.on('error', () => socket.destroy()).resume()))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const connections = async (count: number): Promise<Socket[]> => {
    while (seen.length < count) await once(server, 'connection')
    return seen
  }
  return { code: `require('node:net').connect(${port}, '127.0.0.1')`, seen, connections }
}

/** Runs `lanes` as check.mjs does, in a process that can be signalled. */
function startRunner(lanes: Omit<Step, 'what'>[][]) {
  const code = `import { runAll } from '${RUNNER}'
    const options = { cwd: '.', results: process.argv[2], env: process.env, deep: false }
    process.exitCode = await runAll(JSON.parse(process.argv[1]), options)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, JSON.stringify(lanes), folder()])
  return { child, ended: Promise.all([text(child.stdout), once(child, 'close')]).then(([printed]) => printed) }
}

describe('lanes', () => {
  it('run side by side, and their steps one after another', async () => {
    const log: string[] = []
    const otherLane = Promise.withResolvers<undefined>()
    await runLanes([[{ name: 'a1' }, { name: 'a2' }], [{ name: 'b1' }]], async ({ name }) => {
      log.push(`${name} starts`)
      if (name === 'a1') await otherLane.promise
      if (name === 'b1') otherLane.resolve(undefined)
      log.push(`${name} ends`)
    })
    expect(log).toEqual(['a1 starts', 'b1 starts', 'b1 ends', 'a1 ends', 'a2 starts', 'a2 ends'])
  })

  it('let a step wait for one of the other lane, unless that is not part of the run', async () => {
    const log: string[] = []
    const push = ({ name }: { name: string }): Promise<void> => Promise.resolve(void log.push(name))
    await runLanes([[{ name: 'e2e', after: ['build', 'lint'] }], [{ name: 'format' }, { name: 'build' }]], push)
    expect(log).toEqual(['format', 'build', 'e2e'])
  })

  it('of the project are two, without a step that waits for itself', async () => {
    const ended: string[] = []
    await runLanes(LANES, ({ name }) => Promise.resolve(void ended.push(name)))
    expect(LANES).toHaveLength(2)
    const all = 'build bundle component dead-code dependencies e2e format integration lint packages typecheck unit'
    expect(ended.toSorted().join(' ')).toBe(all)
    expect(ended.indexOf('e2e')).toBeGreaterThan(ended.indexOf('build'))
  })
})

describe('a step', () => {
  it('leaves its output in a file, and counts as one error when it fails', async () => {
    const results = folder()
    const command = script(`console.log('out'); console.error('err')`)
    expect(await run({ command }, results)).toMatchObject({ passed: true, count: NONE })
    expect(readFileSync(join(results, 'a.log'), 'utf8')).toBe('out\nerr\n')
    const failed = await run({ command: script(`console.log('why'); process.exit(3)`) })
    expect(failed).toMatchObject({ passed: false, output: 'why\n', count: { passed: 0, failed: 1 } })
  })

  it('that can’t be started fails, and says why', async () => {
    const missing = await run({ command: ['/no/such/program'] })
    expect(missing).toMatchObject({ passed: false, output: expect.stringContaining('ENOENT') as string })
  })

  it('that takes too long is ended', async () => {
    const result = await run({ command: script(`setInterval(() => 0, 1000)`), minutes: 0.2 / 60 })
    expect(result).toMatchObject({ passed: false, count: { failed: 1 } })
    expect(result.output).toContain('still running after')
  })
})

it('the command line names all steps, and refuses what it doesn’t know', () => {
  const check = (...args: string[]) => spawnSync(process.execPath, ['scripts/check.mjs', ...args], { cwd: ROOT })
  const { status, stdout } = check('--deep', '--help')
  expect(status).toBe(0)
  for (const { name } of LANES.flat()) expect(stdout.toString()).toContain(`\n  ${name} `)
  for (const wrong of ['--deeper', '--deep=2', 'lnit']) expect(check('lint', wrong)).toMatchObject({ status: 2 })
})

it('the output of a step that failed is followed by what it printed', () => {
  const step = { name: 'unit', what: '', command: [], hasTests: true }
  const count = { passed: 11, failed: 1, skipped: 2 }
  expect(stepLines({ step, count, passed: false, seconds: 8, output: 'expected 1 to be 2\n' })).toBe(
    'unit         FAILED    8.0 s  11 passed, 1 failed, 2 skipped\n\nexpected 1 to be 2\n\n'
  )
})

describe('a run', () => {
  it('goes on after a step that failed, shows why, and exits with 1', async () => {
    const first = { name: 'first', command: script(`console.log('this is why'); process.exit(1)`) }
    const second = { name: 'second', command: script(`console.log('chatter')`) }
    const { child, ended } = startRunner([[first, second]])
    const lines = /^first +FAILED +[\d.]+ s\n\nthis is why\n\nsecond +ok +[\d.]+ s\n\n0 skipped\n0 passed, 1 failed\n$/
    expect(await ended).toMatch(lines)
    expect(child.exitCode).toBe(1)
  })

  it.skipIf(process.platform === 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143]
  ] as const)('ended by %s ends all processes of both lanes and starts nothing more', async (signal, code) => {
    const { code: connect, connections, seen } = await beacon()
    const grandchild = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connect)}])`
    const [a, next] = ['a', 'next'].map((name) => ({ name, command: script(connect) }))
    const b = { name: 'b', command: script(`${connect}; ${grandchild}`) }
    const { child, ended } = startRunner([[a!, next!], [b]])
    const sockets = await connections(3)
    child.kill(signal)
    expect([await ended, child.exitCode]).toEqual(['', code])
    for (const socket of sockets) if (!socket.closed) await once(socket, 'close')
    expect(seen).toHaveLength(3)
  })
})

describe('the count', () => {
  const VITEST = ' Test Files  1 failed | 4 passed (5)\n      Tests  2 failed | 77 passed | 3 skipped | 1 todo (83)\n'
  const PLAYWRIGHT =
    '  1 failed\n    a.spec.ts:3:1 › opens 5 passed\n  1 flaky\n  4 skipped\n  2 did not run\n  5 passed (1.2m)\n'

  it('is what the runner says at its end', () => {
    expect(countOf({ hasTests: true }, false, `  9 passed (1s)\n${VITEST}`)).toEqual({
      passed: 77,
      failed: 2,
      skipped: 3
    })
    expect(countOf({ hasTests: true }, false, PLAYWRIGHT)).toEqual({ passed: 6, failed: 1, skipped: 4 })
  })

  it('has a failure for what broke outside of any test, and for a runner that ran none', () => {
    expect(countOf({ hasTests: true }, false, ' Tests  7 passed (7)\n')).toEqual({ passed: 7, failed: 1, skipped: 0 })
    expect(countOf({ hasTests: true }, true, 'No tests found')).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countOf({}, true, ' Tests  7 passed (7)\n')).toEqual(NONE)
  })
})
