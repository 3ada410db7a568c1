import { readFileSync, readdirSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { Packager } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLicences } from '../../../scripts/packaging/after-pack.mjs'
import { targetsOf } from '../../../scripts/packaging/native-files.mjs'
import { PROJECT, packApp, type PackedApp, type Target } from '../../support/packaging.ts'

const addon = (target: string): string => join('node_modules/keytar/prebuilds', target, 'keytar.node')
const BOTH = ['darwin-arm64', 'darwin-x64']

describe.runIf(process.platform === 'linux').each<[Target, string[]]>([
  ['linux-x64', ['linux-x64']],
  ['linux-arm64', ['linux-arm64']],
  ['win32-x64', ['win32-x64']],
  ['win32-arm64', ['win32-arm64']],
  ['darwin-x64', BOTH],
  ['darwin-arm64', BOTH]
])('the app packed for %s', (target, expected) => {
  let packed: PackedApp

  beforeAll(async () => {
    packed = await packApp(target)
  })
  afterAll(() => packed.remove())

  it('keeps only the addon for it outside of the archive', () => {
    const outside = join(packed.resources, 'app.asar.unpacked')
    const files = readdirSync(outside, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(outside, join(entry.parentPath, entry.name)))
    expect(files.sort()).toEqual(expected.map(addon))
    expect(files.map((file) => targetsOf(readFileSync(join(outside, file))))).toEqual(expected.map((name) => [name]))
  })

  it('has the licences of everything in it, and Electron’s', () => {
    const folder = target.startsWith('darwin') ? packed.resources : packed.folder
    const first = (name: string): string => readFileSync(join(folder, name), 'utf8').split('\n')[0] ?? ''
    expect(first('LICENSES.txt')).toBe('Portside contains these works.')
    expect(first('LICENSE.electron.txt')).toBe('Electron’s licence')
    expect(first('LICENSES.chromium.html')).toBe('Chromium’s licences')
  })
})

it('a package without licences isn’t made', () => {
  expect(() => checkLicences(import.meta.dirname)).toThrow('The package has no LICENSES.txt.')
})

// @electron/universal refuses a native file that is equal in both halves, unless this pattern names it.
it('a universal app for macOS is merged with its addons as they are', async () => {
  const packager = new Packager({ projectDir: PROJECT })
  await packager.validateConfig()
  for (const target of BOTH) {
    const path = join('Contents/Resources/app.asar.unpacked', addon(target))
    expect(matchesGlob(path, packager.config.mac?.x64ArchFiles ?? ''), path).toBe(true)
  }
})
