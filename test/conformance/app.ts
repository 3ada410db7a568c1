/** Starts small apps on the runtime of the end-to-end specs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Driven } from '../e2e/app/app.ts'
import { launchInElectron } from '../e2e/app/electron-driver.ts'
import { FIXTURE_APP, PRELOAD } from '../host/fixture-app/fixture.ts'
import { SEAM_APP } from './files.ts'
import type { Calls, Outcome } from './seam-app.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
})

export interface FixtureProcess extends Driven {
  /** What the app and its runtime wrote so far. */
  lines(): string[]
}

export interface Seam {
  call<K extends keyof Calls>(name: K, ...args: Parameters<Calls[K]>): Promise<Outcome<Awaited<ReturnType<Calls[K]>>>>
  stop(): Promise<void>
}

async function launch(entry: string, args: string[], env: NodeJS.ProcessEnv): Promise<Driven> {
  const profileDir = mkdtempSync(join(tmpdir(), 'portside-conformance-'))
  folders.push(profileDir)
  return launchInElectron({ profileDir, entry, args, env: { FIXTURE_PROFILE: profileDir, ...env } })
}

/** @param env FIXTURE_LEAVES=1: the app lets a page unload that objects */
export async function startFixtureApp(env: NodeJS.ProcessEnv = {}): Promise<FixtureProcess> {
  const driven = await launch(FIXTURE_APP, [], env)
  await driven.page.waitForFunction(() => window.seenAtStart !== undefined)
  return { ...driven, lines: () => driven.output().split(/\r?\n/) }
}

/** @param args Chromium's switches */
export async function startSeam(args: string[]): Promise<Seam> {
  const driven = await launch(SEAM_APP, args, { FIXTURE_PRELOAD: PRELOAD })
  await driven.page.waitForFunction(() => 'fixture' in window && document.title === 'Seam')
  return {
    call: (name, ...given) =>
      driven.page.evaluate(([channel, values]) => window.fixture.invoke(channel, ...values), [
        name,
        given
      ] as const) as never,
    async stop() {
      await driven.quit()
    }
  }
}
