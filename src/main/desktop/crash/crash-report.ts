import { release } from 'node:os'
import { app } from 'electron'
import { describeError } from '../../../shared/models/error-description.ts'
import type { ProcessEnd } from './recent-ends.ts'

/** A page that is reopened again and again could crash any number of times within a minute. */
const MOST_LINES = 10

export const endLines = (process: 'page' | 'graphics', ends: readonly ProcessEnd[]): string[] =>
  ends
    .slice(-MOST_LINES)
    .map(({ date, reason, exitCode }) => `${date.toISOString()} ${process} process: ${reason}, exit code ${exitCode}`)

/** Its type and frames. Its message may quote data. */
export const errorLines = (error: unknown): string[] => [describeError(error)]

/** What the details of a dialog show and copy, for whoever helps: not translated. */
export function crashReport(lines: readonly string[]): string {
  const { electron, chrome, node } = process.versions
  return [
    ...lines,
    '',
    `Portside ${app.getVersion()}`,
    `Electron ${electron}, Chromium ${chrome}, Node.js ${node}`,
    `${process.platform} ${release()}, ${process.arch}`
  ].join('\n')
}
