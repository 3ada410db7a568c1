/** What end-to-end specs trust the stand-in host with: Electron's order and rules, its bridge, and nothing left behind. */
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { HostChild, startSharedChromium, type HostProcess, type SharedChromium } from '../../host/client.ts'
import { FIXTURE_APP, makeProfile, startFixture, type Profile } from './fixture.ts'

const lines = (host: { output(): string }): string[] => host.output().split('\n')
const ending = (host: HostProcess): string[] => lines(host).filter((line) => /quit|closed/.test(line))

describe('a running app', () => {
  const profile = makeProfile()
  let host: HostProcess
  let page: HostProcess['page']
  beforeAll(async () => {
    host = await startFixture(profile)
    page = host.page
  }, 60_000)
  afterAll(async () => {
    await host.quit()
    profile.remove()
  })

  it('is refused what Electron refuses, and by name what the host lacks', async () => {
    const early = expect.stringContaining('before app is ready') as string
    expect(await page.evaluate(() => window.fixture.invoke('refusals'))).toEqual({
      ...{ earlyWindow: early, earlyTray: early, earlyProtocol: early, earlySession: early },
      ...{ lateScheme: early, lateSandbox: early },
      member: expect.stringContaining('no app.dock') as string,
      set: expect.stringContaining('no app.anything') as string,
      event: expect.stringContaining('no app event "no-such-event"') as string,
      option: expect.stringContaining('no BrowserWindow option kiosk') as string,
      unsafe: expect.stringContaining('no webPreferences.sandbox: false') as string,
      menu: expect.stringContaining('no default menu') as string
    })
  })

  it('has a bridge before the page’s scripts: frozen, without prototypes, functions called across', async () => {
    const found = await page.evaluate(async () => {
      const { fixture } = window
      const [thing = {}] = fixture.nested.list
      const listened = fixture.call(() => () => 'inner') as () => string
      const thrown = ((): unknown => {
        try {
          return fixture.fail()
        } catch (error) {
          return [(error as Error).message, Object.keys(error as object)]
        }
      })()
      const copied = fixture.same({ at: new Map([[1, new Date(5)]]) }) as { at: Map<number, Date> }
      return {
        seenAtStart: window.seenAtStart,
        frozen: [fixture, fixture.nested, fixture.nested.list, thing].every((value) => Object.isFrozen(value)),
        thing: ['own' in thing, 'lost' in thing],
        called: [fixture.call((a, b) => Number(a) + Number(b), 2, 3), listened(), copied.at.get(1)?.getTime()],
        thrown
      }
    })
    expect(found).toEqual({
      seenAtStart: 'object',
      frozen: true,
      thing: [true, false],
      called: [5, 'inner', 5],
      thrown: ['as said', []]
    })
  })

  it('passes nothing across that Electron would not', async () => {
    const said = await page.evaluate(async () => {
      const over = (value: unknown): unknown => {
        try {
          return window.fixture.same(value)
        } catch (error) {
          return (error as Error).message
        }
      }
      const asked = (channel: string, ...args: unknown[]) =>
        window.fixture.invoke(channel, ...args).catch((error: Error) => [error.message, Object.keys(error)])
      return {
        bridge: [Symbol('s'), document.body, new Proxy({ deep: [1] }, {})].map(over),
        message: [await asked('echo', () => 1), await asked('throws')]
      }
    })
    const refusal = 'An object could not be cloned.'
    expect(said).toEqual({
      bridge: [refusal, refusal, refusal],
      message: [
        [refusal, []],
        ["Error invoking remote method 'throws': TypeError: out of order", []]
      ]
    })
  })

  it('hears pushes until it stops listening', async () => {
    const heard = await page.evaluate(async () => {
      const got: unknown[] = []
      const stop = window.fixture.on('pushed', (...args) => got.push(args))
      await window.fixture.invoke('push', 'one', { two: 2 })
      await window.fixture.invoke('echo')
      stop()
      await window.fixture.invoke('push', 'unheard')
      await window.fixture.invoke('echo')
      return got
    })
    expect(heard).toEqual([['one', { two: 2 }]])
  })

  it('answers its own page’s requests; all others fail and are recorded', async () => {
    const echoed = await page.evaluate(async () => (await fetch('/echo', { method: 'POST', body: 'hello' })).json())
    expect(echoed).toEqual({ method: 'POST', origin: 'app://fixture' })
    const outcome = await page.evaluate(() => fetch('https://example.com/x').catch((error: Error) => error.message))
    expect(outcome).toBe('Failed to fetch')
    expect((await host.ask('seen')).refused).toContain('https://example.com/x')
  })

  it('knows an address within the document before a test acts on what it sees in the page', async () => {
    for (let time = 0; time < 50; time += 1) {
      const place = await page.evaluate((to) => {
        history.pushState(null, '', to)
        return location.hash
      }, `#step-${time}`)
      const [window] = await host.ask('windows')
      expect(new URL(window?.url ?? '').hash).toBe(place)
    }
  })

  it('tells main of a right-click that the page leaves unused, and edits the page for main', async () => {
    await page.evaluate(() => {
      document.body.innerHTML =
        '<input id="field" value="abc"><input id="secret" type="password" value="x"><p id="own">own</p>'
      document.getElementById('own')?.addEventListener('contextmenu', (event) => event.preventDefault())
    })
    const menus = (): object[] =>
      lines(host).flatMap((line) => (line.startsWith('context-menu ') ? [JSON.parse(line.slice(13)) as object] : []))
    const choose = async (label: string): Promise<void> => {
      await expect.poll(() => host.ask('contextMenu')).not.toBeNull()
      await host.ask('clickContextMenu', label)
    }
    const rightClick = (id: string): Promise<void> => page.locator(`#${id}`).click({ button: 'right' })
    const value = (): Promise<string> => page.locator('#field').inputValue()

    await rightClick('own')
    await rightClick('field')
    await choose('Select all')
    await expect.poll(() => page.evaluate(() => document.getSelection()?.toString())).toBe('abc')
    await rightClick('field')
    await choose('Cut')
    await expect.poll(value).toBe('')
    await rightClick('field')
    await choose('Paste')
    await expect.poll(value).toBe('abc')
    await page.locator('#secret').selectText()
    await rightClick('secret')
    await expect.poll(() => menus().length).toBe(4)

    const inField = { isEditable: true, canPaste: true, canSelectAll: true }
    const inEmptyField = { ...inField, canSelectAll: false }
    expect(menus()).toEqual([
      { ...inField, selectionText: '', canCut: false, canCopy: false },
      { ...inField, selectionText: 'abc', canCut: true, canCopy: true },
      { ...inEmptyField, selectionText: '', canCut: false, canCopy: false },
      expect.objectContaining({ ...inField, canCut: false, canCopy: false })
    ])
    expect(lines(host).find((line) => line.startsWith('more '))).toContain('no ContextMenuParams.linkURL')
  })

  it('is asked about leaving and about new windows, and can refuse both', async () => {
    const before = await page.evaluate(() => location.href)
    await page.evaluate(() => (location.href = 'https://example.com/away'))
    await expect.poll(() => lines(host)).toContain('will-navigate https://example.com/away')
    await page.evaluate(() => (document.body.innerHTML = '<a href="https://example.com/new" target="_blank">new</a>'))
    await page.getByText('new', { exact: true }).click()
    await expect.poll(() => lines(host)).toContain('open https://example.com/new')
    await expect.poll(() => page.context().pages()).toHaveLength(1)
    expect(await page.evaluate(() => location.href)).toBe(before)
  })
})

