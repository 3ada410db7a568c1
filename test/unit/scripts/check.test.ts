/** The runner of `npm test`, with real child processes. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { add, countPlaywright, countVitest, none, stepLines, summary } from '../../../scripts/check/report.mjs'
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
async function beacon(): Promise<{ code: string; connections(count: number): Promise<Socket[]>; seen: Socket[] }> {
  const seen: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    seen.push(socket.resume())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    code: `require('node:net').connect(${address.port}, '127.0.0.1')`,
    seen,
    async connections(count) {
      while (seen.length < count) await once(server, 'connection')
      return seen
    }
  }
}

const closed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await once(socket, 'close')
}

/** Runs `lanes` as check.mjs does, in a process that can be signalled. */
const startRunner = (lanes: Omit<Step, 'what'>[][], results: string): ReturnType<typeof spawn> =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { runAll } from '${RUNNER}'
       const options = { cwd: '.', results: process.argv[2], env: process.env, deep: false, announce: false }
       process.exitCode = await runAll(JSON.parse(process.argv[1]), options)`,
      JSON.stringify(lanes),
      results
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] }
  )

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
    expect(ended.toSorted()).toEqual([
      ...['build', 'bundle', 'component', 'dead-code', 'e2e', 'format', 'integration', 'lint', 'typecheck', 'unit']
    ])
    expect(ended.indexOf('e2e')).toBeGreaterThan(ended.indexOf('build'))
  })
})

describe('a step', () => {
  it('that passes leaves its output in a file', async () => {
    const results = folder()
    const result = await run({ command: script(`console.log('out'); console.error('err')`) }, results)
    expect(result).toMatchObject({ passed: true, count: none })
    expect(readFileSync(join(results, 'a.log'), 'utf8')).toBe('out\nerr\n')
  })

  it('without tests counts as one error when it fails', async () => {
    const result = await run({ command: script(`console.log('why'); process.exit(3)`) })
    expect(result).toMatchObject({ passed: false, output: 'why\n', count: { passed: 0, failed: 1 } })
  })

  it.each([
    ['a program that is missing', (): string[] => ['/no/such/program'], 'ENOENT'],
    [
      'a command that can’t be made',
      (): string[] => {
        throw new Error('Electron is not installed.')
      },
      'Electron is not installed.'
    ]
  ])('fails for %s, and says so', async (_, command, reason) => {
    const result = await run({ command })
    expect(result).toMatchObject({ passed: false, count: { failed: 1 } })
    expect(result.output).toContain(reason)
  })

  it('counts the tests of its report, and not those of an older one', async () => {
    const results = folder()
    const path = join(results, 'unit.json')
    const reportOf = (numPassedTests: number): string =>
      JSON.stringify({ success: true, numPassedTests, numFailedTests: 0, testResults: [] })
    const report = { path, read: countVitest }
    const write = script(`require('node:fs').writeFileSync(${JSON.stringify(path)}, ${JSON.stringify(reportOf(7))})`)
    writeFileSync(path, reportOf(99))
    expect((await run({ command: script(''), report }, results)).count).toEqual({ ...none, failed: 1 })
    expect((await run({ command: write, report }, results)).count).toEqual({ ...none, passed: 7 })
    expect(existsSync(path)).toBe(false)
  })

  it('fails for a report that can’t be read', async () => {
    const results = folder()
    const path = join(results, 'unit.json')
    const command = script(`require('node:fs').writeFileSync(${JSON.stringify(path)}, '{')`)
    const result = await run({ command, report: { path, read: countVitest } }, results)
    expect(result.count).toEqual({ ...none, failed: 1 })
    expect(result.output).toContain('JSON')
  })

  it('that takes too long is ended', async () => {
    const result = await run({ command: script(`setInterval(() => 0, 1000)`), minutes: 0.2 / 60 })
    expect(result).toMatchObject({ passed: false, count: { failed: 1 } })
    expect(result.output).toContain('still running after')
  })
})

describe('the command line', () => {
  const check = (...args: string[]) => spawnSync(process.execPath, ['scripts/check.mjs', ...args], { cwd: ROOT })

  it('names all steps', () => {
    const { status, stdout } = check('--deep', '--help')
    expect(status).toBe(0)
    for (const { name } of LANES.flat()) expect(stdout.toString()).toContain(`\n  ${name} `)
  })

  it.each([['--deeper'], ['--deep=2'], ['-d'], ['lnit']])('refuses %s', (wrong) => {
    const { status, stdout } = check('lint', wrong)
    expect([status, stdout.toString()]).toEqual([2, ''])
  })
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
    const lanes = [
      [
        { name: 'first', command: script(`console.log('this is why'); process.exit(1)`) },
        { name: 'second', command: script(`console.log('chatter')`) }
      ]
    ]
    const child = startRunner(lanes, folder())
    const [out] = await Promise.all([text(child.stdout!), once(child, 'close')])
    expect(out).toMatch(/^first +FAILED +[\d.]+ s\n\nthis is why\n\nsecond +ok +[\d.]+ s\n\n0 passed, 1 failed\n$/)
    expect(child.exitCode).toBe(1)
  })

  it.skipIf(process.platform === 'win32').each([
    ['SIGINT', 130],
    ['SIGTERM', 143]
  ] as const)('ended by %s ends all processes of both lanes and starts nothing more', async (signal, code) => {
    const { code: connect, connections, seen } = await beacon()
    const grandchild = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(connect)}])`
    const lanes = [
      [
        { name: 'a', command: script(connect) },
        { name: 'next', command: script(connect) }
      ],
      [{ name: 'b', command: script(`${connect}; ${grandchild}`) }]
    ]
    const child = startRunner(lanes, folder())
    const sockets = await connections(3)
    child.kill(signal)
    const [out] = await Promise.all([text(child.stdout!), once(child, 'close')])
    await Promise.all(sockets.map(closed))
    expect([child.exitCode, out]).toEqual([code, ''])
    expect(seen).toHaveLength(3)
  })
})

const vitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: join(ROOT, 'test', 'unit', 'a.test.ts'),
      status: 'passed',
      assertionResults: [
        { status: 'passed', fullName: 'a', duration: 12.5 },
        { status: 'skipped', fullName: 'b on macOS' },
        { status: 'todo', fullName: 'c' }
      ]
    }
  ]
}
const skipped = ['test/unit/a.test.ts: b on macOS (skipped)', 'test/unit/a.test.ts: c (todo)']
const tests = [{ file: 'test/unit/a.test.ts', title: 'a', ms: 12.5 }]

const config = { rootDir: join(ROOT, 'test', 'e2e') }

describe('the count', () => {
  it('adds up', () => {
    const one = { passed: 1, failed: 2, skipped: ['a'], tests }
    expect(add(add(none, one), { passed: 1, failed: 1, skipped: ['b'], tests: [] })).toEqual({
      passed: 2,
      failed: 3,
      skipped: ['a', 'b'],
      tests
    })
  })

  it('of Vitest takes tests from its report', () => {
    expect(countVitest(vitestReport)).toEqual({ passed: 3, failed: 0, skipped, tests })
    expect(countVitest({ ...vitestReport, success: false, numFailedTests: 2 })).toMatchObject({ failed: 2 })
  })

  it('of Vitest fails for a file that could not be loaded', () => {
    const testResults = [...vitestReport.testResults, { name: 'b.test.ts', status: 'failed', assertionResults: [] }]
    expect(countVitest({ ...vitestReport, success: false, testResults })).toMatchObject({ passed: 3, failed: 1 })
  })

  it('of Vitest fails for an error outside of any test', () => {
    expect(countVitest({ ...vitestReport, success: false })).toMatchObject({ passed: 3, failed: 1 })
  })

  it('of Playwright takes tests and what broke outside of them', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
    expect(countPlaywright({ config, stats, errors: [] })).toEqual({ ...none, passed: 6, failed: 1 })
    expect(countPlaywright({ config, stats, errors: [{ message: 'no tests found' }] })).toMatchObject({ failed: 2 })
  })

  it('of Playwright says why a test was skipped and how long the others took, at any depth', () => {
    const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 2 }
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      title,
      file: 'tray.spec.ts',
      tests: [{ status, annotations, results: [{ duration: 300 }, { duration: 200 }] }]
    })
    const suites = [
      {
        specs: [spec('opens', 'expected')],
        suites: [{ specs: [spec('hides', 'skipped', [{ type: 'skip', description: 'no dock here' }])] }]
      },
      { specs: [spec('waits', 'skipped')] }
    ]
    const counted = countPlaywright({ config, stats, errors: [], suites })
    expect(counted.skipped).toEqual([
      'test/e2e/tray.spec.ts: hides (no dock here)',
      'test/e2e/tray.spec.ts: waits (no reason given)'
    ])
    expect(counted.tests).toEqual([{ file: 'test/e2e/tray.spec.ts', title: 'opens', ms: 500 }])
  })
})
