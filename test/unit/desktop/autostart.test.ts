import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  autostartFolder,
  createAutostart,
  createAutostartEntry,
  entryText,
  isOn,
  programPath
} from '../../../src/main/desktop/autostart.ts'

interface LoginItems {
  isPackaged: boolean
  items: object
  asked: unknown
}
const electron = vi.hoisted((): LoginItems => ({ isPackaged: true, items: {}, asked: null }))
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.isPackaged
    },
    getName: () => 'Portside',
    getLoginItemSettings: (item: unknown) => {
      electron.asked = item
      return electron.items
    },
    setLoginItemSettings: (item: object) => void (electron.items = { ...item, executableWillLaunchAtLogin: false })
  }
}))

const COMMAND = ['/opt/Portside/portside', '--hidden']

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portside-autostart-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe('the file', () => {
  test('contains the program’s absolute path', () => {
    expect(entryText('Portside', COMMAND)).toBe(
      [
        '[Desktop Entry]',
        'Type=Application',
        'Name=Portside',
        'Exec="/opt/Portside/portside" "--hidden"',
        'Terminal=false',
        'X-GNOME-Autostart-enabled=true',
        ''
      ].join('\n')
    )
  })

  // The examples of the specification: a dollar sign is written \\$, a backslash \\\\ ("The Exec key").
  test.each([
    ['/home/Ada Lovelace/Portside-1.0.AppImage', String.raw`"/home/Ada Lovelace/Portside-1.0.AppImage"`],
    ['/opt/100%/portside', String.raw`"/opt/100%%/portside"`],
    ['/opt/$HOME/portside', String.raw`"/opt/\\$HOME/portside"`],
    ['/opt/a"b/portside', String.raw`"/opt/a\\"b/portside"`],
    ['/opt/a`b/portside', '"/opt/a\\\\`b/portside"'],
    [String.raw`/opt/a\b/portside`, String.raw`"/opt/a\\\\b/portside"`],
    ['/opt/a\nExec=rm/portside', String.raw`"/opt/a\nExec=rm/portside"`]
  ])('of a program at %j', (program, exec) => {
    const lines = entryText('Portside', [program]).split('\n')
    expect(lines.filter((line) => line.startsWith('Exec='))).toEqual([`Exec=${exec}`])
    expect(isOn(lines.join('\n'), [program])).toBe(true)
  })

  test.each<[string, (text: string) => string, boolean]>([
    ['as it was written', (text) => text, true],
    ['with lines of Windows', (text) => text.replaceAll('\n', '\r\n'), true],
    ['with a remark and a key more', (text) => `# kept\n${text}OnlyShowIn=GNOME;\n`, true],
    ['empty', () => '', false],
    ['switched off', (text) => `${text}Hidden=true\n`, false],
    ['switched off by GNOME', (text) => text.replace('enabled=true', 'enabled=false'), false],
    ['switched off in another group', (text) => `${text}[Desktop Action x]\nHidden=true\n`, true],
    ['of another program', (text) => text.replace('/opt/Portside', '/home/ada/old'), false]
  ])('%s', (_, change, on) => {
    expect(isOn(change(entryText('Portside', COMMAND)), COMMAND)).toBe(on)
  })
})

describe('on disk', () => {
  test('is written with its folder, and removed', async () => {
    const file = join(folder(), 'config', 'autostart', 'portside.desktop')
    const entry = createAutostartEntry(file, 'Portside', COMMAND)
    expect(await entry.read()).toBe(false)
    await entry.set(true)
    expect(readFileSync(file, 'utf8')).toBe(entryText('Portside', COMMAND))
    expect(readdirSync(join(file, '..'))).toEqual(['portside.desktop'])
    expect(await entry.read()).toBe(true)
    await entry.set(false)
    expect(readdirSync(join(file, '..'))).toEqual([])
    // Once more is no error.
    await entry.set(false)
    expect(await entry.read()).toBe(false)
  })

  test('is turned on again after the desktop turned it off', async () => {
    const file = join(folder(), 'portside.desktop')
    const entry = createAutostartEntry(file, 'Portside', COMMAND)
    writeFileSync(file, `${entryText('Portside', COMMAND)}Hidden=true\n`)
    expect(await entry.read()).toBe(false)
    await entry.set(true)
    expect(await entry.read()).toBe(true)
  })

  test('that can’t be written is an error without its path', async () => {
    const place = folder()
    writeFileSync(join(place, 'autostart'), 'a file where a folder should be')
    const entry = createAutostartEntry(join(place, 'autostart', 'portside.desktop'), 'Portside', COMMAND)
    await expect(entry.set(true)).rejects.toMatchObject({ info: { code: 'STORAGE' } })
    expect(await entry.read()).toBe(false)
  })
})

