import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { add, countPlaywright, countVitest, none } from '../../../scripts/check/count.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')

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
