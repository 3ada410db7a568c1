import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Packager, type Configuration } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT, describeLinuxPackages, packApp, type PackedApp } from '../../support/packaging.ts'

describe('packaging', () => {
  let config: Configuration

  beforeAll(async () => {
    const packager = new Packager({ projectDir: PROJECT })
    await packager.validateConfig()
    config = packager.config
  })

  it('is configured by keys that electron-builder knows', async () => {
    const misspelt = { electronFuses: { runAsNodes: false } } as Configuration
    await expect(new Packager({ projectDir: PROJECT, config: misspelt }).validateConfig()).rejects.toThrow(
      'electronFuses'
    )
  })

  // Fuses are written into the program's code: on Apple Silicon, macOS kills a program whose code doesn't match its signature.
  it('signs the macOS app again after its fuses are set, also without a signing identity', () => {
    expect(config.electronFuses?.resetAdHocDarwinSignature).toBe(true)
  })

  // Windows has no such list: there the app registers its scheme itself.
  it('takes the app’s own links on macOS and Linux', () => {
    expect(config.protocols).toEqual([{ name: 'Portside', schemes: ['portside'] }])
    // Without arguments of its own, electron-builder ends the desktop file's Exec in %U, by which the link comes.
    expect([config.linux?.executableArgs, config.linux?.desktop]).toEqual([undefined, undefined])
  })

  it('ships the bundles and keytar', () => {
    expect(config.files).toEqual([{ filter: expect.arrayContaining(['out/**', '!node_modules/**']) }])
  })
})

describe.runIf(process.platform === 'linux')('the deb and the AppImage', () => {
  it('have all the metadata that electron-builder asks for', async () => {
    const { debArguments } = await describeLinuxPackages()
    expect(debArguments[debArguments.indexOf('--url') + 1]).toBe('https://portside.invalid')
    expect(debArguments[debArguments.indexOf('--maintainer') + 1]).toContain('maintainers@portside.invalid')
  })

  it('start the app with its sandbox and give it the link that was opened', async () => {
    const { appImageDesktopFile } = await describeLinuxPackages()
    expect(appImageDesktopFile).toMatch(/^Exec=AppRun +%U$/m)
  })
})

describe.runIf(process.platform === 'linux')('the packed app', () => {
  let packed: PackedApp

  beforeAll(async () => {
    packed = await packApp()
  })
  afterAll(() => packed.remove())

  it('keeps only keytar’s addon outside of the archive', () => {
    const outside = join(packed.folder, 'resources', 'app.asar.unpacked')
    const files = readdirSync(outside, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(outside, join(entry.parentPath, entry.name)))
    expect(files).toEqual(['node_modules/keytar/build/Release/keytar.node'])
  })

  it('has the fuses that keep strangers out', () => {
    expect(packed.fuses(readFileSync(join(packed.folder, 'portside')))).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false
    })
  })
})
