import { existsSync, readFileSync, rmSync } from 'node:fs'

export const none = { passed: 0, failed: 0, skipped: 0 }

export const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped
})

/** The plain last line. */
export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/**
 * Counts of a Vitest JSON report. A file that can't even be loaded holds no failed test: it counts as one, and so does
 * an error outside of any test, for which the report only says that the run was no success.
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && report.success === false ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests
  }
}

/** Counts of a Playwright Test JSON report. `errors` are those outside of any test. */
export const countPlaywright = ({ stats, errors }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: stats.skipped
})

/** Counts the report at `path` and removes it, so that the next run can't count it again; null when there is none. */
export function takeReport(path, count) {
  if (!existsSync(path)) return null
  const report = JSON.parse(readFileSync(path, 'utf8'))
  rmSync(path)
  return count(report)
}
