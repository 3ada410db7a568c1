import { describe, expect, test } from 'vitest'
import { PagedInvoices } from '../../../../src/main/provider/api/paged-invoices.ts'
import { PageSequence } from '../../../../src/main/provider/readers/page-sequence.ts'
import { InvoiceReader } from '../../../../src/main/provider/readers/read-invoice.ts'
import { INVOICE_LIMITS } from '../../../../src/main/provider/readers/json/json-limits.ts'
import type { Redact } from '../../../../src/main/provider/readers/security/redaction.ts'
import type { Json } from '../../../../src/shared/models/json.ts'
import type { InvoiceSettings } from '../../../../src/shared/providers/definition.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import { toErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { turnsDuring } from '../../../support/turns.ts'

const reply = { status: 200, host: 'host.example', header: () => null, bytes: new Uint8Array() }
const same: Redact = (text) => text

const LIST_URL = new URL('https://host.example/v3/invoices')

const invoiceList = (redact: Redact, invoiceFields: InvoiceSettings['invoiceFields'] = {}): PagedInvoices =>
  new PagedInvoices({
    sequence: new PageSequence(LIST_URL),
    create: () => new InvoiceReader({ ...BUILT_IN['hypeproxy-v2'], invoiceFields }, redact, new Date()),
    invoiceFields
  })

/** Takes the body in pieces of that many bytes, and calls `after` with each. */
async function readOf(body: string, { piece = 65_536, redact = same, after = (_taken: number) => {} } = {}) {
  const list = invoiceList(redact)
  const page = list.page()
  const bytes = Buffer.from(body)
  for (let at = 0; at < bytes.length; at += piece) {
    await page.write?.(bytes.subarray(at, at + piece))
    after(at + piece)
  }
  const rest = Buffer.from((await page.rest?.()) ?? []).toString()
  await list.join(await page.read(JSON.parse(rest) as Json, reply))
  return { rest, ...(await list.end([])) }
}

const errorIn = async (body: string): Promise<unknown> => {
  try {
    return await readOf(body)
  } catch (error) {
    return toErrorInfo(error)
  }
}

test('each invoice is read once it is there, and once only', async () => {
  const ids = Array.from({ length: 100 }, (_, at) => `invoice-${at}`)
  const body = JSON.stringify({ data: ids.map((id) => ({ id })), total: 100 })
  const looks: string[] = []
  const redact: Redact = (text) => {
    if (text.startsWith('invoice-')) looks.push(text)
    return text
  }
  const { value, rest } = await readOf(body, {
    redact,
    piece: 50,
    // Of what has come, all but what is in the last piece or before its end.
    after: (taken) =>
      expect(looks.length).toBe(body.slice(0, taken).split('},').length - 1 + (taken > body.indexOf(']') ? 1 : 0))
  })
  expect(value.map(({ invoice }) => invoice.key)).toEqual(ids)
  expect(looks).toEqual(ids)
  expect(rest).toBe('{"data":[],"total":100}')
})

test('the records of a later page are read, and those of all pages completed, in turns with other work', async () => {
  const list = invoiceList(same)
  const arrive = async (ids: string[]): Promise<void> => {
    const page = list.page()
    const bytes = Buffer.from(
      JSON.stringify(ids.map((id) => ({ id, total: 12.5, date: '2026-11-01', status: 'open' })))
    )
    await page.write?.(bytes)
    await list.join(await page.read([], reply))
  }
  await arrive(['a'])
  // A turn is over after 8 ms, and each record takes one.
  expect(await turnsDuring(() => arrive(Array.from({ length: 50 }, (_, at) => `invoice-${at}`)))).toBe(6)
  let all: unknown[] = []
  // For its key, for each of three days, and as a whole: five steps for each record.
  expect(await turnsDuring(async () => (all = (await list.end([])).value))).toBe(32)
  expect(all).toHaveLength(51)
})

describe('a record of a later page', () => {
  const countOf = async (pages: object[][], invoiceFields: InvoiceSettings['invoiceFields']): Promise<number> => {
    const list = invoiceList(same, invoiceFields)
    for (const records of pages) {
      const page = list.page()
      await page.write?.(Buffer.from(JSON.stringify(records)))
      await list.join(await page.read([], reply))
    }
    return (await list.end([])).value.length
  }

  test.each<[one: object, other: object, invoiceFields?: InvoiceSettings['invoiceFields']]>([
    [{ id: 1, k: 'credit_note' }, { id: 1, k: 'invoice' }, { kind: 'k' }],
    [{ id: 1, paper: { class: { code: 381 } } }, { id: 1, paper: { class: { code: 380 } } }, { kind: 'paper.class' }],
    [
      { id: 1, is_credit_note: true },
      { id: 1, is_credit_note: false }
    ],
    [{ id: 1, isProforma: 1 }, { id: 1 }],
    [
      { id: 1, document_type: { name: 'Quote' } },
      { id: 1, document_type: { name: 'Invoice' } }
    ],
    [
      { id: 0, number: 'A-1' },
      { id: 0, number: 'B-1' }
    ],
    [
      { id: 0, invoiceNo: 7 },
      { id: 0, invoiceNo: 8 }
    ],
    [{ id: 0, no: { text: 'A-1' } }, { id: 0, no: { text: 'B-1' } }, { number: 'no.text' }]
  ])('is another one, although it has the same id: %j, %j', async (one, other, invoiceFields = {}) => {
    expect(await countOf([[one], [other]], invoiceFields)).toBe(2)
    expect(await countOf([[one], [one, other]], invoiceFields)).toBe(2)
  })

  test('is the same one, whatever else of it has changed', async () => {
    const record = { id: 1, k: 'invoice', number: 'A-1', status: 'open' }
    expect(await countOf([[record], [{ ...record, status: 'paid' }]], { kind: 'k' })).toBe(1)
  })
})

test.each([
  ['{"total":3}', 'unknownShape'],
  ['5', 'notAList'],
  ['[1,2]', 'unknownShape']
])('%s is no list of invoices', async (body, found) => {
  expect(await errorIn(body)).toEqual({ code: 'BAD_REPLY', host: 'host.example', status: 200, found })
})

describe('bounds', () => {
  const lines = (count: number): string => `[{"lines":[${'{"a":1},'.repeat(count / 2 - 2)}0]}]`
  test('accepts an invoice with as many values as the limit, and rejects one with more', async () => {
    expect((await readOf(lines(INVOICE_LIMITS.partsOfRecord))).value).toHaveLength(1)
    expect(await errorIn(lines(INVOICE_LIMITS.partsOfRecord + 4))).toEqual({ code: 'TOO_LARGE' })
  })

  const invoices = (count: number, invoice: object): string =>
    JSON.stringify(Array.from({ length: count }, () => invoice))
  test('of brief invoices: those of a table are not brief', async () => {
    const { records } = INVOICE_LIMITS.brief
    expect((await readOf(invoices(records, {}))).value).toHaveLength(records)
    expect(await errorIn(invoices(records + 1, {}))).toEqual({ code: 'TOO_LARGE' })
    const ofTable = { invoiceNumber: 'A-1', date: '2026-11-01', total: 12.5 }
    expect((await readOf(invoices(2 * records, ofTable))).value).toHaveLength(2 * records)
  })
})
