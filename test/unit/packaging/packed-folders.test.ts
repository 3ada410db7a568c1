import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { Packager } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkLicences } from '../../../scripts/packaging/after-pack.mjs'
import { targetsOf } from '../../../scripts/packaging/native-files.mjs'
import { PROJECT, packApp, type PackedApp, type Target } from '../../support/packaging.ts'

/** A package of electron-builder's, not of ours. */
const { makeUniversalApp } = createRequire(createRequire(import.meta.url).resolve('app-builder-lib/package.json'))(
  '@electron/universal'
) as { makeUniversalApp: (options: object) => Promise<void> }

const addon = (target: string): string => join('node_modules/keytar/prebuilds', target, 'keytar.node')
const BOTH = ['darwin-arm64', 'darwin-x64']
/** On a busy computer. Packing takes about a second. */
const LONGEST_MS = 60_000

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
  }, LONGEST_MS)
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

/** As electron-builder does on macOS. The module looks at the system's name only, and there is no program to join in these folders. */
async function mergeHalves(x64: PackedApp, arm64: PackedApp, outAppPath: string, x64ArchFiles: string): Promise<void> {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  try {
    const path = ({ folder }: PackedApp): string => join(folder, 'Portside.app')
    await makeUniversalApp({
      x64AppPath: path(x64),
      arm64AppPath: path(arm64),
      outAppPath,
      force: true,
      mergeASARs: true,
      x64ArchFiles
    })
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
}

it.runIf(process.platform === 'linux')(
  'the universal app for macOS has both addons as they are, and one archive',
  { timeout: LONGEST_MS },
  async () => {
    const packager = new Packager({ projectDir: PROJECT })
    await packager.validateConfig()
    const halves = [await packApp('darwin-x64'), await packApp('darwin-arm64')] as const
    const merged = join(halves[0].folder, 'Universal.app')
    try {
      await mergeHalves(...halves, merged, packager.config.mac?.x64ArchFiles ?? '')
      const resources = join(merged, 'Contents/Resources')
      for (const target of BOTH)
        expect(targetsOf(readFileSync(join(resources, 'app.asar.unpacked', addon(target))))).toEqual([target])
      expect(readdirSync(resources).filter((name) => name.endsWith('.asar'))).toEqual(['app.asar'])
      await expect(mergeHalves(...halves, merged, 'nothing')).rejects.toThrow('x64ArchFiles')
    } finally {
      for (const half of halves) half.remove()
    }
  }
)
