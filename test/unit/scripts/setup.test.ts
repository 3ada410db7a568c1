import { describe, expect, it } from 'vitest'
import { failedLately, whyItFailed } from '../../../scripts/setup/electron-runtime.mjs'
import {
  BROWSER,
  ELECTRON,
  FONTS,
  HEADLESS_BROWSER,
  KEYCHAIN,
  NOTIFICATIONS,
  TESTS
} from '../../../scripts/setup/needs.mjs'
import { agrees, stampOf } from '../../../scripts/setup/packages.mjs'
import { installMissing, needs, packagesFor } from '../../../scripts/setup/system-libraries.mjs'

const HOUR = 60 * 60 * 1000

describe('packages', () => {
  const vue = { version: '3.5.45', integrity: 'sha512-a' }
  const lock = (packages: object) => ({ packages: { '': { name: 'portside' }, ...packages } })

  it('are taken as installed when npm’s own record names the same', () => {
    const lockfile = lock({ 'node_modules/vue': vue })
    expect(agrees(lockfile, lock({ 'node_modules/vue': vue }))).toBe(true)
    expect(agrees(lockfile, lock({ 'node_modules/vue': { ...vue, version: '3.5.46' } }))).toBe(false)
    expect(agrees(lockfile, lock({ 'node_modules/vue': { ...vue, integrity: 'sha512-b' } }))).toBe(false)
    expect(agrees(lockfile, lock({}))).toBe(false)
    expect(agrees(lockfile, null)).toBe(false)
  })

  it('may lack what is only for other systems', () => {
    const lockfile = lock({
      'node_modules/vue': vue,
      'node_modules/@rolldown/win': { version: '1.0.0', optional: true }
    })
    expect(agrees(lockfile, lock({ 'node_modules/vue': vue }))).toBe(true)
  })

  it('are installed anew when one byte of the lockfile changes', () => {
    expect(stampOf('{}')).toBe(stampOf('{}'))
    expect(stampOf('{}')).not.toBe(stampOf('{} '))
  })
})

describe('a failed fetch of Electron', () => {
  const error = { version: '45.4.1', at: 1_000_000 }

  it('is not tried again for a day', () => {
    expect(failedLately(error, '45.4.1', error.at + HOUR)).toBe(true)
    expect(failedLately(error, '45.4.1', error.at + 25 * HOUR)).toBe(false)
  })

  it('is tried again for another version, and when the clock went back', () => {
    expect(failedLately(error, '45.5.0', error.at + HOUR)).toBe(false)
    expect(failedLately(error, '45.4.1', error.at - HOUR)).toBe(false)
    expect(failedLately(null, '45.4.1', error.at)).toBe(false)
  })

  it('is told in a few words without addresses', () => {
    expect(whyItFailed('TypeError: fetch failed\n    at node:internal')).toBe('fetch failed')
    expect(whyItFailed('HTTPError: Response code 403 (Forbidden) for https://example.com/a?b=c\n  at x')).toBe(
      'Response code 403 (Forbidden)'
    )
    expect(whyItFailed('')).toBe('the installer gave no reason')
  })
})

describe('system packages', () => {
  const debian12 = { id: 'debian', version: 12 }
  const ubuntu2404 = { id: 'ubuntu', version: 24.04 }
  const gtk = ELECTRON.filter((need) => need.file === 'libgtk-3.so.0')

  it('are named as the system’s lists name them', () => {
    expect(packagesFor(gtk, new Set(['libgtk-3-0']), ubuntu2404)).toEqual(['libgtk-3-0'])
    expect(packagesFor(gtk, new Set(['libgtk-3-0t64']), debian12)).toEqual(['libgtk-3-0t64'])
  })

  it('are named by the release when the lists are empty', () => {
    expect(packagesFor(gtk, new Set(), debian12)).toEqual(['libgtk-3-0'])
    expect(packagesFor(gtk, new Set(), { id: 'debian', version: 13 })).toEqual(['libgtk-3-0t64'])
    expect(packagesFor(gtk, new Set(), { id: 'ubuntu', version: 22.04 })).toEqual(['libgtk-3-0'])
    expect(packagesFor(gtk, new Set(), ubuntu2404)).toEqual(['libgtk-3-0t64'])
  })

  it('leave browsers out where they are no packages', () => {
    expect(packagesFor([HEADLESS_BROWSER, FONTS], new Set(['fonts-liberation']), debian12)).toEqual([
      'fonts-liberation'
    ])
    expect(packagesFor([BROWSER, FONTS], new Set(['fonts-liberation']), ubuntu2404)).toEqual(['fonts-liberation'])
    expect(packagesFor([BROWSER], new Set(), ubuntu2404)).toEqual([])
    expect(packagesFor([BROWSER], new Set(), debian12)).toEqual(['chromium'])
    expect(packagesFor([BROWSER], new Set(['chromium']), debian12)).toEqual(['chromium'])
  })

  it('are fewer for a start than for the tests', () => {
    expect(needs({ goal: 'start', electron: false, browser: false })).toEqual([...KEYCHAIN, FONTS])
    const forElectron = [...ELECTRON, NOTIFICATIONS]
    expect(needs({ goal: 'start', electron: true, browser: false })).toEqual([...KEYCHAIN, FONTS, ...forElectron])
    expect(needs({ goal: 'test', electron: false, browser: true })).toEqual([
      ...KEYCHAIN,
      FONTS,
      ...TESTS,
      BROWSER,
      HEADLESS_BROWSER,
      ...ELECTRON
    ])
    expect(needs({ goal: 'start', electron: false, browser: true })).not.toContain(HEADLESS_BROWSER)
  })
})

describe('installing system packages', () => {
  const install = 'install -y --no-install-recommends libsecret-1-0 fonts-liberation'

  function withTools(isRoot: boolean, error: string | null = null): { run(): void; steps: string[] } {
    const steps: string[] = []
    const apt = (...args: string[]): string | null => {
      steps.push(`apt-get ${args.join(' ')}`)
      return args[0] === 'install' ? error : null
    }
    const tools = {
      isRoot,
      apt,
      offered: () => new Set(['libsecret-1-0', 'fonts-liberation']),
      release: () => ({ id: 'debian', version: 12 }),
      say: (line: string) => void steps.push(`say ${line}`)
    }
    return { run: () => installMissing([...KEYCHAIN, FONTS], tools), steps }
  }

  it('as root names the packages before it installs them', () => {
    const { run, steps } = withTools(true)
    run()
    const at = steps.indexOf(`apt-get ${install}`)
    expect(at).toBeGreaterThan(0)
    expect(steps[at - 1]).toBe(`say installing as root: apt-get ${install}`)
  })

  it('as root tells which packages could not be installed', () => {
    const { run } = withTools(true, 'E: no space')
    expect(run).toThrow(`apt-get ${install} failed:\nE: no space`)
  })

  it('as another user installs nothing and gives the command', () => {
    const { run, steps } = withTools(false)
    expect(run).toThrow('This system lacks: libsecret-1.so.0, a font.')
    expect(steps).toEqual([])
  })
})
