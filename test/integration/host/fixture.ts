import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHost, type HostProcess, type SharedChromium } from '../../host/client.ts'
import { FIXTURE_APP } from '../../host/fixture-app/fixture.ts'

export interface Profile {
  folder: string
  remove(): void
}

export function makeProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'portside-fixture-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function startFixture({ folder }: Profile, sharedChromium: SharedChromium | null = null) {
  const host: HostProcess = await startHost({
    entry: FIXTURE_APP,
    env: { FIXTURE_PROFILE: folder },
    sharedChromium
  })
  await host.page.waitForFunction(() => window.seenAtStart !== undefined)
  return host
}
