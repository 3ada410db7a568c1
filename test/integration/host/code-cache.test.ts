/** The host's code cache, with which `npm run bench` measures launches. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHost } from '../../host/client.ts'
import { startScriptServer } from '../../host/script-server.ts'
import { FIXTURE_APP } from '../../host/fixture-app/fixture.ts'
import { makeProfile } from './fixture.ts'

interface TraceEvent {
  name: string
  args: { fileName?: string; data?: { consumedCacheSize?: number } }
}

describe('a scheme’s scripts', () => {
  const profile = makeProfile()
  let server: Awaited<ReturnType<typeof startScriptServer>>
  beforeAll(async () => {
    server = await startScriptServer(join(profile.folder, 'chromium'))
  })
  afterAll(() => {
    server.stop()
    profile.remove()
  })

  /** @returns what the script says of itself, and the size in bytes of the cached code that it was made from */
  async function launch(version: string): Promise<{ version: string | undefined; cached: number }> {
    const trace = join(profile.folder, 'trace.json')
    const env = { FIXTURE_PROFILE: profile.folder, FIXTURE_VERSION: version }
    const host = await startHost({ entry: FIXTURE_APP, env, trace, codeCache: server })
    await host.page.waitForFunction(() => window.scriptVersion !== undefined)
    const found = await host.page.evaluate(() => window.scriptVersion)
    expect(await host.quit()).toBe(0)
    const events = JSON.parse(readFileSync(trace, 'utf8')) as TraceEvent[]
    const compiled = events.find(
      ({ name, args }) => name === 'v8.compileModule' && args.fileName?.endsWith('/script.js')
    )
    expect(compiled).toBeDefined()
    return { version: found, cached: compiled?.args.data?.consumedCacheSize ?? 0 }
  }

  it('are compiled once for many launches, and anew when they change', async () => {
    // Chromium saves the code in the second launch. If the app quits too early for that, the next one tries again.
    let cached = 0
    for (let launches = 0; cached === 0 && launches < 8; launches += 1) cached = (await launch('one')).cached
    expect(cached).toBeGreaterThan(0)
    // As long as the first: V8 itself compares only the length.
    expect(await launch('two')).toEqual({ version: 'two', cached: 0 })
  }, 120_000)
})
