/** The runner of `npm test`, with real child processes. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countPlaywright, countVitest, none, stepLines, summary } from '../../../scripts/check/report.mjs'
import { runLanes, runStep } from '../../../scripts/check/run.mjs'
import { LANES, type Step } from '../../../scripts/check/steps.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const RUNNER = pathToFileURL(join(ROOT, 'scripts/check/run.mjs')).href

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
    const options = { cwd: '.', results: process.argv[2], env: process.env, deep: false, announce: false }
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
    expect(await run({ command }, results)).toMatchObject({ passed: true, count: none })
    expect(readFileSync(join(results, 'a.log'), 'utf8')).toBe('out\nerr\n')
    const failed = await run({ command: script(`console.log('why'); process.exit(3)`) })
    expect(failed).toMatchObject({ passed: false, output: 'why\n', count: { passed: 0, failed: 1 } })
  })

  it('that can’t be started fails, and says why', async () => {
    const missing = await run({ command: ['/no/such/program'] })
    expect(missing).toMatchObject({ passed: false, output: expect.stringContaining('ENOENT') as string })
  })

  it('counts the tests of its report, not those of an older one, and fails for one that can’t be read', async () => {
    const results = folder()
    const path = join(results, 'unit.json')
    const report = { path, read: countVitest }
    const reportOf = (numPassedTests: number): string =>
      JSON.stringify({ success: true, numPassedTests, numFailedTests: 0, testResults: [] })
    const writing = (json: string): string[] =>
      script(`require('node:fs').writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(json)})`)
    writeFileSync(path, reportOf(99))
    expect((await run({ command: script(''), report }, results)).count).toEqual({ ...none, failed: 1 })
    expect((await run({ command: writing(reportOf(7)), report }, results)).count).toEqual({ ...none, passed: 7 })
    expect(existsSync(path)).toBe(false)
    const broken = await run({ command: writing('{'), report }, results)
    expect(broken).toMatchObject({ passed: false, output: expect.stringContaining('JSON') as string })
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

describe('the output', () => {
  const step = { name: 'unit', what: '', command: [], report: { path: '', read: countVitest } }

  it('of a step that failed is followed by what it printed', () => {
    const count = { ...none, passed: 11, failed: 1 }
    expect(stepLines({ step, count, passed: false, seconds: 8, output: 'expected 1 to be 2\n' })).toBe(
      'unit         FAILED    8.0 s  11 passed, 1 failed\n\nexpected 1 to be 2\n\n'
    )
  })

  it('ends with the ten slowest tests, then the skipped ones, then the count', () => {
    const tests = Array.from({ length: 12 }, (_, at) => ({ file: 'a.test.ts', title: `t${at}`, ms: at * 1000 }))
    const lines = summary({ passed: 12, failed: 0, skipped: ['a.test.ts: b (no dock here)'], tests }).split('\n')
    expect(lines.slice(0, 3)).toEqual(['Slowest tests:', '   11.0 s  a.test.ts: t11', '   10.0 s  a.test.ts: t10'])
    expect(lines.slice(10)).toEqual([
      '    2.0 s  a.test.ts: t2',
      '1 skipped:',
      '  a.test.ts: b (no dock here)',
      '12 passed, 0 failed'
    ])
    expect(summary({ ...none, failed: 1 })).toBe('0 passed, 1 failed')
  })
})

describe('a run', () => {
  it('goes on after a step that failed, shows why, and exits with 1', async () => {
    const first = { name: 'first', command: script(`console.log('this is why'); process.exit(1)`) }
    const second = { name: 'second', command: script(`console.log('chatter')`) }
    const { child, ended } = startRunner([[first, second]])
    const lines = /^first +FAILED +[\d.]+ s\n\nthis is why\n\nsecond +ok +[\d.]+ s\n\n0 passed, 1 failed\n$/
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
  const tests = [{ file: 'test/unit/a.test.ts', title: 'a', ms: 12.5 }]
  const passing = {
    name: join(ROOT, 'test', 'unit', 'a.test.ts'),
    status: 'passed',
    assertionResults: [
      { status: 'passed', fullName: 'a', duration: 12.5 },
      { status: 'skipped', fullName: 'b on macOS' },
      { status: 'todo', fullName: 'c' }
    ]
  }
  const vitest = { success: true, numPassedTests: 3, numFailedTests: 0, testResults: [passing] }
  const skipped = ['test/unit/a.test.ts: b on macOS (skipped)', 'test/unit/a.test.ts: c (todo)']
  const config = { rootDir: join(ROOT, 'test', 'e2e') }

  it('of Vitest has tests, files that could not be loaded, and an error outside of any test', () => {
    const broken = { name: 'b.test.ts', status: 'failed', assertionResults: [] }
    expect(countVitest(vitest)).toEqual({ passed: 3, failed: 0, skipped, tests })
    expect(countVitest({ ...vitest, success: false, numFailedTests: 2 })).toMatchObject({ failed: 2 })
    expect(countVitest({ ...vitest, success: false, testResults: [passing, broken] })).toMatchObject({ failed: 1 })
    expect(countVitest({ ...vitest, success: false })).toMatchObject({ passed: 3, failed: 1 })
  })

  it('of Playwright has tests at any depth, what broke outside of them, and why a test was skipped', () => {
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      title,
      file: 'tray.spec.ts',
      tests: [{ status, annotations, results: [{ duration: 300 }, { duration: 200 }] }]
    })
    const hides = spec('hides', 'skipped', [{ type: 'skip', description: 'no dock here' }])
    const suites = [
      { specs: [spec('opens', 'expected')], suites: [{ specs: [hides] }] },
      { specs: [spec('waits', 'skipped')] }
    ]
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
    const errors = [{ message: 'no tests found' }]
    expect(countPlaywright({ config, stats, errors, suites })).toEqual({
      passed: 6,
      failed: 2,
      skipped: ['test/e2e/tray.spec.ts: hides (no dock here)', 'test/e2e/tray.spec.ts: waits (no reason given)'],
      tests: [{ file: 'test/e2e/tray.spec.ts', title: 'opens', ms: 500 }]
    })
  })
})
