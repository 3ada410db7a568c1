/** A settings file: what Portside writes, and what it takes from one that somebody else wrote. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSettingsFile, SettingsFile, settingsFileText } from '../../../src/main/core/settings-file.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { DEFAULT_SETTINGS, FILE_SETTINGS, type Settings } from '../../../src/shared/models/settings.ts'
import { MOST_UNKNOWN } from '../../../src/shared/models/settings-import.ts'
import { FakeFiles } from '../../support/ports.ts'

const CHOSEN: Settings = {
  ...DEFAULT_SETTINGS,
  theme: 'dark',
  quietHours: { from: 1320, to: 420 },
  globalShortcut: 'Ctrl+Alt+K',
  invoiceColumns: ['total', 'issued']
}

const file = (settings: unknown, more: object = {}): string =>
  JSON.stringify({ portside: 'settings', version: 1, settings, ...more })

function found(text: string): string | undefined {
  try {
    parseSettingsFile(text, DEFAULT_SETTINGS)
  } catch (error) {
    return error instanceof AppError ? error.info.found : String(error)
  }
  return undefined
}

test('an exported file has every setting, the version of its format and of Portside, and nothing else', async () => {
  const files = new FakeFiles()
  const settingsFile = new SettingsFile({ files, locked: () => false, settings: () => CHOSEN, appVersion: '1.2.3' })
  expect(await settingsFile.exportFile()).toEqual({ name: 'chosen.json' })
  expect(files.suggested).toBe('portside-settings.json')
  const OF_THIS_COMPUTER = /^(graphicsProcessor|pdfFolder\w+)$/
  const settings = Object.fromEntries(Object.entries(CHOSEN).filter(([name]) => !OF_THIS_COMPUTER.test(name)))
  expect(JSON.parse(files.text)).toEqual({ portside: 'settings', version: 1, app: '1.2.3', settings })
  files.name = null
  expect(await settingsFile.exportFile()).toEqual({ name: null })
})

test('an exported file changes the settings back to what they were', async () => {
  const files = new FakeFiles()
  files.text = settingsFileText(CHOSEN, '1.2.3')
  const settingsFile = new SettingsFile({
    files,
    locked: () => false,
    settings: () => DEFAULT_SETTINGS,
    appVersion: '9.9.9'
  })
  const { theme, quietHours, globalShortcut, invoiceColumns } = CHOSEN
  expect(await settingsFile.openFile()).toEqual({
    settings: {
      changes: { theme, quietHours, globalShortcut, invoiceColumns },
      unchanged: FILE_SETTINGS.length - 4,
      invalid: [],
      unknown: [],
      moreUnknown: 0
    }
  })
})

test('a cancelled dialog, and a file that is too long or no text', async () => {
  const files = new FakeFiles()
  const settingsFile = new SettingsFile({ files, locked: () => false, settings: () => CHOSEN, appVersion: '1.2.3' })
  files.open = async () => null
  expect(await settingsFile.openFile()).toEqual({ settings: null })
  files.open = () => Promise.reject(new AppError('BAD_REQUEST', { found: 'file' }))
  await expect(settingsFile.openFile()).rejects.toMatchObject({ info: { code: 'BAD_REQUEST', found: 'settingsFile' } })
  files.open = () => Promise.reject(new AppError('STORAGE'))
  await expect(settingsFile.openFile()).rejects.toMatchObject({ info: { code: 'STORAGE' } })
})

test('a part of the settings is enough, and the parts of a value may be in any order', () => {
  const read = parseSettingsFile(file({ notify: false, quietHours: { to: 420, from: 1320 } }), CHOSEN)
  expect(read).toMatchObject({ changes: { notify: false }, unchanged: 1 })
  expect(Object.keys(read.changes)).toEqual(['notify'])
})

test('a file of Windows, with a byte order mark', () => {
  expect(parseSettingsFile(`\uFEFF${file({ theme: 'dark' })}`, DEFAULT_SETTINGS).changes).toEqual({ theme: 'dark' })
})

test.each([
  ['cut off', '{"portside":"settings","version":1,"settings":{"theme":'],
  ['empty', ''],
  ['another JSON', '[1]'],
  ['null', 'null'],
  ['a provider’s definition', '{"portside":"provider","version":1,"name":"x","baseUrl":null}'],
  ['no version', '{"portside":"settings","settings":{}}'],
  ['a version in words', file({}, { version: '1' })],
  ['an older version than any', file({}, { version: 0 })],
  ['settings in a list', file([])],
  ['no settings', file(null)],
  ['too deep to be any', `${'{"settings":'.repeat(5000)}1${'}'.repeat(5000)}`]
])('%s is no settings file', (_, text) => {
  expect(found(text)).toBe('settingsFile')
})

test('the format of a newer version is said to be newer', () => {
  expect(found(file({}, { version: 2 }))).toBe('newerFile')
  expect(found(file(null, { version: 1e9 }))).toBe('newerFile')
})

describe('hostile values', () => {
  test('are named, and the others are taken', () => {
    const deep = JSON.parse(`${'{"from":'.repeat(2000)}1${'}'.repeat(2000)}`) as object
    const read = parseSettingsFile(
      file({ theme: 'dark', quietHours: deep, globalShortcut: 'Ctrl+C', dueSoonDays: 1e308, invoiceColumns: [[]] }),
      DEFAULT_SETTINGS
    )
    expect(read.changes).toEqual({ theme: 'dark' })
    expect(read.invalid).toEqual(['dueSoonDays', 'quietHours', 'globalShortcut', 'invoiceColumns'])
  })

  test('names of every object are no settings', () => {
    const text = '{"portside":"settings","version":1,"settings":{"__proto__":{"theme":"dark"},"constructor":1}}'
    expect(parseSettingsFile(text, DEFAULT_SETTINGS)).toMatchObject({
      changes: {},
      unknown: ['__proto__', 'constructor']
    })
    expect(found('{"__proto__":{"portside":"settings","version":1,"settings":{}}}')).toBe('settingsFile')
  })

  test('unknown names are few, short and without a credential', () => {
    const names = Array.from({ length: 500 }, (_, at) => `name ${at}`)
    const many = parseSettingsFile(file(Object.fromEntries(names.map((name) => [name, 1]))), DEFAULT_SETTINGS)
    expect(many.unknown).toEqual(names.slice(0, MOST_UNKNOWN))
    expect(many.moreUnknown).toBe(500 - MOST_UNKNOWN)
    const strange = { 'evil\u202Ename': 1, ['x'.repeat(41)]: 1, 'Bearer abcdefghijklmnopqrstuvwxyz': 1, fine: 1 }
    const { unknown } = parseSettingsFile(file(strange), DEFAULT_SETTINGS)
    expect(unknown).toContain('fine')
    expect(unknown.join()).not.toMatch(/evil|xxxx/)
  })

  test('whatever the file has, only valid values become changes', () => {
    const any = fc.dictionary(fc.oneof(fc.constantFrom(...FILE_SETTINGS), fc.string()), fc.jsonValue())
    fc.assert(
      fc.property(any, (settings) => {
        const read = parseSettingsFile(file(settings), DEFAULT_SETTINGS)
        const text = settingsFileText({ ...DEFAULT_SETTINGS, ...read.changes } as Settings, '1.2.3')
        expect(parseSettingsFile(text, DEFAULT_SETTINGS)).toMatchObject({ changes: read.changes, invalid: [] })
      }),
      { numRuns: 200 }
    )
  })
})
