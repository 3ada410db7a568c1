import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { add, countPlaywright, countVitest, none, summary, takeReport } from '../../../scripts/check/count.mjs'

const vitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      status: 'passed',
      assertionResults: [
        { status: 'passed', fullName: 'a' },
        { status: 'skipped', fullName: 'b on macOS' },
        { status: 'todo', fullName: 'c' }
      ]
    }
  ]
}
const skipped = ['b on macOS (skipped)', 'c (todo)']

describe('the count', () => {
  it('ends with the same plain line whatever was skipped', () => {
    expect(summary({ passed: 2, failed: 0, skipped: [] })).toBe('2 passed, 0 failed')
    expect(summary({ passed: 2, failed: 1, skipped })).toBe(
      '2 skipped:\n  b on macOS (skipped)\n  c (todo)\n2 passed, 1 failed'
    )
  })

  it('adds up', () => {
    const one = { passed: 1, failed: 2, skipped: ['a'] }
    expect(add(add(none, one), { passed: 1, failed: 1, skipped: ['b'] })).toEqual({
      passed: 2,
      failed: 3,
      skipped: ['a', 'b']
    })
  })

  it('of Vitest takes tests from its report', () => {
    expect(countVitest(vitestReport)).toEqual({ passed: 3, failed: 0, skipped })
    expect(countVitest({ ...vitestReport, success: false, numFailedTests: 2 })).toMatchObject({ failed: 2 })
  })

  it('of Vitest fails for a file that could not be loaded', () => {
    const testResults = [...vitestReport.testResults, { status: 'failed', assertionResults: [] }]
    expect(countVitest({ ...vitestReport, success: false, testResults })).toMatchObject({ passed: 3, failed: 1 })
  })

  it('of Vitest fails for an error outside of any test', () => {
    expect(countVitest({ ...vitestReport, success: false })).toMatchObject({ passed: 3, failed: 1 })
  })

  it('of Playwright takes tests and what broke outside of them', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 6, failed: 1, skipped: [] })
    expect(countPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toMatchObject({ failed: 2 })
  })

  it('of Playwright says why a test was skipped, at any depth', () => {
    const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 2 }
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      title,
      file: 'tray.spec.ts',
      tests: [{ status, annotations }]
    })
    const suites = [
      {
        specs: [spec('opens', 'expected')],
        suites: [{ specs: [spec('hides', 'skipped', [{ type: 'skip', description: 'no dock here' }])] }]
      },
      { specs: [spec('waits', 'skipped')] }
    ]
    expect(countPlaywright({ stats, errors: [], suites }).skipped).toEqual([
      'tray.spec.ts: hides (no dock here)',
      'tray.spec.ts: waits (no reason given)'
    ])
  })

  it('takes a report once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portside-count-'))
    const path = join(folder, 'unit.json')
    try {
      expect(takeReport(path, countVitest)).toBeNull()
      writeFileSync(path, JSON.stringify(vitestReport))
      expect(takeReport(path, countVitest)).toMatchObject({ passed: 3 })
      expect(takeReport(path, countVitest)).toBeNull()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
