import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { Packager } from 'electron-builder'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { checkLicences, checkRuntime } from '../../../scripts/packaging/after-pack.mjs'
import { targetsOf } from '../../support/native-files.ts'
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

describe.runIf(process.platform === 'linux')('a package for tests', () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['the test runtime', { electron: '33.2.1' }, 'Electron 33.2.1 isn’t for a release, which has the pinned '],
    [
      'its build',
      { main: `import '@photostructure/sqlite'` },
      'The build with @photostructure/sqlite isn’t for a release'
    ]
  ])('with %s is made only where it is called a test build', { timeout: LONGEST_MS }, async (_, packed, refusal) => {
    await expect(packApp('linux-x64', packed)).rejects.toThrow(refusal)
    vi.stubEnv('PORTSIDE_TEST_BUILD', '1')
    ;(await packApp('linux-x64', packed)).remove()
  })

  it('isn’t one for another system with another Electron', () => {
    const packed = { program: null, declared: '33.2.1', archive: import.meta.filename }
    expect(() => checkRuntime(packed)).toThrow('Electron 33.2.1 isn’t for a release')
  })
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
