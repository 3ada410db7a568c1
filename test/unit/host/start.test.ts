import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { matches } from '../../host/parts/menu.ts'
import { strict } from '../../host/strict.ts'
import { findPackage, readOptions } from '../../host/options.ts'

describe('the command line', () => {
  it('runs the built app, unless told otherwise', () => {
    expect(readOptions([], '/app')).toEqual({
      headed: false,
      debugPort: false,
      attachTo: null,
      packaged: false,
      holdsDialogs: false,
      platform: null,
      pageScript: null,
      trace: null,
      codeCache: null,
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

  it('takes a code cache, except with a Chromium that others use, too', () => {
    const codeCache = { folder: '/data', port: 1, keyHash: 'x=' }
    const flag = `--code-cache=${JSON.stringify(codeCache)}`
    expect(readOptions([flag], '/app')).toMatchObject({ codeCache })
    expect(() => readOptions([flag, '--attach=ws://127.0.0.1:1/x'], '/app')).toThrow('has no code cache')
  })

  it('knows its flags', () => {
    expect(() => readOptions(['--heeded'], '/app')).toThrow('does not know the flag --heeded')
  })

  it('takes name and version from the nearest package', () => {
    expect(findPackage(join(import.meta.dirname, 'x.ts'))).toMatchObject({ name: 'Portside', version: /^\d/ })
  })
})

describe('what the host lacks', () => {
  it('throws by name when it is read or written', () => {
    const part = strict('app', { here: 1 }) as Record<string, unknown>
    expect(part['here']).toBe(1)
    expect(() => part['there']).toThrow('no app.there')
    expect(() => (part['there'] = 1)).toThrow('no app.there')
  })

  it('is not a promise by accident', async () => {
    expect(await Promise.resolve(strict('app', { here: 1 }))).toEqual({ here: 1 })
  })
})

describe('a menu’s keys', () => {
  const press = (key: string, held: string[] = [], code = '') => ({
    key,
    code,
    control: held.includes('control'),
    shift: held.includes('shift'),
    alt: held.includes('alt'),
    meta: held.includes('meta')
  })

  it.each([
    ['CmdOrCtrl+R', press('r', ['control']), 'linux', true],
    ['CmdOrCtrl+R', press('r', ['meta']), 'darwin', true],
    ['CmdOrCtrl+R', press('r', ['control']), 'darwin', false],
    ['CmdOrCtrl+R', press('R', ['control', 'shift']), 'linux', false],
    ['Control+Shift+1', press('!', ['control', 'shift'], 'Digit1'), 'linux', true],
    ['CmdOrCtrl+,', press(',', ['control']), 'linux', true]
  ] as const)('%s, pressed as %o on %s: %s', (accelerator, pressed, platform, expected) => {
    expect(matches(accelerator, pressed, platform)).toBe(expected)
  })
})
