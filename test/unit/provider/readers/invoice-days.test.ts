/** The days of invoices are those that the provider wrote, wherever this computer is. */
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { dayAfter, daysBetween, today } from '../../../../src/shared/models/day.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

/** UTC−11, UTC+14, and one that changes its clock in spring and autumn. */
const ZONES = [
  ['Pacific/Pago_Pago', 660],
  ['Pacific/Kiritimati', -840],
  ['Europe/Berlin', -60]
] as const

const usual = process.env['TZ']
afterEach(() => {
  if (usual === undefined) delete process.env['TZ']
  else process.env['TZ'] = usual
})

/** Open, unless it says otherwise. */
function read(raw: { [name: string]: Json }, paymentTermDays: number | null = null): Invoice {
  const { value } = readInvoices(
    [{ status: 'open', ...raw }],
    { ...BUILT_IN['hypeproxy-v2'], paymentTermDays },
    (text) => text,
    {
      now: new Date()
    }
  )
  if (!value[0]) throw new Error('no record')
  return value[0].invoice
}

const two = (count: number): string => String(count).padStart(2, '0')
/** Any day of the years that are read, the last ones of months and leap days among them. */
const day = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 0, max: 364 }))
  .map(([year, at]) => dayAfter(`${year}-01-01`, at))
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}:00`)
const zone = fc.constantFrom('', 'Z', '.123Z', '+14:00', '-11:00', '+0530', '-03:30')

describe.each(ZONES)('in %s', (name, offset) => {
  const there = (): void => {
    process.env['TZ'] = name
    // It has taken effect: otherwise nothing would be shown here.
    expect(new Date('2026-01-15T12:00:00Z').getTimezoneOffset()).toBe(offset)
  }

  test('a date stays the day that it names, with any time and any offset behind it', () => {
    there()
    fc.assert(
      fc.property(day, time, zone, (its, at, offset) => {
        for (const written of [its, `${its}T${at}${offset}`, `${its} ${at}`]) {
          expect(read({ createdAt: written, dueDate: written })).toMatchObject({ issuedDay: its, dueDay: its })
        }
      })
    )
  })

  test('a payment term counts days of the calendar, over any change of the clock', () => {
    there()
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 365 }), (its, term) => {
        const { dueDay, dueBy } = read({ date: its }, term)
        expect(dueBy).toBe('term')
        expect(daysBetween(its, dueDay ?? '')).toBe(term)
      })
    )
    expect(read({ date: '2026-03-28' }, 2).dueDay).toBe('2026-03-30')
    expect(read({ date: '2024-02-28T23:59:59-11:00' }, 1).dueDay).toBe('2024-02-29')
  })

  test('today is the day on this computer’s calendar', () => {
    there()
    const now = new Date('2026-11-20T12:30:00Z')
    expect(today(now)).toBe({ [660]: '2026-11-20', [-840]: '2026-11-21', [-60]: '2026-11-20' }[offset])
  })
})

describe('a due day', () => {
  test('of the provider’s own counts before the payment term', () => {
    expect(read({ date: '2026-01-01', due_date: '2026-01-08' }, 30)).toMatchObject({
      dueDay: '2026-01-08',
      dueBy: 'provider'
    })
    expect(read({ date: '2026-01-01', due_date: 'soon' }, 30)).toMatchObject({ dueDay: '2026-01-31', dueBy: 'term' })
  })

  test('comes from no term without a day of issue', () => {
    const none = { dueDay: null, dueBy: null }
    for (const status of ['paid', 'void', 'draft', 3]) {
      expect(read({ date: '2026-01-01', status }, 30)).toMatchObject({ ...none, issuedDay: '2026-01-01' })
    }
    expect(read({ total: 1 }, 30)).toMatchObject({ issuedDay: null, ...none })
    expect(read({ date: '9999-12-20' }, 12)).toMatchObject({ issuedDay: null, ...none })
    expect(read({ date: '2026-01-01' }, null)).toMatchObject(none)
  })

  test('that there is not is none', () => {
    for (const date of ['2026-02-30', '2026-02-30T10:00:00Z', '2026-13-01', '0000-00-00', '0001-01-01T00:00:00']) {
      expect(read({ date }), date).toMatchObject({ issuedAt: null, issuedDay: null })
    }
  })

  test('in a zone of its own is that of its clock', () => {
    expect(read({ date: '/Date(1243382400000-0500)/' })).toMatchObject({
      issuedAt: '2009-05-26T19:00:00.000-05:00',
      issuedDay: '2009-05-26'
    })
  })
})

describe('the day of billing', () => {
  test('comes before the day of creation', () => {
    const raw = { created_at: '2025-11-01T10:00:00Z', createdAt: '2025-11-01', date: '2026-11-01' }
    expect(read(raw)).toMatchObject({ issuedDay: '2026-11-01' })
    expect(read({ created: 1_762_000_000, invoice_date: '2026-11-01' })).toMatchObject({ issuedDay: '2026-11-01' })
    expect(read({ created: 1_762_000_000 })).toMatchObject({ issuedDay: '2025-11-01' })
  })

  test.each<[Json, string | null]>([
    [{ date: '2026-10-01 00:00:00.000000', timezone_type: 3, timezone: 'UTC' }, '2026-10-01'],
    [{ seconds: 1_762_000_000, nanoseconds: 0 }, '2025-11-01'],
    ['Sun, 01 Nov 2026 23:30:00 GMT', '2026-11-01'],
    ['Sun, 01 Nov 2026 23:30:00 -0500', '2026-11-01'],
    ['20261001', '2026-10-01'],
    [20261001, '2026-10-01'],
    ['20261001T120000Z', '2026-10-01'],
    ['13/11/2026', '2026-11-13'],
    ['11/13/2026', '2026-11-13'],
    ['25.12.2026 10:30', '2026-12-25'],
    ['5-5-2026', '2026-05-05'],
    ['2026/11/1', '2026-11-01'],
    ['1 November 2026', '2026-11-01'],
    ['Nov 1st, 2026 3:04 PM', '2026-11-01'],
    ['2026-11-01 00:00:00 UTC', '2026-11-01'],
    // Two days, none, or no day of the calendar.
    ['05/11/2026', null],
    ['01.11.2026', null],
    ['13/11/26', null],
    ['31/02/2026', null],
    ['1 Smarch 2026', null],
    ['yesterday', null],
    // Years of other calendars, and of placeholders.
    ['2569-11-01', null],
    ['1448-05-21T10:00:00Z', null],
    ['1405/08/10', null],
    ['0115-11-01', null],
    ['31/12/9999', null],
    ['1970-01-01', null],
    [253_402_214_400, null],
    [631_152_000, null],
    ['2099-12-31', '2099-12-31'],
    ['2000-01-01', '2000-01-01'],
    [{ day: 1 }, null]
  ])('%j is %s', (date, day) => {
    expect(read({ date, due_date: date })).toMatchObject({ issuedDay: day, dueDay: day, dueUnread: day === null })
  })

  test('that came and can’t be read is said, unless a term gives one', () => {
    expect(read({ total: 1 })).toMatchObject({ dueUnread: false })
    expect(read({ due_date: null })).toMatchObject({ dueUnread: false })
    expect(read({ due_date: '05/11/2026' })).toMatchObject({ dueDay: null, dueUnread: true })
    expect(read({ date: '2026-11-01', due_date: 'soon' }, 14)).toMatchObject({ dueDay: '2026-11-15', dueUnread: false })
    // Not a due date: an amount.
    expect(read({ due: 118, total: 119, paid: 1 })).toMatchObject({ dueUnread: false, remaining: '118' })
    expect(read({ due: '2026-12-01' })).toMatchObject({ dueDay: '2026-12-01' })
  })
})

describe('a list whose instants are all midnights here', () => {
  const list = [
    { id: 'a', date: '2026-11-24T23:00:00Z', due: '2026-12-08T23:00:00.000Z' },
    { id: 'b', date: '2026-06-30T22:00:00Z' },
    { id: 'c', date: '2026-03-01' },
    { id: 'd', total: 1 }
  ]
  const days = (raws: Json[], zones: readonly string[]) => {
    const { value, dayZone } = readInvoices(raws, BUILT_IN['hypeproxy-v2'], (text) => text, { now: new Date(), zones })
    return { days: value.map(({ invoice }) => invoice.issuedDay), due: value[0]?.invoice.dueDay, dayZone }
  }
  const there = { days: ['2026-11-25', '2026-07-01', '2026-03-01', null], due: '2026-12-09', dayZone: 'Europe/Paris' }
  const asWritten = { days: ['2026-11-24', '2026-06-30', '2026-03-01', null], due: '2026-12-08', dayZone: null }

  test('has local days', () => {
    expect(days(list, ['Europe/Paris'])).toEqual(there)
    expect(days(list, ['America/New_York', 'Europe/Paris'])).toEqual(there)
  })

  test('keeps the days as written elsewhere, and with one instant that is no midnight', () => {
    expect(days(list, ['America/New_York'])).toEqual(asWritten)
    expect(days(list, [])).toEqual(asWritten)
    expect(days([...list, { date: '2026-11-24T10:00:00Z' }], ['Europe/Paris']).days[0]).toBe('2026-11-24')
    expect(days([{ date: '2026-11-24T00:00:00Z' }], ['Europe/London'])).toMatchObject({
      days: ['2026-11-24'],
      dayZone: null
    })
    expect(days(list, ['No/Where'])).toEqual(asWritten)
  })

  test.each<[string, string, string]>([
    ['America/New_York', '2026-12-02T04:59:59Z', '2026-12-01'],
    ['America/New_York', '2026-07-02T03:59:59.999Z', '2026-07-01'],
    ['Europe/Paris', '2026-11-30T22:59:59Z', '2026-11-30'],
    ['Asia/Kolkata', '2026-12-01T18:29:00Z', '2026-12-01'],
    ['Asia/Tokyo', '2026-12-01T14:59:59+00:00', '2026-12-01'],
    // Another moment, or the end of the day as it is written.
    ['America/New_York', '2026-12-02T04:58:59Z', '2026-12-02'],
    ['America/New_York', '2026-12-02T04:59:30Z', '2026-12-02'],
    ['America/New_York', '2026-12-01T23:59:59Z', '2026-12-01'],
    ['America/New_York', '2026-12-01T23:59:59-05:00', '2026-12-01']
  ])('in %s has the end of a day, %s, on %s', (zone, due, day) => {
    expect(days([{ due_date: due }], [zone]).due).toBe(day)
    expect(days([{ date: due }, { date: '2026-11-05' }], [zone]).days).toEqual([day, '2026-11-05'])
  })

  test('may have first and last moments of days', () => {
    const mixed = [{ date: '2026-12-01T05:00:00Z' }, { date: '2026-12-02T04:59:59Z' }]
    expect(days(mixed, ['America/New_York'])).toMatchObject({ days: ['2026-12-01', '2026-12-01'] })
  })

  test('keeps them wherever the computer travels', () => {
    // The zone of the stored list comes first.
    expect(days(list, ['Europe/Paris', 'America/New_York'])).toEqual(there)
    const { value } = readInvoices(list, BUILT_IN['hypeproxy-v2'], (text) => text, {
      now: new Date(),
      zones: ['Europe/Paris']
    })
    expect(value[0]?.invoice).toMatchObject({ issuedAt: '2026-11-25', dueAt: '2026-12-09' })
  })

  test('gives records without an id the same keys as elsewhere', () => {
    const keys = (zones: readonly string[]) =>
      readInvoices([{ date: '2026-11-24T23:00:00Z', total: 5 }], BUILT_IN['hypeproxy-v2'], (text) => text, {
        now: new Date(),
        zones
      }).value.map(({ invoice }) => invoice.key)
    expect(keys(['Europe/Paris'])).toEqual(keys([]))
  })
})
