/** Records of providers, from the reader to every place that says what is to pay. */
import { expect, test } from 'vitest'
import { readInvoices } from '../../../src/main/provider/readers/read-invoice.ts'
import { calendarEvents, isInCalendar } from '../../../src/main/invoices/export/calendar.ts'
import { invoiceTable } from '../../../src/main/invoices/export/csv-tables.ts'
import { eventsOf } from '../../../src/main/app/notifications/invoice-news.ts'
import { exitCode } from '../../../src/main/cli/quick-check.ts'
import { InvoiceList } from '../../../src/main/invoices/storage/invoice-list.ts'
import { storedInvoice } from '../../../src/main/invoices/storage/stored-invoice.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { owedText } from '../../../src/shared/i18n/owed-text.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { PLAIN_CSV } from '../../support/csv.ts'

const OWNER = { baseUrl: 'https://api.example', email: null, profile: null, id: 'account' }
const TODAY = '2026-11-20'
const NOW = new Date(`${TODAY}T12:00:00Z`)
const LATE = { currency: 'EUR', date: '2026-10-01', dueDate: '2026-10-15' }

/** What each place says of one record. */
async function said(record: Record<string, Json>) {
  const records = readInvoices([{ id: 'a', ...LATE, ...record }], BUILT_IN['hypeproxy-v2'], (text) => text, {
    now: new Date()
  }).value
  const invoices = records.map(({ invoice }) => invoice)
  const list = new InvoiceList(records.map(storedInvoice))
  const { total, owed } = await list.summary(TODAY, null)
  const event = calendarEvents(OWNER, { now: NOW, locale: 'en-GB', sha256: () => '' })
  const calendar = invoices.filter(isInCalendar).map(event).join('')
  return {
    text: owedText(owed, { locale: 'en-GB' }),
    overdue: owed.overdue,
    calendar: /SUMMARY:(.*)\r\n/.exec(calendar)?.[1] ?? null,
    facts: invoices.flatMap((invoice) => eventsOf(invoice, TODAY, 3)).map(({ kind }) => kind),
    csv: invoices.map((invoice) => invoiceTable(PLAIN_CSV).row({ invoice }).split(',')[2])[0],
    exitCode: exitCode([
      {
        ...{ name: '', isSample: false, problem: null },
        found: { list, owed, total, fetchedAt: NOW.toISOString(), partial: null }
      }
    ])
  }
}

const NOT_DUE = { overdue: 0, calendar: null, facts: ['new', 'changed'] }

test('what remains of a part-paid invoice', async () => {
  expect(await said({ status: 'partially_paid', total: 300, balance: 50 })).toEqual({
    text: '1 to pay · 1 overdue · €50.00',
    overdue: 1,
    calendar: 'Invoice a is due: €50.00',
    facts: ['overdue', 'new', 'changed'],
    csv: 'Open',
    exitCode: 10
  })
})

test.each<[string, Record<string, Json>, string]>([
  ['a credit note', { type: 'credit_note', status: 'issued', total: 50 }, 'Nothing to pay'],
  ['a negative total', { status: 'open', total: -150 }, 'Nothing to pay · €150.00 unused credit']
])('nothing of %s', async (_, record, text) => {
  expect(await said(record)).toEqual({ ...NOT_DUE, text, csv: 'Credit', exitCode: 0 })
})

test.each<[string, Record<string, Json>]>([
  ['a total of zero', { status: 'open', total: 0 }],
  ['a confirmed remainder of zero', { status: 'open', total: 119, amount_paid: 119, balance: 0 }]
])('nothing of %s', async (_, record) => {
  expect(await said(record)).toEqual({ ...NOT_DUE, text: 'Nothing to pay', csv: 'Paid', exitCode: 0 })
})

test('of an invoice without a status, nothing is said to be open or not', async () => {
  expect(await said({ total: 119 })).toMatchObject({
    ...NOT_DUE,
    text: 'No known invoices to pay · 1 without a status',
    exitCode: 20
  })
})

test('a due date that can’t be read is no due date, and is said', async () => {
  expect(await said({ status: 'open', total: 119, dueDate: 'end of the month' })).toMatchObject({
    ...NOT_DUE,
    text: '1 to pay · 1 due date couldn’t be read · €119.00',
    exitCode: 10
  })
})
