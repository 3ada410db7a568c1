/**
 * The measuring half of `npm run trace`: writes one launch with 10,000 saved products to portside-trace.json, for Perfetto or
 * chrome://tracing. Chromium's trace has the page; Node's CPU profiles have main and its worker threads.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { startHost } from '../host/client.ts'
import { startScriptServer } from '../host/script-server.ts'
import { MARK_FIRST_DATA, OVERVIEW_SHOWN, WARM } from './launch.ts'
import { mergeTrace, type CpuProfile, type ProfiledThread, type TraceEvent } from './merge-trace.ts'
import { seedProfile } from './seed.ts'

const OUTPUT = 'portside-trace.json'
const PRODUCTS = 10_000
/** What the app does after its first view, ms. */
const AFTERWARDS_MS = 2000

const folder = mkdtempSync(join(tmpdir(), 'portside-trace-'))
const scripts = await startScriptServer(join(folder, 'chromium'))
try {
  const profile = join(folder, 'profile')
  await seedProfile(profile, PRODUCTS)
  for (let run = 0; run < WARM; run += 1) await launch(profile, join(folder, `warm-${run}`))
  await launch(profile, join(folder, 'traced'))
  const traced = join(folder, 'traced')
  const chromium = JSON.parse(readFileSync(join(traced, 'chromium.json'), 'utf8')) as TraceEvent[]
  writeFileSync(OUTPUT, JSON.stringify(mergeTrace(chromium, profilesIn(traced))))
  process.stdout.write(`${OUTPUT}: open it in Perfetto or chrome://tracing (docs/performance-measuring.md).\n`)
} finally {
  scripts.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function launch(profile: string, into: string): Promise<void> {
  mkdirSync(into)
  const NODE_OPTIONS = `--cpu-prof --cpu-prof-interval=200 --cpu-prof-dir=${into}`
  const host = await startHost({
    env: { ...process.env, PORTSIDE_PROFILE_DIR: profile, NODE_OPTIONS },
    pageScript: MARK_FIRST_DATA,
    codeCache: scripts,
    trace: join(into, 'chromium.json')
  })
  await host.page.waitForSelector(OVERVIEW_SHOWN)
  await later(AFTERWARDS_MS)
  await host.quit()
}

/** `CPU.<date>.<time>.<process>.<thread>.<number>.cpuprofile`; thread 0 is the main one. */
function profilesIn(into: string): ProfiledThread[] {
  return readdirSync(into).flatMap((name) => {
    const [, pid, thread] = /^CPU\.\d+\.\d+\.(\d+)\.(\d+)\.\d+\.cpuprofile$/.exec(name) ?? []
    if (pid === undefined) return []
    const profile = JSON.parse(readFileSync(join(into, name), 'utf8')) as CpuProfile
    return [
      {
        pid: Number(pid),
        tid: Number(pid) + Number(thread),
        name: thread === '0' ? 'main' : `worker ${thread}`,
        profile
      }
    ]
  })
}
