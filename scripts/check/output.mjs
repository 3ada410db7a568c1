const SLOWEST = 10

/** One line for a step that ended, and its whole output when it failed. */
export function stepLines({ step, count, passed, seconds, output }) {
  const details = []
  if (step.report !== undefined) details.push(`${count.passed} passed`)
  if (step.report !== undefined && count.failed > 0) details.push(`${count.failed} failed`)
  if (passed && step.note !== undefined) details.push(step.note(output))
  const line = [
    step.name.padEnd(12),
    (passed ? 'ok' : 'FAILED').padEnd(6),
    `${seconds.toFixed(1)} s`.padStart(8),
    ...(details.length > 0 ? [` ${details.join(', ')}`] : [])
  ].join(' ')
  return passed ? `${line}\n` : `${line}\n\n${output.trimEnd()}\n\n`
}

/** The end of a run: slowest tests, skipped tests, and the same plain last line whatever happened. */
export function summary({ passed, failed, skipped, tests }) {
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST)
  return [
    ...(slowest.length > 0 ? ['Slowest tests:', ...slowest.map(slowLine)] : []),
    ...(skipped.length > 0 ? [`${skipped.length} skipped:`, ...skipped.map((line) => `  ${line}`)] : []),
    `${passed} passed, ${failed} failed`
  ].join('\n')
}

const slowLine = ({ file, title, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}: ${title}`
