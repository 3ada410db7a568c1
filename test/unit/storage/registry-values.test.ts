import { describe, expect, test } from 'vitest'
import { parseLock, parsePendingDeletions, parseSettings } from '../../../src/main/storage/registry.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../src/shared/models/settings.ts'

const CHOSEN: Settings = {
  theme: 'dark',
  density: 'comfortable',
  lockAfterMinutes: 60,
  lockWithScreen: false,
  expiryNoticeHours: 0,
  refreshMinutes: 60,
  notify: false,
  notifyAmounts: true,
  quietHours: { from: 22 * 60, to: 7 * 60 },
  closing: 'stay',
  startWithSystem: true,
  startHidden: true,
  invoiceColumns: ['total', 'issued'],
  invoiceChart: false
}

describe('settings', () => {
  test.each(Object.keys(CHOSEN) as (keyof Settings)[])(
    'a %s that this version does not take is as at the start',
    (field) => {
      expect(parseSettings({ ...CHOSEN, [field]: 'of a later version' })).toEqual({
        ...CHOSEN,
        [field]: DEFAULT_SETTINGS[field]
      })
    }
  )

  test('have no columns until some are chosen', () => {
    expect(parseSettings({}).invoiceColumns).toBeNull()
    expect(parseSettings({ invoiceColumns: [] }).invoiceColumns).toBeNull()
    expect(parseSettings({ invoiceColumns: ['total', 'total'] }).invoiceColumns).toEqual(['total', 'total'])
  })

  test('of a later version are dropped, and missing ones have defaults', () => {
    expect(parseSettings({ ...CHOSEN, later: true })).toEqual(CHOSEN)
    expect(parseSettings({ theme: 'dark', density: 'comfortable' })).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'dark',
      density: 'comfortable'
    })
  })

  test.each([[null], [undefined], ['dark'], [7], [[]]])('%j is replaced by the defaults', (stored) => {
    expect(parseSettings(stored)).toEqual(DEFAULT_SETTINGS)
  })
})

test('pending deletions: unreadable ids are dropped', () => {
  expect(parsePendingDeletions(['a', 7, null, 'b'])).toEqual(['a', 'b'])
  for (const none of [null, undefined, 'a', { 0: 'a' }]) expect(parsePendingDeletions(none)).toEqual([])
})

describe('the app lock', () => {
  const RECORD = { verifier: 'of 1234', failures: 3, waitUntil: '2026-11-20T12:00:00.000Z' }

  test('is off only when nothing is stored', () => {
    expect(parseLock(null)).toBeNull()
    expect(parseLock(RECORD)).toEqual(RECORD)
  })

  test.each([[undefined], [7], [''], [{}], [[]], [{ ...RECORD, verifier: 5 }]])(
    'stored as %j, it is on, and no PIN opens it',
    (stored) => {
      expect(parseLock(stored)).toEqual({ verifier: 'unreadable', failures: 0, waitUntil: null })
    }
  )

  test('keeps its PIN when other fields can’t be read', () => {
    expect(parseLock({ ...RECORD, failures: 'many' })).toEqual({ ...RECORD, failures: 0 })
    expect(parseLock({ ...RECORD, waitUntil: 'tomorrow' })).toEqual({ ...RECORD, waitUntil: null })
    expect(parseLock({ verifier: RECORD.verifier })).toEqual({ ...RECORD, failures: 0, waitUntil: null })
  })
})
