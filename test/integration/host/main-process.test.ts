/** The stand-in host from main's side: lifecycle, rules about when, what it lacks, what a test can drive. */
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { HostProcess } from '../../host/client.ts'
import { lines, makeProfile, spawnFixture, startFixture, type Profile } from './fixture.ts'

let profile: Profile
let host: HostProcess

const start = async (): Promise<void> => {
  profile = makeProfile()
  host = await startFixture(profile)
  await host.page.waitForFunction(() => window.seenAtStart !== undefined)
}
const invoke = (channel: string, ...args: unknown[]): Promise<unknown> =>
  host.page.evaluate(([name, values]) => window.fixture.invoke(name, ...values), [channel, args] as const)
const happened = (what: string): Promise<void> => vi.waitFor(() => expect(lines(host)).toContain(what), 5000)
const hostFolders = (pid: number): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`portside-host-${pid}-`))

describe('a running app', () => {
  beforeAll(start, 60_000)
  afterAll(async () => {
    await host.quit()
    profile.remove()
  })

  it('came up in Electron’s order', async () => {
    await happened('did-finish-load')
    await happened('ready-to-show')
    expect(lines(host).slice(0, 2)).toEqual(['will-finish-launching', 'ready'])
    expect(await host.ask('windows')).toMatchObject([{ title: 'Portside', visible: true, width: 640, height: 480 }])
  })

  it('was kept from using what needs ready before it', async () => {
    expect(await invoke('early')).toEqual({
      window: expect.stringContaining('before app is ready') as string,
      tray: expect.stringContaining('before app is ready') as string,
      protocol: expect.stringContaining('before app is ready') as string,
      session: expect.stringContaining('before app is ready') as string,
      fetch: expect.stringContaining('before app is ready') as string
    })
  })

  it('is kept from changing after ready what counts before it', async () => {
    expect(await invoke('late')).toEqual({
      scheme: expect.stringContaining('before app is ready') as string,
      sandbox: expect.stringContaining('before app is ready') as string
    })
  })

  it('is told by name what the host lacks', async () => {
    expect(await invoke('missing')).toEqual({
      part: expect.stringContaining('no app.dock') as string,
      whole: expect.stringContaining('no electron.autoUpdater') as string,
      event: expect.stringContaining('no app event "no-such-event"') as string,
      option: expect.stringContaining('no BrowserWindow option kiosk') as string,
      unsafe: expect.stringContaining('no webPreferences.sandbox: false') as string,
      set: expect.stringContaining('no app.anything') as string
    })
  })

  it('shows its tray to a test, and hears clicks', async () => {
    const tray = await host.ask('tray')
    expect(tray?.tooltip).toBe('Fixture & more')
    expect(tray?.items.map(({ label }) => label)).toEqual(['First', 'Off & on', '', 'More'])
    await host.ask('clickTray', 'First')
    await host.ask('clickTray', 'More', 'Deep')
    await host.ask('activateTray')
    for (const what of ['first chosen', 'deep chosen', 'tray clicked']) await happened(what)
    await expect(host.ask('clickTray', 'Off & on')).rejects.toThrow('disabled')
    await expect(host.ask('clickTray', 'Nowhere')).rejects.toThrow('No menu item "Nowhere"')
  })

  it('hears the keys of its menu, unless the page used them', async () => {
    await host.page.keyboard.press(process.platform === 'darwin' ? 'Meta+Shift+N' : 'Control+Shift+N')
    await happened('new chosen')
    const count = lines(host).length
    await host.page.evaluate(() => addEventListener('keydown', (event) => event.preventDefault()))
    await host.page.keyboard.press(process.platform === 'darwin' ? 'Meta+Shift+N' : 'Control+Shift+N')
    // The answer comes back over the same pipe, after whatever the key would have sent.
    await host.page.evaluate(() => new Promise((done) => setTimeout(done)))
    await invoke('echo')
    expect(lines(host)).toHaveLength(count)
  })

  it('hears what the system says', async () => {
    await host.ask('power', 'resume')
    await happened('resumed')
    await expect(host.ask('power', 'lunch')).rejects.toThrow('Not a power event')
  })

  it('is told by a test who is in front of the computer', async () => {
    expect(await invoke('presence')).toEqual({ idle: 0, state: 'active' })
    await host.ask('idle', 90)
    expect(await invoke('presence')).toEqual({ idle: 90, state: 'idle' })
    await host.ask('screenLocked', true)
    expect(await invoke('presence')).toEqual({ idle: 90, state: 'locked' })
  })

  it('has Touch ID on macOS only', async () => {
    await host.ask('touchId', 'recognised')
    if (process.platform !== 'darwin') {
      await expect(invoke('touch-id')).rejects.toThrow('no systemPreferences.canPromptTouchID')
      return
    }
    expect(await invoke('touch-id')).toBe('recognised')
    await host.ask('touchId', 'dismissed')
    expect(await invoke('touch-id')).toBe('dismissed')
  })

  it('makes the pages forget what they stored', async () => {
    const stored = (): Promise<string | null> => host.page.evaluate(() => localStorage.getItem('kept'))
    await host.page.evaluate(() => localStorage.setItem('kept', 'something'))
    expect(await stored()).toBe('something')
    await invoke('forget')
    await vi.waitFor(async () => expect(await stored()).toBeNull())
  })

  it('marks one of the radio items that stand together', async () => {
    await host.ask('clickMenu', 'Pick', 'Two')
    const pick = (await host.ask('menu')).find(({ label }) => label === 'Pick')?.submenu
    expect(pick?.filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['Two', 'Other group'])
  })

  it('opens addresses nowhere but in the record', async () => {
    await invoke('open', 'https://example.com/shown')
    expect((await host.ask('seen')).openedExternally).toEqual(['https://example.com/shown'])
  })

  it('shows its pages the theme, its own before the system’s', async () => {
    const dark = (): Promise<boolean> => host.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
    await host.ask('systemDark', true)
    await vi.waitFor(async () => expect(await dark()).toBe(true))
    expect(await invoke('theme', 'light')).toBe(false)
    await vi.waitFor(async () => expect(await dark()).toBe(false))
    expect(await invoke('theme', 'system')).toBe(true)
    await vi.waitFor(async () => expect(await dark()).toBe(true))
  })

  it('has windows of the size that it says, and no smaller than its least', async () => {
    const size = (): Promise<number[]> => host.page.evaluate(() => [innerWidth, innerHeight])
    await host.ask('resize', 500, 400)
    await vi.waitFor(async () => expect(await size()).toEqual([500, 400]))
    await host.ask('resize', 10, 10)
    await vi.waitFor(async () => expect(await size()).toEqual([300, 200]))
  })

  it('gets a further start handed over', async () => {
    const second = spawnFixture(profile, ['from-the-second'])
    expect(await second.exited).toBe(3)
    await happened(`told: from-the-second in ${process.cwd()}`)
  }, 20_000)

  it('is told of a crashed page, and can load it again', async () => {
    await host.ask('crashPage')
    await happened('gone: crashed')
    await vi.waitFor(() => expect(lines(host).filter((line) => line === 'did-finish-load')).toHaveLength(2), 10_000)
  }, 20_000)
})

