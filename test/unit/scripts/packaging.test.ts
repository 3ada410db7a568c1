import { resolve } from 'node:path'
import { Packager, type Configuration } from 'electron-builder'
import { beforeAll, describe, expect, it } from 'vitest'

const projectDir = resolve(import.meta.dirname, '../../..')

describe('packaging', () => {
  let config: Configuration

  beforeAll(async () => {
    const packager = new Packager({ projectDir })
    await packager.validateConfig()
    config = packager.config
  })

  it('is configured by keys that electron-builder knows', async () => {
    const misspelt = { electronFuses: { runAsNodes: false } } as Configuration
    await expect(new Packager({ projectDir, config: misspelt }).validateConfig()).rejects.toThrow('electronFuses')
  })

  it('burns the fuses that keep strangers out', () => {
    expect(config.electronFuses).toEqual({
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

  // Windows has no such list: there the app registers its scheme itself.
  it('takes the app’s own links on macOS and Linux', () => {
    expect(config.protocols).toEqual([{ name: 'Portside', schemes: ['portside'] }])
    // Without arguments of its own, electron-builder ends the desktop file's Exec in %U, by which the link comes.
    expect([config.linux?.executableArgs, config.linux?.desktop]).toEqual([undefined, undefined])
  })

  it('ships the bundles and keytar, with the addon as a file of its own', () => {
    expect(config.files).toEqual([{ filter: expect.arrayContaining(['out/**', '!node_modules/**']) }])
    expect(config.asar).toBe(true)
    expect(config.asarUnpack).toEqual(['node_modules/keytar/build/Release/keytar.node'])
  })
})
