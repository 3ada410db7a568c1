/** Where the conformance tests keep their table, and what their processes leave for each other. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CACHE, NODE_MODULES, RESULTS } from '../../scripts/setup/paths.mjs'
import { chooseRuntime } from '../e2e/app/runtime.ts'
import type { Given, Row, Run } from './outcomes.ts'

export const OUTCOMES = join(import.meta.dirname, 'outcomes.json')
/** A line for each answer of this run, and for each area that is complete. Appended to by several processes. */
export const ANSWERS = join(RESULTS, 'conformance-answers.jsonl')
/** The table with Electron's answers of this run. */
export const ELECTRON_OUTCOMES = join(RESULTS, 'conformance-outcomes.json')
/** Made by set-up.ts. */
export const SEAM_APP = join(CACHE, 'conformance', 'seam-app.mjs')

/** `npm run conformance -- --record` */
export const isRecording = process.env['PORTSIDE_CONFORMANCE'] === 'record'

export type Line = Given | { complete: string }

export const readRows = (): Row[] => (existsSync(OUTCOMES) ? (JSON.parse(readFileSync(OUTCOMES, 'utf8')) as Row[]) : [])

export function currentRun(): Run {
  if (chooseRuntime().runtime === 'host') return { where: null }
  const path = join(NODE_MODULES, 'electron', 'package.json')
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  return { where: `${version} ${process.platform}-${process.arch}` }
}
