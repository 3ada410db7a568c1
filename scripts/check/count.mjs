import { existsSync, readFileSync, rmSync } from 'node:fs'

/** What ran: how many passed and failed, and a line for each test that was skipped. */
export const none = { passed: 0, failed: 0, skipped: [] }

export const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: [...one.skipped, ...other.skipped]
})

/** The plain last line, the same whatever happened; what was skipped has lines of its own before it. */
export const summary = ({ passed, failed, skipped }) =>
  [
    ...(skipped.length > 0 ? [`${skipped.length} skipped:`, ...skipped.map((line) => `  ${line}`)] : []),
    `${passed} passed, ${failed} failed`
  ].join('\n')

/**
 * Counts of a Vitest JSON report. A file that can't even be loaded holds no failed test: it counts as one, and so does
 * an error outside of any test, for which the report only says that the run was no success. The report does not tell
 * why a test was skipped.
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')
  ).length
  const failed = report.numFailedTests + broken
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && report.success === false ? 1 : failed,
    skipped: report.testResults
      .flatMap((file) => file.assertionResults)
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName, status }) => `${fullName} (${status})`)
  }
}

/**
 * Counts of a Playwright Test JSON report. `errors` are those outside of any test.
 * @param {{stats: Record<string, number>, errors: object[], suites?: object[]}} report
 */
export const countPlaywright = ({ stats, errors, suites = [] }) => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
  skipped: suites.flatMap(skippedIn)
})

/** A skipped test's annotation tells why, when its spec does. */
const skippedIn = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations = [] }) => {
        const why = annotations.find(({ type }) => ['skip', 'fixme'].includes(type))?.description
        return `${file}: ${title} (${why ?? 'no reason given'})`
      })
  ),
  ...suites.flatMap(skippedIn)
]

/** Counts the report at `path` and removes it, so that the next run can't count it again; null when there is none. */
export function takeReport(path, count) {
  if (!existsSync(path)) return null
  const report = JSON.parse(readFileSync(path, 'utf8'))
  rmSync(path)
  return count(report)
}
