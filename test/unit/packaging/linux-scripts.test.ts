import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const SCRIPTS = resolve(import.meta.dirname, '../../../scripts/packaging/linux')
const TEMPLATE = resolve(
  import.meta.dirname,
  '../../../node_modules/app-builder-lib/templates/linux/apparmor-profile.tpl'
)
const PROFILE = 'profile "portside" "/opt/Portside/portside" {}\n'

/** The folder that dpkg would install into (DPKG_ROOT), and programs that answer as the system does that is tested. */
let root: string
const inRoot = (...names: string[]): string => join(root, ...names)
const installedProfile = (): string => inRoot('etc/apparmor.d/portside')

function writeProgram(name: string, exitCode: number): void {
  writeFileSync(inRoot('bin', name), `#!/bin/sh\nexit ${exitCode}\n`)
  chmodSync(inRoot('bin', name), 0o755)
}

function runScript(name: string, ...args: string[]): void {
  const { status, stderr } = spawnSync('sh', [join(SCRIPTS, name), ...args], {
    encoding: 'utf8',
    env: { PATH: `${inRoot('bin')}:/usr/bin:/bin`, DPKG_ROOT: root }
  })
  expect([status, stderr]).toEqual([0, ''])
}

describe.runIf(process.platform === 'linux')('the scripts of deb and rpm', () => {
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portside-root-'))
    mkdirSync(inRoot('bin'))
    mkdirSync(inRoot('opt/Portside/resources'), { recursive: true })
    writeFileSync(inRoot('opt/Portside/chrome-sandbox'), '', { mode: 0o755 })
    writeFileSync(inRoot('opt/Portside/resources/apparmor-profile'), PROFILE)
    writeProgram('unshare', 0)
    writeProgram('apparmor_parser', 0)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const sandboxMode = (): string => (statSync(inRoot('opt/Portside/chrome-sandbox')).mode & 0o7777).toString(8)

  it('let the sandbox’s helper run as root only where the kernel has no user namespaces', () => {
    writeProgram('unshare', 1)
    runScript('after-install.sh', 'configure')
    expect(sandboxMode()).toBe('4755')
    writeProgram('unshare', 0)
    runScript('after-install.sh', 'configure', '0.1.0')
    expect(sandboxMode()).toBe('755')
  })

  it('install the AppArmor profile where AppArmor can read it', () => {
    runScript('after-install.sh', '1')
    expect(readFileSync(installedProfile(), 'utf8')).toBe(PROFILE)
    expect((statSync(installedProfile()).mode & 0o777).toString(8)).toBe('644')
  })

  it('install no profile where AppArmor is too old for it', () => {
    writeProgram('apparmor_parser', 1)
    runScript('after-install.sh', 'configure')
    expect(existsSync(installedProfile())).toBe(false)
  })

  // dpkg: remove, purge, upgrade. rpm: the number of versions that remain.
  it.each([
    ['remove', false],
    ['purge', false],
    ['0', false],
    ['upgrade', true],
    ['1', true]
  ])('with %s, the profile stays: %s', (argument, stays) => {
    runScript('after-install.sh', 'configure')
    runScript('after-remove.sh', argument)
    expect(existsSync(installedProfile())).toBe(stays)
  })

  it('remove nothing where no profile was installed', () => {
    runScript('after-remove.sh', 'remove')
    expect(existsSync(installedProfile())).toBe(false)
  })

  it('hold nothing that electron-builder would replace', () => {
    for (const name of ['after-install.sh', 'after-remove.sh'])
      expect(readFileSync(join(SCRIPTS, name), 'utf8')).not.toMatch(/\$\{[a-zA-Z]+\}|<%=/)
  })

  it.skipIf(!existsSync('/etc/apparmor.d/abi/4.0'))(
    'install a profile that AppArmor reads (skipped before AppArmor 4)',
    () => {
      const profile = readFileSync(TEMPLATE, 'utf8')
        .replaceAll(/\$\{executable\}/g, 'portside')
        .replaceAll(/\$\{sanitizedProductName\}/g, 'Portside')
      writeFileSync(inRoot('profile'), profile)
      const { status, stderr } = spawnSync(
        'apparmor_parser',
        ['--skip-kernel-load', '--skip-cache', inRoot('profile')],
        {
          encoding: 'utf8'
        }
      )
      expect([status, stderr]).toEqual([0, ''])
    }
  )
})