describe('the end', () => {
  it('comes in Electron’s order when it quits', async () => {
    await start()
    expect(await host.quit()).toBe(0)
    expect(lines(host).filter((line) => /quit|closed/.test(line))).toEqual(['before-quit', 'will-quit', 'quit'])
    expect(existsSync(`${profile.folder}/host.lock`)).toBe(false)
    expect(hostFolders(host.pid)).toEqual([])
    profile.remove()
  }, 60_000)

  it('comes with the last window', async () => {
    await start()
    await host.ask('closeWindow')
    expect(await host.exited).toBe(0)
    expect(lines(host).filter((line) => /quit|closed/.test(line))).toEqual([
      'window-all-closed',
      'before-quit',
      'will-quit',
      'quit'
    ])
    profile.remove()
  }, 60_000)

  it('leaves no Chromium behind when the host is killed, and lets the next start have the profile', async () => {
    await start()
    const closed = new Promise((done) => host.page.context().browser()?.once('disconnected', done))
    await host.kill()
    await closed
    expect(hostFolders(host.pid)).toEqual([])
    const next = await startFixture(profile)
    expect(await next.quit()).toBe(0)
    profile.remove()
  }, 60_000)

  it('comes when whoever started it goes', async () => {
    profile = makeProfile()
    const child = spawnFixture(profile)
    await child.window
    child.child.disconnect()
    expect(await child.exited).toBe(0)
    profile.remove()
  }, 60_000)
})
