/** Counts the tests in the JSON reports of Vitest and Playwright, and writes the lines that the check prints. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

const SLOWEST = 10

/**
 * `skipped` has a line for each skipped test, `tests` how long each other one took.
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

/** @returns {Count} of tests with a `reason`, which were skipped, and tests without one, which ran */
const countOf = (passed, failed, tests) => ({
  passed,
  failed,
  skipped: tests.filter(({ reason }) => reason).map(({ file, title, reason }) => `${file}: ${title} (${reason})`),
  tests: tests.filter(({ reason }) => !reason).map(({ file, title, ms }) => ({ file, title, ms }))
})

const pathOf = (file) => relative(ROOT, file).replaceAll('\\', '/')

/**
 * A file that can't be loaded holds no failed test and counts as one error. The report doesn't tell why a test was skipped.
 * @returns {Count}
 */
export function countVitest(report) {
  const { success, numPassedTests, numFailedTests, testResults } = report
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
  )
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration = 0 }) => {
      const reason = ['passed', 'failed'].includes(status) ? null : status
      return { file: pathOf(name), title: fullName, ms: duration, reason }
    })
  )
  const failed = numFailedTests + broken.length
  return countOf(numPassedTests, failed === 0 && success === false ? 1 : failed, tests)
}

/**
 * `errors` are those outside of any test.
 * @param {{ config: { rootDir: string }, stats: Record<string, number>, errors: object[], suites?: object[] }} report
 * @returns {Count}
 */
export const countPlaywright = ({ config, stats, errors, suites = [] }) =>
  countOf(
    stats.expected + stats.flaky,
    stats.unexpected + errors.length,
    suites.flatMap((suite) => testsIn(suite, config.rootDir))
  )

/** The top suite is the file; those below it are `describe` blocks. A skipped test's annotation tells why. */
const testsIn = ({ suites = [], specs = [] }, rootDir) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, annotations = [], results = [] }) => {
      const skip = annotations.find(({ type }) => ['skip', 'fixme'].includes(type))
      const reason = status === 'skipped' ? (skip?.description ?? 'no reason given') : null
      const ms = results.reduce((total, { duration }) => total + duration, 0)
      return { file: pathOf(join(rootDir, file)), title, ms, reason }
    })
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

/** One line for a step that ended, and its whole output when it failed. */
export function stepLines({ step, count, passed, seconds, output }) {
  const details = []
  if (step.report !== undefined) details.push(`${count.passed} passed`)
  if (step.report !== undefined && count.failed > 0) details.push(`${count.failed} failed`)
  if (passed && step.note !== undefined) details.push(step.note(output))
  const result = (passed ? 'ok' : 'FAILED').padEnd(6)
  const line = `${step.name.padEnd(12)} ${result} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${details.join(', ')}`
  return `${line.trimEnd()}\n${passed ? '' : `\n${output.trimEnd()}\n\n`}`
}

/** The end of a run: slowest tests, skipped tests, and the same plain last line whatever happened. */
export function summary({ passed, failed, skipped, tests }) {
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  const slowLines = slowest.map(({ file, title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}: ${title}`)
  return [
    ...(slowest.length > 0 ? ['Slowest tests:', ...slowLines] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped:`, ...skipped.map((line) => `  ${line}`)] : []),
    `${passed} passed, ${failed} failed`
  ].join('\n')
}
