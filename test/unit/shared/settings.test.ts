/** The settings table: its rows are the settings' type, defaults and validation. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { settingsSchema } from '../../../src/main/schemas.ts'
import {
  checkSettings,
  DEFAULT_SETTINGS,
  SETTINGS,
  type SettingName,
  type Settings
} from '../../../src/shared/models/settings.ts'

const names = Object.keys(SETTINGS) as SettingName[]

test('every default is valid, and is what an empty file gives', () => {
  for (const name of names) expect(SETTINGS[name].isValid(DEFAULT_SETTINGS[name]), name).toBe(true)
  expect(checkSettings({}).settings).toEqual(DEFAULT_SETTINGS)
})

test.each<[SettingName, unknown[], unknown[]]>([
  ['theme', ['system', 'dark'], ['blue', 'toString', 0, null, undefined]],
  ['lockAfterMinutes', [0, 60], [2, '15', -1, NaN]],
  ['dueSoonDays', [0, 3, 60], [-1, 61, 0.5, '3', null]],
  [
    'language',
    [null, 'de', 'pt-BR', 'zh-Hans', 'nl'],
    ['', 'DE', 'de_DE', 'en-aa-bb', 'de-DE-DE', '../en', 'x'.repeat(40), 5, undefined]
  ],
  ['region', [null, 'de-CH', 'en-GB', 'zh-CN'], ['', 'CH', 'en_GB', 'en-aa-bb', 'en-US-GB', 5, undefined]],
  ['globalShortcut', [null, 'Ctrl+Alt+K'], ['K', 'Ctrl+C', 'Alt+Ctrl+K', '', 5, undefined]],
  ['trayTitle', ['none', 'count', 'amount'], ['', 'both', null]],
  ['notify', [true, false], [1, 'true', null]],
  [
    'quietHours',
    [null, { from: 0, to: 1439 }, { from: 1320, to: 420 }],
    [{ from: 0 }, { from: 0, to: 1440 }, { from: -1, to: 5 }, { from: 0.5, to: 5 }, { from: 0, to: 5, more: 1 }, [], 5]
  ],
  [
    'balanceThreshold',
    [null, '10', '0', '-5.25', '1234567.89'],
    [10, '', 'ten', '1e3', '1,5', '+1', '9'.repeat(21), undefined]
  ],
  ['pdfFolderPattern', ['{number}.pdf', 'a.PDF'], [`${'x'.repeat(200)}.pdf`, '', 'a.txt', 7, null]],
  ['pdfFolderAccounts', [null, [], ['a', 'b']], [['a', 'a'], [''], ['a'.repeat(41)], [7], 'a']],
  ['pdfFolderFrom', [null, '2026-11-01'], ['2026-11-31', '', 7]],
  ['invoiceColumns', [null, ['total', 'issued']], [[], ['total', 'no column'], 'total', Array(100).fill('total')]]
])('%s', (name, valid, invalid) => {
  for (const value of valid) {
    expect(SETTINGS[name].isValid(value), JSON.stringify(value)).toBe(true)
    expect(checkSettings({ [name]: value })).toMatchObject({ valid: { [name]: value }, invalid: [] })
    expect(checkSettings({ [name]: value }).settings).toEqual({ ...DEFAULT_SETTINGS, [name]: value })
  }
  for (const value of invalid) {
    expect(SETTINGS[name].isValid(value), JSON.stringify(value)).toBe(false)
    expect(checkSettings({ [name]: value })).toEqual({
      settings: DEFAULT_SETTINGS,
      valid: {},
      invalid: [name],
      unknown: {}
    })
    expect(settingsSchema.safeParse({ ...DEFAULT_SETTINGS, [name]: value }).success, JSON.stringify(value)).toBe(false)
  }
})

test('settings of a newer version are no settings, and are told apart', () => {
  const stored: Settings = { ...DEFAULT_SETTINGS, theme: 'dark' }
  expect(checkSettings({ ...stored, later: true })).toMatchObject({ settings: stored, unknown: { later: true } })
})

/** What a file of somebody else, or a page that was taken over, may hold. */
const HOSTILE: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  'not a number': NaN,
  'a number without end': Infinity,
  'a long text': 'Ctrl+'.repeat(20_000),
  'a long list': Array(10_000).fill('total'),
  'a list with holes': Array(3),
  'a list in itself': [['total']],
  'a deep object': JSON.parse(`${'{"from":'.repeat(5000)}1${'}'.repeat(5000)}`),
  'a name of every object': 'constructor',
  'another prototype': JSON.parse('{"__proto__":{"from":0,"to":1}}'),
  'a function': () => 'total'
}

describe.each(names)('%s', (name) => {
  test.each(Object.keys(HOSTILE))('refuses %s', (kind) => {
    const record = { [name]: HOSTILE[kind] }
    expect(checkSettings(record)).toMatchObject({ settings: DEFAULT_SETTINGS, invalid: [name] })
    expect(z.partial(settingsSchema).safeParse(record).success).toBe(kind === 'nothing')
  })

  test('takes any JSON only if it comes back unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { settings, valid } = checkSettings({ [name]: value })
        expect(settings[name]).toEqual(name in valid ? value : DEFAULT_SETTINGS[name])
      }),
      { numRuns: 50 }
    )
  })
})

test('names of every object are no settings', () => {
  const record = JSON.parse('{"__proto__":{"theme":"dark"},"constructor":1,"toString":2,"theme":"light"}') as object
  const { settings, unknown } = checkSettings({ ...record })
  expect(settings).toEqual({ ...DEFAULT_SETTINGS, theme: 'light' })
  expect(Object.keys(unknown)).toEqual(['__proto__', 'constructor', 'toString'])
  expect(Object.getPrototypeOf(settings)).toBe(Object.prototype)
  expect(checkSettings(Object.create({ theme: 'dark' }) as Record<string, unknown>).settings.theme).toBe('system')
})

test('invoice columns are different ones, without holes', () => {
  const columns = (value: unknown): boolean => SETTINGS.invoiceColumns.isValid(value)
  expect(columns(['total', 'issued'])).toBe(true)
  expect(columns(['total', 'total'])).toBe(false)
  expect(columns(Object.assign(Array(2), { 1: 'total' }))).toBe(false)
})
