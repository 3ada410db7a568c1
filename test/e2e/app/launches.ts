/** Counts how often a run of the specs starts the app, in a window or a terminal: launches are what a run spends most time on. */
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Set in the process that starts the workers: a file with one byte for each launch. */
const FILE = 'PORTSIDE_E2E_LAUNCHES'

/** @returns ends the count, and gives it */
export function startCounting(): () => number {
  const folder = mkdtempSync(join(tmpdir(), 'portside-launches-'))
  const file = join(folder, 'launches')
  appendFileSync(file, '')
  process.env[FILE] = file
  return () => {
    const { size } = statSync(file)
    rmSync(folder, { recursive: true })
    return size
  }
}

export function countLaunch(): void {
  const file = process.env[FILE]
  if (file !== undefined) appendFileSync(file, '.')
}
