import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost, type HostProcess, type SharedChromium } from '../../host/client.ts'

export const FIXTURE_APP = join(import.meta.dirname, '../../host/fixture-app/main.js')

export interface Profile {
  folder: string
  remove(): void
}

export function makeProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'portside-fixture-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function startFixture(
  { folder }: Profile,
  sharedChromium: SharedChromium | null = null,
  env: NodeJS.ProcessEnv = {}
) {
  const host: HostProcess = await startHost({
    entry: FIXTURE_APP,
    env: { FIXTURE_PROFILE: folder, ...env },
    sharedChromium
  })
  await host.page.waitForFunction(() => window.seenAtStart !== undefined)
  return host
}

/** What the fixture's preload exposes. */
export interface Fixture {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  on(channel: string, listener: (...args: unknown[]) => void): () => void
  nested: { list: object[] }
  same(value: unknown): unknown
  call(run: (...args: unknown[]) => unknown, ...args: unknown[]): unknown
  fail(): never
}

declare global {
  interface Window {
    fixture: Fixture
    seenAtStart?: string
    scriptVersion?: string
  }
}