test.each<[NodeJS.ProcessEnv, string]>([
  [{ XDG_CONFIG_HOME: '/config' }, '/config/autostart'],
  [{ XDG_CONFIG_HOME: '' }, '/home/ada/.config/autostart'],
  [{ XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/autostart'],
  [{}, '/home/ada/.config/autostart']
])('the folder, by %j', (env, path) => {
  expect(autostartFolder(env, '/home/ada')).toBe(path)
})

describe('the started program', () => {
  const APPIMAGE = '/home/ada/Portside.AppImage'

  /** A mounted image with a program in it, and a program elsewhere. */
  function mounted(): { APPDIR: string; inside: string; outside: string; link: string } {
    const root = folder()
    const APPDIR = join(root, '.mount_Portside')
    const [inside, outside, link] = [
      join(APPDIR, 'bin', 'portside'),
      join(root, '.mount_Portside-2'),
      join(root, 'link')
    ]
    mkdirSync(join(APPDIR, 'bin'), { recursive: true })
    for (const file of [inside, outside]) writeFileSync(file, '')
    symlinkSync(APPDIR, link)
    return { APPDIR, inside, outside, link }
  }

  test('is the AppImage of the executable', () => {
    const { APPDIR, inside, link } = mounted()
    expect(programPath({ APPIMAGE, APPDIR }, inside)).toBe(APPIMAGE)
    expect(programPath({ APPIMAGE, APPDIR: link }, inside), 'through a link').toBe(APPIMAGE)
    expect(programPath({ APPIMAGE, APPDIR: `${APPDIR}/` }, inside)).toBe(APPIMAGE)
  })

  test('is the executable when the variables belong to another AppImage, such as a terminal', () => {
    const { APPDIR, inside, outside } = mounted()
    expect(programPath({ APPIMAGE, APPDIR }, outside)).toBe(outside)
    expect(programPath({ APPIMAGE, APPDIR: join(APPDIR, 'gone') }, inside)).toBe(inside)
    expect(programPath({ APPIMAGE, APPDIR: '' }, inside)).toBe(inside)
    expect(programPath({ APPIMAGE }, inside)).toBe(inside)
    expect(programPath({ APPIMAGE: 'Portside.AppImage', APPDIR }, inside), 'no whole path').toBe(inside)
    expect(programPath({ APPDIR }, inside)).toBe(inside)
    expect(programPath({}, inside)).toBe(inside)
  })
})

describe('on each system', () => {
  const own = process.platform
  const on = (platform: NodeJS.Platform): void => {
    Object.defineProperty(process, 'platform', { value: platform })
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: own }))
  }

  test.each(['linux', 'darwin', 'win32'] as const)(
    'an app that isn’t packaged can’t start with %s',
    async (platform) => {
      on(platform)
      electron.isPackaged = false
      onTestFinished(() => void (electron.isPackaged = true))
      const autostart = createAutostart()
      await autostart.set(true)
      expect([await autostart.read(), electron.items]).toEqual([null, {}])
    }
  )

  test('on Linux it is a file that starts this program, hidden', async () => {
    on('linux')
    const config = folder()
    vi.stubEnv('XDG_CONFIG_HOME', config)
    // As in a terminal that another AppImage opened.
    vi.stubEnv('APPIMAGE', '/opt/Other.AppImage')
    vi.stubEnv('APPDIR', '/opt/other')
    onTestFinished(() => void vi.unstubAllEnvs())
    const autostart = createAutostart()
    expect(await autostart.read()).toBe(false)
    await autostart.set(true)
    const file = join(config, 'autostart', 'portside.desktop')
    expect(readFileSync(file, 'utf8')).toContain(`Exec="${process.execPath}" "--hidden"`)
    expect(await autostart.read()).toBe(true)
    await autostart.set(false)
    expect(await autostart.read()).toBe(false)
  })

  test('on Windows it is this program in quotes, and the Task Manager’s switch counts', async () => {
    on('win32')
    const autostart = createAutostart()
    await autostart.set(true)
    expect(electron.items).toMatchObject({ path: `"${process.execPath}"`, args: ['--hidden'], openAtLogin: true })
    expect(await autostart.read(), 'switched off there').toBe(false)
    expect(electron.asked).toEqual({ path: `"${process.execPath}"`, args: ['--hidden'] })
  })

  test('on macOS it is a login item without arguments', async () => {
    on('darwin')
    const autostart = createAutostart()
    await autostart.set(true)
    expect(electron.items).toMatchObject({ openAtLogin: true })
    expect(await autostart.read()).toBe(true)
  })
})
