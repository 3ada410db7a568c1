import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launcher, manifest, writeFlatpak } from '../../../scripts/packaging/flatpak.mjs'
import { OWNER } from '../../../scripts/packaging/owner.mjs'
import { desktopNameOf, INSTALLED } from '../../../src/main/desktop/identity.ts'
import { PROJECT } from '../../support/packaging.ts'

const ID = OWNER.appId
const LAUNCHER = readFileSync(join(PROJECT, 'scripts/packaging/linux/portside'), 'utf8')
const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined

describe('the Flatpak', () => {
  let folder: string

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portside-flatpak-'))
    writeFlatpak(folder)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has an id that neither Flatpak nor AppStream takes for a file’s name', () => {
    expect(ID).not.toMatch(/\.desktop$/i)
    expect(ID).toMatch(/^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){2,}$/)
  })

  it('reaches no files but by portals', () => {
    const permissions = manifest(ID)['finish-args']
    expect(permissions).toContain('--talk-name=org.freedesktop.secrets')
    expect(
      permissions.filter((each: string) => /--(?:filesystem|persist|own-name|device=all|socket=session-bus)/.test(each))
    ).toEqual([])
  })

  it('is made of files that are there', () => {
    const read = load(readFileSync(join(folder, `${ID}.yml`), 'utf8')) as ReturnType<typeof manifest>
    expect(read).toEqual(manifest(ID))
    const files = read.modules[0]?.sources.filter(({ type }: { type: string }) => type === 'file') ?? []
    expect(files.map(({ path }: { path: string }) => existsSync(join(folder, path)))).toEqual([true, true, true, true])
  })

  // Else the window has no icon, and the store no "Open".
  it('has one name for its window, its desktop file and the store', () => {
    const name = `${ID}.desktop`
    expect(readFileSync(join(folder, name), 'utf8')).toContain(`\nStartupWMClass=${ID}\n`)
    expect(readFileSync(join(folder, `${ID}.metainfo.xml`), 'utf8')).toContain(
      `<launchable type="desktop-id">${name}</launchable>`
    )
    expect(desktopNameOf(INSTALLED, { FLATPAK_ID: ID })).toBe(name)
    expect(desktopNameOf(INSTALLED, { FLATPAK_ID: 'org.example.Terminal' })).toBe('portside.desktop')
    expect(desktopNameOf(INSTALLED, {})).toBe('portside.desktop')
  })

  it.runIf(process.platform === 'linux')('starts the app and its commands under zypak', () => {
    writeFileSync(join(folder, 'zypak-wrapper'), '#!/bin/sh\necho "$TMPDIR" "$@"\n')
    for (const name of ['zypak-wrapper', 'portside']) chmodSync(join(folder, name), 0o755)
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, XDG_RUNTIME_DIR: '/run/user/1', FLATPAK_ID: ID }
    const start = (...args: string[]): string =>
      spawnSync(join(folder, 'portside'), args, { env, encoding: 'utf8' }).stdout
    const before = `/run/user/1/app/${ID} /app/portside/portside`
    expect(start('portside://invoices/1')).toBe(`${before} portside://invoices/1\n`)
    expect(start('invoices', '--json')).toBe(`${before} --ozone-platform=headless --log-level=3 invoices --json\n`)
  })

  it('isn’t made from a launcher that starts another program', () => {
    expect(() => launcher(LAUNCHER.replace('/opt/Portside', '/usr/lib/portside'))).toThrow('The launcher doesn’t have')
  })

  it.skipIf(!has('desktop-file-validate'))(
    'has a valid desktop file (skipped where desktop-file-utils is missing)',
    () => {
      const { stdout, status } = spawnSync('desktop-file-validate', [join(folder, `${ID}.desktop`)], {
        encoding: 'utf8'
      })
      expect([stdout, status]).toEqual(['', 0])
    }
  )

  it.skipIf(!has('flatpak-builder'))('has a manifest that flatpak-builder reads (skipped where it is missing)', () => {
    const args = ['--show-manifest', join(folder, `${ID}.yml`)]
    const { stdout, stderr, status } = spawnSync('flatpak-builder', args, { encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
    const { modules } = JSON.parse(stdout) as ReturnType<typeof manifest>
    expect(modules[0]?.['build-commands']).toEqual(manifest(ID).modules[0]?.['build-commands'])
  })
})
