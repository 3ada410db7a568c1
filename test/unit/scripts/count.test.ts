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
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }]
}

describe('the count', () => {
  it('says skipped only when something was', () => {
    expect(summary({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed')
    expect(summary({ passed: 2, failed: 1, skipped: 4 })).toBe('2 passed, 1 failed, 4 skipped')
  })

  it('adds up', () => {
    expect(add(add(none, { passed: 1, failed: 2, skipped: 3 }), { passed: 1, failed: 1, skipped: 1 })).toEqual({
      passed: 2,
      failed: 3,
      skipped: 4
    })
  })

  it('of Vitest takes tests from its report', () => {
    expect(countVitest(vitestReport)).toEqual({ passed: 3, failed: 0, skipped: 2 })
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
    expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 6, failed: 1, skipped: 2 })
    expect(countPlaywright({ stats, errors: [{ message: 'no tests found' }] })).toMatchObject({ failed: 2 })
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
