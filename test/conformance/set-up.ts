/** Before the conformance tests: bundles their app. After them: records the answers and counts them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { build } from 'vite'
import {
  ANSWERS,
  currentRun,
  ELECTRON_OUTCOMES,
  isRecording,
  OUTCOMES,
  readRows,
  SEAM_APP,
  type Line
} from './files.ts'
import { tally, toText, withAnswers, type Given } from './outcomes.ts'

export default async function setUp(): Promise<() => void> {
  mkdirSync(dirname(ANSWERS), { recursive: true })
  writeFileSync(ANSWERS, '')
  await bundleSeamApp()
  return finish
}

/** Electron's Node may lack the reader of TypeScript that the host has. The same file runs on both. */
async function bundleSeamApp(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(import.meta.dirname, 'seam-app.ts'),
      outDir: dirname(SEAM_APP),
      target: 'node24',
      rolldownOptions: { external: ['electron'], output: { entryFileNames: basename(SEAM_APP) } }
    }
  })
}

function finish(): void {
  const lines = readFileSync(ANSWERS, 'utf8').split('\n').filter(Boolean)
  const told = lines.map((line) => JSON.parse(line) as Line)
  const given = told.filter((line): line is Given => 'id' in line)
  if (given.length === 0) return
  const complete = new Set(told.flatMap((line) => ('complete' in line ? [line.complete] : [])))
  const run = currentRun()
  const before = readRows()
  const recorded = toText(withAnswers(before, given, run, complete))
  if (run.where !== null) writeFileSync(ELECTRON_OUTCOMES, recorded)
  if (isRecording) writeFileSync(OUTCOMES, recorded)
  process.stdout.write(`conformance: ${tally(before, given, run)}\n`)
}
