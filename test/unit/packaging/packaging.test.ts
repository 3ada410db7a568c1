import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Packager, type Configuration } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writePages } from '../../../scripts/packaging/cli-pages.mjs'
import { missingOwner, OWNER } from '../../../scripts/packaging/owner.mjs'
import { INSTALLED } from '../../../src/main/desktop/identity.ts'
import { readFuses, wrongFuses } from '../../../src/main/desktop/self-test/fuses.ts'
import { LINK_SCHEME } from '../../../src/main/desktop/links.ts'
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

/**
 * Puts the files that electron-builder.yml adds to the deb where fpm puts them (`source=destination`, with the source's mode).
 * @returns whether each can be run
 */
function debTree(debArguments: readonly string[], root: string): Record<string, boolean> {
  const pages = join(root, '.pages')
  writePages(pages, '1.2.3')
  const own = debArguments.map((argument) => argument.split('=')).filter(([from = '']) => !isAbsolute(from))
  const files: Record<string, boolean> = {}
  for (const [from = '', to = ''] of own.filter(
    ([from = '', to = '']) => to.startsWith('/usr/') && !/^dist\/(?:licences|metainfo)/.test(from)
  )) {
    const target = join(root, to)
    mkdirSync(dirname(target), { recursive: true })
    cpSync(from.startsWith('dist/cli-pages/') ? join(pages, basename(from)) : join(PROJECT, from), target)
    files[relative(root, target)] = (statSync(target).mode & 0o111) !== 0
  }
  return files
}

describe.runIf(process.platform === 'linux')('the deb and the AppImage', () => {
  it('have all the metadata that electron-builder asks for', async () => {
    const { debArguments } = await describeLinuxPackages()
    expect(debArguments[debArguments.indexOf('--url') + 1]).toBe('https://portside.invalid')
    expect(debArguments[debArguments.indexOf('--maintainer') + 1]).toContain('maintainers@portside.invalid')
  })

  it('install the launcher, the man page and the completions where Debian’s programs look for them', async () => {
    const { debArguments } = await describeLinuxPackages()
    const work = mkdtempSync(join(tmpdir(), 'portside-deb-'))
    try {
      const files = debTree(debArguments, work)
      expect(files).toEqual({
        'usr/bin/portside': true,
        'usr/share/bash-completion/completions/portside': false,
        'usr/share/man/man1/portside.1.gz': false,
        'usr/share/zsh/vendor-completions/_portside': false
      })
      expect(gunzipSync(readFileSync(join(work, 'usr/share/man/man1/portside.1.gz'))).toString()).toMatch(
        /^\.TH PORTSIDE/
      )
      expect(execFileSync('sh', ['-n', join(work, 'usr/bin/portside')]).toString()).toBe('')
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
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
