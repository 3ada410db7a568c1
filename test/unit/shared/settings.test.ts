/** The settings table: its rows are the settings' type, defaults and validation. */
import { expect, test } from 'vitest'
import { settingsSchema } from '../../../src/main/core/schemas.ts'
import {
  DEFAULT_SETTINGS,
  readSettings,
  SETTINGS,
  type SettingName,
  type Settings
} from '../../../src/shared/models/settings.ts'

const names = Object.keys(SETTINGS) as SettingName[]

test('every default is valid, and is what an empty file gives', () => {
  for (const name of names) expect(SETTINGS[name].isValid(DEFAULT_SETTINGS[name]), name).toBe(true)
  expect(readSettings({})).toEqual(DEFAULT_SETTINGS)
})

test.each<[SettingName, unknown[], unknown[]]>([
  ['theme', ['system', 'dark'], ['blue', 'toString', 0, null, undefined]],
  ['lockAfterMinutes', [0, 60], [2, '15', -1, NaN]],
  ['expiryNoticeHours', [0, 1, 5, 24, 1440], [-1, 1441, 1.5, '24', NaN, Infinity, null]],
  ['dueSoonDays', [0, 3, 60], [-1, 61, 0.5, '3', null]],
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
  ['invoiceColumns', [null, ['total', 'issued']], [[], ['total', 'no column'], 'total', Array(100).fill('total')]]
])('%s', (name, valid, invalid) => {
  for (const value of valid) {
    expect(SETTINGS[name].isValid(value), JSON.stringify(value)).toBe(true)
    expect(readSettings({ [name]: value })).toEqual({ ...DEFAULT_SETTINGS, [name]: value })
  }
  for (const value of invalid) {
    expect(SETTINGS[name].isValid(value), JSON.stringify(value)).toBe(false)
    expect(readSettings({ [name]: value })).toEqual(DEFAULT_SETTINGS)
    expect(settingsSchema.safeParse({ ...DEFAULT_SETTINGS, [name]: value }).success, JSON.stringify(value)).toBe(false)
  }
})

test('what is stored besides the settings is dropped', () => {
  const stored: Settings = { ...DEFAULT_SETTINGS, density: 'comfortable' }
  expect(readSettings({ ...stored, later: true })).toEqual(stored)
})
