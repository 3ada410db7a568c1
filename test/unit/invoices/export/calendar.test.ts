import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  CALENDAR_FOOTER,
  CALENDAR_HEADER,
  calendarEvents,
  isInCalendar,
  type CalendarOwner
} from '../../../../src/main/invoices/export/calendar.ts'
import type { ProfileView } from '../../../../src/shared/models/profile.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { invoice } from '../../../support/ports.ts'

const NOW = new Date('2026-11-22T10:20:30.400Z')
const due = (part: Partial<Invoice> = {}): Invoice =>
  invoice('k1', { number: 'HB-1', state: 'open', total: '86.27', currency: 'EUR', dueDay: '2026-11-30', ...part })
const HOME = 'https://api.example'
const ANNA: CalendarOwner = { baseUrl: `${HOME}/v1`, email: 'anna@example.com', profile: null, id: 'local' }
const calendarFor = (owner: CalendarOwner, invoices: readonly Invoice[]): string => {
  const event = calendarEvents(owner, {
    now: NOW,
    locale: 'en-GB',
    sha256: (text) => hash('sha256', text)
  })
  return [CALENDAR_HEADER, ...invoices.filter(isInCalendar).map(event), CALENDAR_FOOTER].join('')
}
const calendar = (...invoices: Invoice[]): string => calendarFor(ANNA, invoices)
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar of due days', () => {
  test('has one all-day event for each open invoice with a due day', () => {
    const lines = linesOf(calendar(due(), due({ key: 'k2', state: 'settled' }), due({ key: 'k3', dueDay: null })))
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Portside//Portside//EN',
      'BEGIN:VEVENT',
      expect.stringMatching(/^UID:[\da-f]{40}@portside$/),
      'DTSTAMP:20261122T102030Z',
      'DTSTART;VALUE=DATE:20261130',
      'DTEND;VALUE=DATE:20261201',
      'SUMMARY:Invoice HB-1 is due: €86.27',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      ''
    ])
  })

  test('has what remains of a part-paid invoice, and no credit', () => {
    const part = due({ total: '300', remaining: '50' })
    const credits = ['50', '-150'].map((total, at) => due({ key: `c${at}`, state: 'credit', total, remaining: total }))
    const lines = linesOf(calendar(part, ...credits))
    expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual(['SUMMARY:Invoice HB-1 is due: €50.00'])
  })

  test('names an invoice without number, amount or currency', () => {
    expect(calendar(due({ number: null, total: null }))).toContain('SUMMARY:Invoice is due\r\n')
    expect(calendar(due({ currency: null }))).toContain('SUMMARY:Invoice HB-1 is due: 86.27\r\n')
  })

  test('leaves out the end where the next day has no date: an all-day event without one ends with its day', () => {
    const lines = linesOf(calendar(due({ dueDay: '9999-12-31' })))
    expect(lines.filter((line) => line.startsWith('DT'))).toEqual([
      'DTSTAMP:20261122T102030Z',
      'DTSTART;VALUE=DATE:99991231'
    ])
    expect(calendar(due({ dueDay: '9999-12-30' }))).toContain('DTEND;VALUE=DATE:99991231\r\n')
  })

  describe('the id of an event', () => {
    const idOf = (owner: Partial<CalendarOwner>, invoice: Partial<Invoice> = {}): string | undefined =>
      linesOf(calendarFor({ ...ANNA, ...owner }, [due(invoice)])).find((line) => line.startsWith('UID:'))
    const profile = (name: 'customerId' | 'id', value: string | number): ProfileView => ({
      title: null,
      email: null,
      groups: { person: [], address: [], company: [], account: [{ name, value }], other: [] },
      dropped: 0
    })

    test('stays the same in each export, and on another computer', () => {
      const same: Partial<CalendarOwner>[] = [
        { id: 'on another computer' },
        { baseUrl: `${HOME}/v2/` },
        { email: 'Anna@Example.com' },
        { profile: profile('id', 7) }
      ]
      for (const owner of same) expect(idOf(owner)).toBe(idOf({}))
      expect(idOf({}, { total: '1', number: 'HB-2', dueDay: '2027-01-01' })).toBe(idOf({}))
    })

    test('differs for another key, even if only its end differs', () => {
      const long = 'k'.repeat(500)
      const keys = ['k1', 'K1', long, `${long}a`, `${long}\ud83d`, `${long}\ud83e`]
      expect(new Set(keys.map((key) => idOf({}, { key }))).size).toBe(keys.length)
    })

    test('differs for another account and another provider', () => {
      const owners: Partial<CalendarOwner>[] = [
        {},
        { email: 'bert@example.com' },
        { baseUrl: 'https://other.example' },
        { email: null },
        { email: null, id: 'second' },
        { email: null, profile: profile('customerId', 7) },
        { email: null, profile: profile('customerId', 8) }
      ]
      expect(new Set(owners.map((owner) => idOf(owner))).size).toBe(owners.length)
    })

    test('of an account without an email has the provider’s account id instead', () => {
      const seven = { email: null, profile: profile('customerId', 7) }
      expect(idOf({ ...seven, id: 'on another computer' })).toBe(idOf(seven))
    })
  })

  test('lets no text of the provider add a line or a property', () => {
    const lines = linesOf(calendar(due({ number: 'a\r\nEND:VEVENT\nATTENDEE:b;c,d\\e\u0085f' })))
    expect(lines).toHaveLength(13)
    expect(lines[8]).toBe(String.raw`SUMMARY:Invoice a END:VEVENT ATTENDEE:b\;c\,d\\e f is due: €86.27`)
  })

  test.each(['x'.repeat(5000), 'ü€😀'.repeat(900), `${'y'.repeat(180)}\ud83d`])(
    'folds lines at 75 octets',
    (number) => {
      const text = calendar(due({ number }))
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(text).toBe(text.toWellFormed())
      expect(text).not.toContain('\ufffd\ufffd')
    }
  )
})
