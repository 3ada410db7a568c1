import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Packager, type Configuration } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingOwner, OWNER } from '../../../scripts/packaging/owner.mjs'
import { INSTALLED } from '../../../src/main/desktop/identity.ts'
import { readFuses, wrongFuses } from '../../../src/main/cli/self-test/fuses.ts'
import { LINK_SCHEME } from '../../../src/main/desktop/deep-links.ts'
import { PROJECT, packApp, type PackedApp } from '../../support/packaging.ts'

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

describe.runIf(process.platform === 'linux')('the packed app', () => {
  let packed: PackedApp

  beforeAll(async () => {
    packed = await packApp()
  })
  afterAll(() => packed.remove())

  // enableCookieEncryption: test/e2e/cookies.spec.ts shows that none is stored.
  it('has the fuses that keep strangers out, and none that needs the keychain', () => {
    expect(packed.fuses()).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false
    })
  })

  it('passes the self-test’s check of its fuses', async () => {
    expect(wrongFuses(await readFuses(join(packed.folder, 'portside')))).toEqual([])
  })
})

describe('the Windows uninstaller', () => {
  let config: Configuration
  let script: string

  beforeAll(async () => {
    const packager = new Packager({ projectDir: PROJECT })
    await packager.validateConfig()
    config = packager.config
    script = readFileSync(join(PROJECT, config.nsis?.include ?? 'no include'), 'utf8')
  })

  it('removes the run key, the switch for it, the link scheme and the notification server', () => {
    const removed = [...script.matchAll(/^ +(DeleteReg\w+) HKCU (.+)$/gm)].map(([, how, what]) => `${how} ${what}`)
    expect(removed).toEqual([
      `DeleteRegValue "Software\\Microsoft\\Windows\\CurrentVersion\\Run" "\${APP_ID}"`,
      `DeleteRegValue "Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run" "\${APP_ID}"`,
      `DeleteRegKey "Software\\Classes\\${LINK_SCHEME}"`,
      'DeleteRegKey "Software\\Classes\\CLSID\\$R1"'
    ])
  })

  it('keeps them when it runs for an update', () => {
    const [, body = ''] = /!macro customUnInstall\n(.*)!macroend/s.exec(script) ?? []
    const commands = body.split('\n').filter((line) => !/^ *(;|$)/.test(line))
    expect([commands.at(0)?.trim(), commands.at(-1)?.trim()]).toEqual([`\${ifNot} \${isUpdated}`, `\${endIf}`])
    expect(commands.slice(1, -1).filter((line) => !line.startsWith('    '))).toEqual([])
  })

  it('knows the name that the app gives its run key: the AppUserModelId', () => {
    expect(INSTALLED.appUserModelId).toBe(config.appId)
  })
})

describe('the owner’s places', () => {
  const owner = {
    appId: 'org.example.Portside',
    extraMetadata: { homepage: 'https://portside.example.org', author: { email: 'info@example.org' } }
  }

  it('are named as long as nobody has filled them in', () => {
    expect(missingOwner(owner)).toBeNull()
    expect(missingOwner({ ...owner, appId: 'invalid.portside.Portside' })).toContain('Not filled in yet: app id.')
    const extraMetadata = { homepage: 'https://portside.invalid/', author: { email: 'info@portside.invalid' } }
    expect(missingOwner({ ...owner, extraMetadata })).toContain('yet: homepage, maintainer’s address.')
  })

  it('are in one file', () => {
    const text = JSON.stringify(OWNER)
    expect(text).toContain('portside.invalid')
    const files = ['package.json', 'electron-builder.yml', 'src/main/desktop/identity.ts']
    for (const file of files)
      expect(readFileSync(join(PROJECT, file), 'utf8')).not.toMatch(/portside\.invalid|invalid\.portside/)
  })
})
