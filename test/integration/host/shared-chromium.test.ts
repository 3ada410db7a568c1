/** Many apps in one Chromium: each has a context of its own, which goes with it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSharedChromium, type HostProcess, type SharedChromium } from '../../host/client.ts'
import { makeProfile, startFixture, type Profile } from './fixture.ts'

let chromium: SharedChromium
let profiles: Profile[]
let hosts: HostProcess[]

beforeAll(async () => {
  chromium = await startSharedChromium()
}, 60_000)
afterAll(() => chromium.close())

beforeEach(() => {
  profiles = []
  hosts = []
})
afterEach(async () => {
  for (const host of hosts) await host.kill()
  for (const profile of profiles) profile.remove()
})

async function start(): Promise<HostProcess> {
  const profile = makeProfile()
  profiles.push(profile)
  const host = await startFixture(profile, chromium)
  hosts.push(host)
  await host.page.waitForFunction(() => 'fixture' in window)
  return host
}

const closing = (host: HostProcess): Promise<unknown> =>
  host.page.isClosed() ? Promise.resolve() : host.page.waitForEvent('close')

describe('apps that share a Chromium', () => {
  it('run side by side, and see nothing of what the other stores', async () => {
    const [one, other] = [await start(), await start()]
    await one.page.evaluate(() => localStorage.setItem('kept', 'by one'))
    expect(await other.page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
    expect(await one.page.evaluate(() => localStorage.getItem('kept'))).toBe('by one')
    expect(await one.page.evaluate(() => window.fixture.same({ a: 1 }))).toEqual({ a: 1 })
    expect(await other.page.evaluate(() => window.fixture.same({ b: 2 }))).toEqual({ b: 2 })
  }, 60_000)

  it('take their pages and what these stored with them, the others stay', async () => {
    const [quits, stays] = [await start(), await start()]
    await quits.page.evaluate(() => localStorage.setItem('kept', 'yes'))
    const closed = closing(quits)
    expect(await quits.quit()).toBe(0)
    await closed
    expect(await stays.page.evaluate(() => window.fixture.same(1))).toBe(1)
    const later = await start()
    expect(await later.page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
  }, 60_000)

  it('leave nothing behind when they are killed', async () => {
    const killed = await start()
    const closed = closing(killed)
    await killed.kill()
    await closed
    const next = await start()
    expect(await next.page.evaluate(() => window.fixture.same(1))).toBe(1)
  }, 60_000)

  it('end when the Chromium ends', async () => {
    const own = await startSharedChromium()
    const profile = makeProfile()
    profiles.push(profile)
    const host = await startFixture(profile, own)
    hosts.push(host)
    await own.close()
    // 0: the app heard first that its window was closed, and quit.
    expect([0, 1]).toContain(await host.exited)
  }, 60_000)
})