describe('the end', () => {
  let profile: Profile
  const hostFolders = (pid: number): string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`portside-host-${pid}-`))
  beforeAll(() => {
    profile = makeProfile()
  })
  afterAll(() => profile.remove())

  it('comes in Electron’s order, by quitting and with the last window', async () => {
    const quits = await startFixture(profile)
    expect(await quits.quit()).toBe(0)
    expect(ending(quits)).toEqual(['before-quit', 'will-quit', 'quit'])
    expect(hostFolders(quits.pid)).toEqual([])
    const closes = await startFixture(profile)
    await closes.ask('closeWindow')
    expect(await closes.exited).toBe(0)
    expect(ending(closes)).toEqual(['window-all-closed', 'before-quit', 'will-quit', 'quit'])
  }, 60_000)

  /** Its page objects to being closed, which Chromium allows after a click only. Whoever drives it leaves the dialog alone. */
  async function startObjecting(env: NodeJS.ProcessEnv): Promise<HostProcess> {
    const host = await startFixture(profile, null, env)
    host.page.on('dialog', () => undefined)
    await host.page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
    await host.page.locator('html').click()
    return host
  }

  it('is prevented by a page that objects, unless the app prevents that', async () => {
    const stays = await startObjecting({})
    await stays.ask('quit')
    await vi.waitFor(() => expect(stays.output()).toContain('will-prevent-unload'))
    expect(await stays.ask('windows')).toHaveLength(1)
    expect(ending(stays)).toEqual(['before-quit'])
    await stays.kill()
    const leaves = await startObjecting({ FIXTURE_LEAVES: '1' })
    expect(await leaves.quit()).toBe(0)
    expect(leaves.output()).toContain('will-prevent-unload')
    expect(ending(leaves)).toEqual(['before-quit', 'will-quit', 'quit'])
  }, 60_000)

  it('comes when the process that started it goes', async () => {
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
