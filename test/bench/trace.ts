/**
 * The measuring half of `npm run trace`: writes one launch with 10,000 saved products to portside-trace.json. V8 samples the JavaScript of
 * page and main for Chromium's own trace.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { startDesktop } from '../support/desktop.ts'
import { startApp } from './electron.ts'
import { WARM } from './launch.ts'
import { seedProfile } from './seed.ts'

const OUTPUT = 'portside-trace.json'
const PRODUCTS = 10_000
/** What the app does after its first view, ms. */
const AFTERWARDS_MS = 2000
const CATEGORIES = [
  'devtools.timeline',
  'blink.user_timing',
  'loading',
  'ipc',
  'v8',
  'disabled-by-default-v8.cpu_profiler'
]
const TRACE = [
  `--trace-startup=${CATEGORIES.join(',')}`,
  `--trace-startup-file=${resolve(OUTPUT)}`,
  '--trace-startup-format=json',
  // Until the app quits.
  '--trace-startup-duration=0'
]

const folder = mkdtempSync(join(tmpdir(), 'portside-trace-'))
const desktop = await startDesktop()
Object.assign(process.env, desktop.env)
try {
  await seedProfile(folder, PRODUCTS)
  for (let run = 0; run <= WARM; run += 1) {
    const app = startApp({ profileDir: folder, switches: run === WARM ? TRACE : [] })
    await app.launch.finally(() => later(AFTERWARDS_MS)).finally(() => app.quit())
  }
  process.stdout.write(`${OUTPUT}: open it in Chrome’s DevTools (Performance) or Perfetto (docs/testing.md).\n`)
} finally {
  await desktop.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
