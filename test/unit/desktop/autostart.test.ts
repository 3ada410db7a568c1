import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  autostartFolder,
  createAutostartEntry,
  entryText,
  isOn,
  programPath
} from '../../../src/main/desktop/autostart.ts'

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
