import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findChromium } from '../../host/chromium/find.ts'
import { strict, missing } from '../../host/strict.ts'
import { findPackage, readOptions } from '../../host/options.ts'

describe('the command line', () => {
  it('runs the built app, unless told otherwise', () => {
    expect(readOptions([], '/app')).toEqual({
      headed: false,
      debugPort: false,
      attachTo: null,
      packaged: false,
      entry: join('/app', 'out/main/index.js'),
      appArgs: []
    })
  })

  it('leaves what follows the entry to the app', () => {
    const { headed, entry, appArgs } = readOptions(['--headed', 'main.js', '--headed', 'x'], '/app')
    expect({ headed, entry, appArgs }).toEqual({
      headed: true,
      entry: join('/app', 'main.js'),
      appArgs: ['--headed', 'x']
    })
  })

  it('takes the address of a Chromium that runs already', () => {
    const { attachTo, entry } = readOptions(['--attach=ws://127.0.0.1:1/devtools/browser/x', 'main.js'], '/app')
    expect({ attachTo, entry }).toEqual({
      attachTo: 'ws://127.0.0.1:1/devtools/browser/x',
      entry: join('/app', 'main.js')
    })
  })

  it('knows its flags', () => {
    expect(() => readOptions(['--heeded'], '/app')).toThrow('does not know the flag --heeded')
  })

  it('takes name and version from the nearest package', () => {
    expect(findPackage(join(import.meta.dirname, 'x.ts'))).toMatchObject({ name: 'Portside', version: /^\d/ })
  })
})

describe('the search for Chromium', () => {
  it('takes the one that is named, or none', () => {
    expect(findChromium({ PORTSIDE_CHROMIUM: process.execPath })).toBe(process.execPath)
    expect(findChromium({ PORTSIDE_CHROMIUM: '/no/such/program' })).toBeNull()
    expect(findChromium({ PORTSIDE_CHROMIUM: process.execPath }, { headless: true })).toBe(process.execPath)
  })

  it('takes the headless shell only where no window is wanted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portside-chromium-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const shell = join(folder, 'chromium-headless-shell')
    writeFileSync(shell, '', { mode: 0o755 })
    expect(findChromium({ PATH: folder }, { headless: true })).toBe(shell)
    expect(findChromium({ PATH: folder })).not.toBe(shell)
  })
})

describe('what the host lacks', () => {
  it('throws by name when it is read, written, called or made', () => {
    const part = strict('app', { here: 1 }) as Record<string, unknown>
    expect(part['here']).toBe(1)
    expect(() => part['there']).toThrow('no app.there')
    expect(() => (part['there'] = 1)).toThrow('no app.there')
    const whole = missing('dock') as unknown as (() => void) & { bounce: () => void }
    expect(() => whole.bounce()).toThrow('no dock.bounce')
    expect(() => whole()).toThrow('no dock')
  })

  it('is not a promise by accident', async () => {
    expect(await Promise.resolve(strict('app', { here: 1 }))).toEqual({ here: 1 })
  })
})
