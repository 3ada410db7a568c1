import { describe, expect, test } from 'vitest'
import { createCalendar, isInCalendar } from '../../../../src/main/core/invoices/calendar.ts'
import type { Invoice } from '../../../../src/shared/models/invoice.ts'
import { invoice } from '../../../support/ports.ts'

const NOW = new Date('2026-11-22T10:20:30.400Z')
const due = (part: Partial<Invoice> = {}): Invoice =>
  invoice('k1', { number: 'HB-1', state: 'open', total: '86.27', currency: 'EUR', dueDay: '2026-11-30', ...part })
const calendarFor = (account: string, invoices: readonly Invoice[]): string => {
  const { header, event, footer } = createCalendar(account, NOW, 'en-GB')
  return [header, ...invoices.filter(isInCalendar).map(event), footer].join('')
}
const calendar = (...invoices: Invoice[]): string => calendarFor('account', invoices)
const linesOf = (text: string): string[] => text.replaceAll('\r\n ', '').split('\r\n')

describe('the calendar of due days', () => {
  test('has one all-day event for each open invoice with a due day', () => {
    const lines = linesOf(calendar(due(), due({ key: 'k2', state: 'settled' }), due({ key: 'k3', dueDay: null })))
    expect(lines).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Portside//Portside//EN',
      'BEGIN:VEVENT',
      'UID:k1@account.portside',
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

  test('gives an invoice the same id in each export, and another one to that of another account', () => {
    const id = (text: string): string | undefined => linesOf(text).find((line) => line.startsWith('UID:'))
    expect(id(calendar(due({ total: '1' })))).toBe(id(calendar(due())))
    expect(id(calendarFor('other', [due()]))).not.toBe(id(calendar(due())))
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
