import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/**
 * What ran: how many tests passed and failed, a line for each skipped test, and how long each one took.
 * @typedef {{ passed: number, failed: number, skipped: string[], tests: { file: string, title: string, ms: number }[] }} Count
 */

/** @type {Count} */
export const none = { passed: 0, failed: 0, skipped: [], tests: [] }

/**
 * @param {Count} one
 * @param {Count} other
 * @returns {Count}
 */
export const add = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: [...one.skipped, ...other.skipped],
  tests: [...one.tests, ...other.tests]
})

const pathOf = (file) => relative(ROOT, file).replaceAll('\\', '/')

/**
 * Counts of a Vitest JSON report. A file that can't be loaded holds no failed test and counts as one error. The report
 * doesn't tell why a test was skipped.
 * @returns {Count}
 */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')
  ).length
  const failed = report.numFailedTests + broken
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration = 0 }) => ({
      file: pathOf(name),
      title: fullName,
      status,
      ms: duration
    }))
  )
  const ran = ({ status }) => ['passed', 'failed'].includes(status)
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && report.success === false ? 1 : failed,
    skipped: tests.filter((test) => !ran(test)).map(({ file, title, status }) => `${file}: ${title} (${status})`),
    tests: tests.filter(ran).map(({ file, title, ms }) => ({ file, title, ms }))
  }
}

/**
 * Counts of a Playwright Test JSON report. `errors` are those outside of any test.
 * @param {{ config: { rootDir: string }, stats: Record<string, number>, errors: object[], suites?: object[] }} report
 * @returns {Count}
 */
export function countPlaywright({ config, stats, errors, suites = [] }) {
  const tests = suites.flatMap((suite) => testsIn(suite, config.rootDir))
  const isSkipped = ({ status }) => status === 'skipped'
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: tests.filter(isSkipped).map(({ file, title, reason }) => `${file}: ${title} (${reason})`),
    tests: tests.filter((test) => !isSkipped(test)).map(({ file, title, ms }) => ({ file, title, ms }))
  }
}

/** The top suite is the file; those below it are `describe` blocks. A skipped test's annotation tells why. */
const testsIn = ({ suites = [], specs = [] }, rootDir) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, annotations = [], results = [] }) => ({
      file: pathOf(join(rootDir, file)),
      title,
      status,
      reason: annotations.find(({ type }) => ['skip', 'fixme'].includes(type))?.description ?? 'no reason given',
      ms: results.reduce((total, { duration }) => total + duration, 0)
    }))
  ),
  ...suites.flatMap((suite) => testsIn(suite, rootDir))
]

/** Counts the report at `path` and removes it, so that the next run can't count it again; null when there is none. */
export function takeReport(path, count) {
  if (!existsSync(path)) return null
  const report = JSON.parse(readFileSync(path, 'utf8'))
  rmSync(path)
  return count(report)
}
