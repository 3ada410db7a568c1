import { resolve } from 'node:path'
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { DebugLogger } from 'builder-util'
import { beforeAll, describe, expect, it } from 'vitest'

type Config = Awaited<ReturnType<typeof getConfig>>

describe('packaging', () => {
  let config: Config

  beforeAll(async () => {
    config = await getConfig(resolve(import.meta.dirname, '../../..'), null, null)
  })

  it('is configured by keys that electron-builder knows', async () => {
    await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined()
    const misspelt = { ...config, electronFuses: { ...config.electronFuses, runAsNodes: false } }
    await expect(validateConfiguration(misspelt, new DebugLogger(false))).rejects.toThrow('electronFuses')
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

  it('ships the bundles and keytar, with the addon as a file of its own', () => {
    expect(config.files).toEqual([{ filter: expect.arrayContaining(['out/**', '!node_modules/**']) }])
    expect(config.asar).toBe(true)
    expect(config.asarUnpack).toEqual(['node_modules/keytar/build/Release/keytar.node'])
  })
})
