/** Invoices of the sample: their days, lines and files, and how they change while time goes by. */
import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../src/main/provider/readers/read-invoice.ts'
import { SampleApi, issueToken, SAMPLE_ADDRESSES, SAMPLE_EMAIL } from '../../../src/sample/index.ts'
import { onePage } from '../../../src/sample/invoice-files.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { daysBetween, today } from '../../../src/shared/models/day.ts'
import type { InvoiceRecord } from '../../../src/main/ports/index.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { inUtc } from '../../support/utc.ts'

inUtc()

const NOW = new Date('2026-11-20T12:00:00Z')
const MINUTE = 60_000

/** Asks for the invoices at a time, as who has this ETag. */
async function ask(
  sandbox: SampleApi['fetch'],
  now: Date,
  etag = ''
): Promise<{ status: number; etag: string; records: InvoiceRecord[] }> {
  const headers = { authorization: `Bearer ${issueToken(SAMPLE_EMAIL, now)}`, 'if-none-match': etag }
  const reply = await sandbox(new Request(`${SAMPLE_ADDRESSES.difficult}/v3/invoices`, { headers }))
  const list = reply.status === 200 ? ((await reply.json()) as Json[]) : []
  const { value } = readInvoices(list, BUILT_IN['hypeproxy-v2'], (text) => text, { now: new Date() })
  return { status: reply.status, etag: reply.headers.get('etag') ?? '', records: value }
}

const sample = async (): Promise<InvoiceRecord[]> =>
  (await ask(new SampleApi({ data: 'difficult', now: () => NOW }).fetch, NOW)).records

test('of the six that are open one is overdue, and one is due in two days', async () => {
  const open = (await sample()).filter(({ invoice }) => invoice.state === 'open')
  expect(open).toHaveLength(6)
  const left = open.flatMap(({ invoice }) => (invoice.dueDay === null ? [] : [daysBetween(today(NOW), invoice.dueDay)]))
  expect(left.toSorted((one, other) => one - other)).toEqual([-26, 2])
})

test('has a part-paid invoice, a credit, one without a status, one of zero and an unreadable due date', async () => {
  const invoices = (await sample()).map(({ invoice }) => invoice)
  expect(invoices.filter(({ paidAmount }) => paidAmount !== null)).toMatchObject([
    { state: 'open', currency: 'USD', total: '300', paidAmount: '250', remaining: '50' }
  ])
  expect(invoices.filter(({ state }) => state === 'credit')).toMatchObject([
    { total: '50', currency: 'EUR', remaining: null }
  ])
  expect(invoices.filter(({ providerStatus }) => providerStatus === null)).toMatchObject([{ state: 'unknown' }])
  expect(invoices.filter(({ total }) => Number(total) === 0)).toMatchObject([{ state: 'settled' }])
  expect(invoices.filter(({ dueUnread }) => dueUnread)).toMatchObject([{ state: 'open', dueDay: null }])
})

test('has an id beyond the whole numbers that a program can count', async () => {
  const headers = { authorization: `Bearer ${issueToken(SAMPLE_EMAIL, NOW)}` }
  const api = new SampleApi({ data: 'difficult', now: () => NOW }).fetch
  const reply = await api(new Request(`${SAMPLE_ADDRESSES.difficult}/v3/invoices`, { headers }))
  expect(await reply.text()).toContain('"id":732822797798539264,')
})

describe('files', () => {
  test('a page has its objects where its table says, and text that ends nowhere too early', () => {
    const file = new TextDecoder().decode(onePage(['a (b) \\', 'Zürich', 'l’eau', 'Łódź']))
    expect(file).toContain('(a \\(b\\) \\\\) Tj')
    expect(file).toContain('(Z\\374rich) Tj')
    expect(file).toContain('(l\\222eau) Tj')
    expect(file).toContain('(?\\363d?) Tj')
    const places = [...file.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at))
    expect(places).toHaveLength(5)
    for (const [index, at] of places.entries()) expect(file.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj\\n`))
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1])
    expect(file.slice(table)).toMatch(/^xref\n0 6\n/)
    const [, length, stream] = /\/Length (\d+) >>\nstream\n(.*)\nendstream/s.exec(file) ?? []
    expect(stream).toHaveLength(Number(length))
  })
})

describe('while time goes by', () => {
  const states = (records: InvoiceRecord[]): Map<string, string> =>
    new Map(records.map(({ invoice }) => [invoice.key, invoice.state]))
  const news = (before: InvoiceRecord[], after: InvoiceRecord[]): string[] => {
    const known = states(before)
    return after.flatMap(({ invoice: { key, state } }) => {
      const was = known.get(key)
      return was === undefined ? [`new ${state}`] : was === state ? [] : [`${was} ${state}`]
    })
  }

  test('a new one comes, then one is paid, and so on; a launch goes on where the last one was', async () => {
    let now = NOW
    const sandbox = new SampleApi({ data: 'difficult', now: () => now, drift: true }).fetch
    const first = await ask(sandbox, now)
    const later = async (minutes: number, etag = ''): ReturnType<typeof ask> => {
      now = new Date(NOW.getTime() + minutes * MINUTE)
      return ask(sandbox, now, etag)
    }
    expect((await later(14, first.etag)).status).toBe(304)
    const second = await later(15, first.etag)
    expect(news(first.records, second.records)).toEqual(['new open'])
    expect(second.records[0]?.invoice.issuedAt).toBe(now.toISOString())
    expect((await later(29, second.etag)).status).toBe(304)
    const third = await later(30, second.etag)
    expect(news(second.records, third.records)).toEqual(['open settled'])
    expect(third.records).toHaveLength(46)

    const again = await ask(new SampleApi({ data: 'difficult', now: () => now, drift: true }).fetch, now, third.etag)
    expect(again.status).toBe(304)
  })
})
