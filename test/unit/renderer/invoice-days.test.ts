import { afterEach, describe, expect, test, vi } from 'vitest'
import '../../support/english.ts'
import { cellText, stateNotes, stateTagText } from '../../../src/renderer/src/features/invoices/invoiceText.ts'
import {
  monthOf,
  monthSpan,
  periodOf,
  PERIODS,
  periodsOn,
  spanOf
} from '../../../src/renderer/src/features/invoices/periods.ts'
import { formatDate, formatDateTime, formatMonth, setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import { today } from '../../../src/shared/models/day.ts'
import { isOverdue } from '../../../src/shared/models/overdue.ts'
import { invoice } from '../../component/invoices/fixtures.ts'

setRegionalFormat('en-GB')
afterEach(() => vi.unstubAllEnvs())

/** Midnight and noon of 1 January at these places, which are 25 hours apart. */
const PLACES = [
  ['Pacific/Pago_Pago', '2026-01-01T11:00:00Z', '2026-01-02T10:59:59Z'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T23:59:59Z'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-01T09:59:59Z']
] as const

describe.each(PLACES)('in %s', (zone, first, last) => {
  test.each([first, last])('at %s it is 1 January', (at) => {
    vi.stubEnv('TZ', zone)
    const now = Date.parse(at)
    expect(today(new Date(now))).toBe('2026-01-01')
    // Half an hour into the day by the provider's clock.
    const one = invoice({ state: 'open', issuedAt: '2026-01-01T00:30:00Z', dueAt: '2026-01-01T23:59:00-11:00' })
    expect(cellText(one, 'issued')).toBe('1 Jan 2026')
    expect(cellText(one, 'due')).toBe('1 Jan 2026')
    expect(formatDate('2026-01-01T00:30:00Z')).toBe('1 Jan 2026')
    expect(formatDateTime('2026-01-01T00:30:00Z')).toContain('1 Jan 2026, 00:30 UTC')
    expect(stateNotes(one, now)).toEqual(['due today'])
    expect(isOverdue(one, today(new Date(now)))).toBe(false)
    expect(stateTagText({ ...one, dueDay: '2025-12-31' }, now, true)).toBe('1 day overdue')
    expect(isOverdue({ ...one, dueDay: '2025-12-31' }, today(new Date(now)))).toBe(true)
    expect(stateNotes({ ...one, dueDay: null }, now)).toEqual(['since today'])
  })

  test('periods and months are the same whole days', () => {
    vi.stubEnv('TZ', zone)
    const day = today(new Date(first))
    expect(spanOf('thisMonth', day)).toEqual({ from: '2026-01-01', to: '2026-01-31' })
    expect(spanOf('lastMonth', day)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(spanOf('thisQuarter', day)).toEqual({ from: '2026-01-01', to: '2026-03-31' })
    expect(spanOf('lastQuarter', day)).toEqual({ from: '2025-10-01', to: '2025-12-31' })
    expect(spanOf('lastThreeMonths', day)).toEqual({ from: '2025-11-01', to: '2026-01-31' })
    expect(spanOf('thisYear', day)).toEqual({ from: '2026-01-01', to: '2026-12-31' })
    expect(spanOf('lastYear', day)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
    expect(monthSpan('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
    expect(formatMonth('2026-01')).toBe('January 2026')
    expect(formatMonth('2026-01', 'short')).toBe('Jan')
  })
})

test('nothing is overdue without a due day, however old', () => {
  const old = invoice({ state: 'open', issuedAt: '2001-01-01' })
  expect(isOverdue(old, today(new Date()))).toBe(false)
  expect(stateNotes(old, Date.now()).join()).not.toContain('overdue')
})

test('whose due day it is, is said where there is room', () => {
  const one = invoice({ state: 'open', issuedAt: '2026-01-01', dueDay: '2026-01-15', dueBy: 'term' })
  const now = new Date(2026, 0, 20, 9).getTime()
  expect(stateTagText(one, now, true)).toBe('5 days overdue')
  expect(stateNotes(one, now)).toEqual([])
  expect(stateNotes(one, now, 14)).toEqual(['5 days overdue (by your payment term of 14 days)'])
  expect(stateNotes({ ...one, dueBy: 'provider' }, now, 14)).toEqual(['5 days overdue'])
  expect(stateNotes({ ...one, state: 'settled' }, now, 14)).toEqual([])
})

describe('a period', () => {
  test.each(['2024-02-29', '2026-01-31', '2026-12-31', '0099-03-01'])('is told by its days, on %s', (day) => {
    for (const period of periodsOn(day)) {
      const span = spanOf(period, day)
      expect(periodOf(span, day)).toBe(period)
      expect((span.from ?? '') <= day || period === 'lastMonth').toBe(true)
    }
    // Those that are not offered are the same days as one that is.
    for (const period of PERIODS) expect(periodsOn(day)).toContain(periodOf(spanOf(period, day), day))
    expect(periodOf({ from: null, to: null }, day)).toBe(null)
    expect(periodOf({ from: day, to: null }, day)).toBe(null)
  })

  test.each([
    ['2026-01-01', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-03-31', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2024-04-01', '2024-04-01', '2024-06-30', '2024-01-01', '2024-03-31'],
    ['2026-08-15', '2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['2026-12-31', '2026-10-01', '2026-12-31', '2026-07-01', '2026-09-30']
  ])('of a quarter is its three months, on %s', (day, from, to, fromBefore, toBefore) => {
    expect(spanOf('thisQuarter', day)).toEqual({ from, to })
    expect(spanOf('lastQuarter', day)).toEqual({ from: fromBefore, to: toBefore })
  })

  test('is offered once: the last three months are this quarter in its last month', () => {
    expect(periodsOn('2026-12-31')).not.toContain('lastThreeMonths')
    expect(periodsOn('2026-12-31')).toContain('thisQuarter')
    expect(periodsOn('2026-11-22')).toEqual([...PERIODS])
  })

  test('is a month when it is all of one', () => {
    expect(monthOf({ from: '2024-02-01', to: '2024-02-29' })).toBe('2024-02')
    expect(monthOf({ from: '2024-02-01', to: '2024-02-28' })).toBe(null)
    expect(monthOf({ from: '2024-01-01', to: '2024-02-29' })).toBe(null)
    expect(monthOf({ from: null, to: '2024-02-29' })).toBe(null)
  })
})
