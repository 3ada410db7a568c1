/** The host itself: what it says about parts that it lacks, what it shows to tests, and nothing left behind. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { HostChild, startSharedChromium, type HostProcess, type SharedChromium } from '../../host/client.ts'
import { FIXTURE_APP } from '../../host/fixture-app/fixture.ts'
import { makeProfile, startFixture, type Profile } from './fixture.ts'

const hostFolders = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`portside-host-${pid}-`))

const MISSING_PARTS_APP = join(import.meta.dirname, '../../host/fixture-app/missing-parts.js')

it('names what it lacks', async () => {
  const child = new HostChild({ entry: MISSING_PARTS_APP })
  expect(await child.exited).toBe(0)
  expect(JSON.parse(child.output())).toEqual({
    member: expect.stringContaining('no app.dock') as string,
    set: expect.stringContaining('no app.anything') as string,
    event: expect.stringContaining('no app event "no-such-event"') as string,
    option: expect.stringContaining('no BrowserWindow option kiosk') as string,
    unsafe: expect.stringContaining('no webPreferences.sandbox: false') as string,
    menu: expect.stringContaining('no default menu') as string
  })
}, 60_000)

describe('a running app', () => {
  const profile = makeProfile()
  let host: HostProcess
  let page: HostProcess['page']
  beforeAll(async () => {
    host = await startFixture(profile)
    page = host.page
  }, 60_000)
  afterAll(() => profile.remove())

  it('has its requests to other addresses recorded', async () => {
    await page.evaluate(() => fetch('https://example.com/x').catch(() => null))
    expect((await host.ask('seen')).refused).toContain('https://example.com/x')
  })

  it('has an address within the document before a test acts on what it sees in the page', async () => {
    for (let time = 0; time < 50; time += 1) {
      const place = await page.evaluate((to) => {
        history.pushState(null, '', to)
        return location.hash
      }, `#step-${time}`)
      const [window] = await host.ask('windows')
      expect(new URL(window?.url ?? '').hash).toBe(place)
    }
  })

  it('is told by name which parameter of a right-click is missing', async () => {
    await page.locator('html').click({ button: 'right' })
    await expect.poll(() => host.output()).toContain('no ContextMenuParams.linkURL')
  })

  it('leaves no folder when it quits', async () => {
    expect(await host.quit()).toBe(0)
    expect(hostFolders(host.pid)).toEqual([])
  })
})

describe('the end', () => {
  const profile = makeProfile()
  afterAll(() => profile.remove())

  it('comes when the process that started it ends', async () => {
    const child = new HostChild({ entry: FIXTURE_APP, env: { FIXTURE_PROFILE: profile.folder } })
    await child.window
    child.child.disconnect()
    expect(await child.exited).toBe(0)
  }, 60_000)

  it('leaves no Chromium and no folder when the host is killed', async () => {
    const host = await startFixture(profile)
    const closed = new Promise((done) => host.page.context().browser()?.once('disconnected', done))
    await host.kill()
    await closed
    expect(hostFolders(host.pid)).toEqual([])
  }, 60_000)
})

describe('apps that share a Chromium', () => {
  let chromium: SharedChromium
  const started: [HostProcess, Profile][] = []
  beforeAll(async () => {
    chromium = await startSharedChromium()
  }, 60_000)
  afterEach(async () => {
    for (const [host, profile] of started.splice(0)) {
      await host.kill()
      profile.remove()
    }
  })
  afterAll(() => chromium.close())

  async function start(): Promise<HostProcess> {
    const profile = makeProfile()
    const host = await startFixture(profile, chromium)
    started.push([host, profile])
    return host
  }

  it('see nothing of what another stores, and take their own page along, also when killed', async () => {
    const [one, other] = [await start(), await start()]
    await one.page.evaluate(() => localStorage.setItem('kept', 'by one'))
    expect(await other.page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
    const closed = one.page.waitForEvent('close')
    await one.kill()
    await closed
    expect(await other.page.evaluate(() => window.fixture.same({ b: 2 }))).toEqual({ b: 2 })
    const next = await start()
    expect(await next.page.evaluate(() => localStorage.getItem('kept'))).toBeNull()
  }, 60_000)
})
