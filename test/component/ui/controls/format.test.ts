import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import {
  formatAge,
  formatDate,
  formatDateTime,
  formatMoment,
  formatMoney,
  formatNumber,
  t,
  tn,
  setRegionalFormat
} from '../../../../src/renderer/src/i18n.ts'

beforeEach(() => setRegionalFormat('en-GB'))
afterEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' }))

describe.each(['Pacific/Pago_Pago', 'UTC', 'Pacific/Kiritimati'])('a provider’s date in %s', (timezoneId) => {
  beforeEach(() => cdp().send('Emulation.setTimezoneOverride', { timezoneId }))

  test.each([
    ['2026-03-01', '1 Mar 2026'],
    ['2026-03-01T00:00:00Z', '1 Mar 2026'],
    ['2026-02-28T23:59:59.999Z', '28 Feb 2026'],
    ['2026-03-01T00:30:00+14:00', '1 Mar 2026'],
    ['2026-02-28T23:30:00-11:00', '28 Feb 2026'],
    ['2026-03-01 12:00:00', '1 Mar 2026']
  ])('%s keeps its calendar day', (text, day) => {
    expect(formatDate(text)).toBe(day)
    expect(formatDateTime(text)).toContain(day)
  })

  test('the clock is the provider’s, and its offset is named', () => {
    expect(formatDateTime('2026-02-28T23:30:00Z')).toBe('28 Feb 2026, 23:30 UTC')
    expect(formatDateTime('2026-02-28T23:30:00-11:00')).toBe('28 Feb 2026, 23:30 UTC-11:00')
    expect(formatDateTime('2026-02-28T23:30:00')).toBe('28 Feb 2026, 23:30')
  })
})

test('the app’s own moments follow this computer’s clock', async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Kiritimati' })
  expect(formatMoment('2026-02-28T23:30:00Z')).toBe('1 Mar 2026, 13:30')
})

test.each(['soon', '', '2026-02-30', '20260301', '2026-13-01T00:00:00Z'])(
  '“%s” is no date and is shown as it came',
  (text) => {
    expect(formatDate(text)).toBe(text)
    expect(formatDateTime(text)).toBe(text)
  }
)

describe('money', () => {
  test('of a known currency is written as people write it', () => {
    expect(formatMoney({ amount: '1234.5', currency: 'EUR' })).toBe('€1,234.50')
    expect(formatMoney({ amount: '-130.10', currency: 'usd' })).toBe('-US$130.10')
    expect(formatMoney({ amount: '1200', currency: 'JPY' })).toBe('JP¥1,200')
  })
  test('of an unknown currency is a plain decimal', () => {
    expect(formatMoney({ amount: '7', currency: null })).toBe('7.00')
    expect(formatMoney({ amount: '7.5', currency: 'credits' })).toBe('7.50 credits')
  })
  test('loses no digit', () => {
    expect(formatMoney({ amount: '9007199254740993.01', currency: null })).toBe('9,007,199,254,740,993.01')
    expect(formatMoney({ amount: '0.1234', currency: 'EUR' })).toBe('€0.1234')
    expect(formatMoney({ amount: '0.10000', currency: 'EUR' })).toBe('€0.10')
  })
  test('follows the person’s format', () => {
    setRegionalFormat('de-DE')
    expect(formatMoney({ amount: '1234.5', currency: 'EUR' })).toBe('1.234,50\u00a0€')
    expect(formatNumber(1204)).toBe('1.204')
  })
})

test('a regional format that Intl does not know changes nothing', () => {
  setRegionalFormat('not a locale')
  expect(formatNumber(1204)).toBe('1,204')
})

test.each([
  [59_000, null],
  [60_000, '1 minute ago'],
  [3 * 3_600_000, '3 hours ago'],
  [3 * 86_400_000, '3 days ago'],
  [-5_000, null]
])('an age of %d ms', (age, words) => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(formatAge(new Date(now - age).toISOString(), now)).toBe(words)
})

test('by a clock that was set back there is no age, but a day and a time', () => {
  const at = new Date(2026, 2, 1, 15, 30).toISOString()
  expect(formatAge(at, Date.parse(at) - 60_000)).toBe(formatMoment(at))
  expect(formatMoment(at)).toMatch(/2026.*(15:30|3:30)/)
})

test.each(['', 'garbage', '2026-13-01T00:00:00Z'])(
  'the age of “%s”, which a damaged file may have, isn’t that of a new one',
  (at) => {
    expect(formatAge(at, Date.now())).toBe('?')
  }
)

test('an age is worded in the language of the sentence it stands in', () => {
  setRegionalFormat('de-DE')
  expect(formatAge('2026-03-01T09:00:00Z', Date.parse('2026-03-01T12:00:00Z'))).toBe('3 hours ago')
})

test('counted words pick their form and their digits', () => {
  expect(tn('ui.shell.status.products', 0)).toBe('No products')
  expect(tn('ui.shell.status.products', 1)).toBe('1 product')
  expect(tn('ui.shell.status.products', 1204)).toBe('1,204 products')
  expect(t('ui.shell.status.nextTry', { time: '12:00' })).toBe('Tries again at 12:00')
})
