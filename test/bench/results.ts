/** Writes bench/results.json: the table, with machine and versions. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { electronRuntime } from '../../scripts/setup/electron-runtime.mjs'
import type { Row } from './bars.ts'

const FOLDER = join(import.meta.dirname, '../../bench')
const GB = 1024 ** 3

export function writeResults(rows: readonly Row[]): void {
  mkdirSync(FOLDER, { recursive: true })
  const [processor] = cpus()
  const results = {
    date: new Date().toISOString(),
    machine: {
      processor: processor?.model ?? null,
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / GB),
      system: `${type()} ${release()}`
    },
    versions: {
      commit: outputOf('git', ['rev-parse', '--short=12', 'HEAD']),
      node: process.version,
      ...runtimeVersions()
    },
    rows: rows.map((row) => ({ ...row, ours: Number.isFinite(row.ours) ? row.ours : null }))
  }
  writeFileSync(join(FOLDER, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
}

export function runtimeVersions(): { electron: string | null; chromium: string | null } {
  const runtime = electronRuntime()
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const chromium = runtime && outputOf(runtime.program, ['-p', 'process.versions.chrome'], env)
  return { electron: runtime?.version ?? null, chromium }
}

/** null: it can't be asked, as outside of a Git checkout. */
function outputOf(program: string, args: string[], env = process.env): string | null {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env }).trim()
  } catch {
    return null
  }
}
