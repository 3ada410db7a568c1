import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../../src/main/provider/readers/read-invoice.ts'
import { BUILT_IN } from '../../../../src/shared/providers/built-in.ts'
import type { Json } from '../../../../src/shared/models/json.ts'

describe('a PDF link', () => {
  const pdf = (value: Json) => {
    const list = [{ id: 'a', status: 'paid', total: 5, pdf_url: value }]
    const { value: records, notes } = readInvoices(list, BUILT_IN['hypeproxy-v2'], (text) => text, { now: new Date() })
    return { hasPdf: records[0]?.invoice.hasPdf, notes }
  }

  test.each([
    ['http://files.example.com/1.pdf'],
    ['/invoices/1/download'],
    ['//files.example.com/1.pdf'],
    ['./1.pdf'],
    ['invoices/1.pdf?sign=a']
  ])('that can’t be opened is noted as such: %s', (link) => {
    expect(pdf(link)).toEqual({ hasPdf: false, notes: [{ kind: 'unusableLink', field: 'pdf_url', count: 1 }] })
  })

  test.each([[true], ['JVBERi0xLjQK/abc'], ['none yet'], [{ id: 5 }]])('ignores %j, which is no link', (value) => {
    expect(pdf(value)).toEqual({ hasPdf: false, notes: [{ kind: 'wrongType', field: 'pdf_url', count: 1 }] })
  })
})

describe('a PDF behind the credential', () => {
  const settings = { ...BUILT_IN['hypeproxy-v2'], invoicePdf: { path: '/invoices/{id}/pdf' } }
  const read = (...list: Json[]) =>
    readInvoices(list, settings, (text) => text, { now: new Date() }).value.map(({ invoice, pdfUrl }) => [
      invoice.key,
      invoice.hasPdf,
      pdfUrl
    ])
  const link = 'https://files.example.com/1.pdf'

  test('is what each invoice with an id has, where the definition has such a call', () => {
    expect(read({ id: 7, total: 5 }, { id: 'a', total: 5, pdf_url: '/1.pdf' })).toEqual([
      ['7', true, null],
      ['a', true, null]
    ])
  })

  test('gives way to a link in the record', () => {
    expect(read({ id: 'a', total: 5, pdf_url: link })).toEqual([['a', true, link]])
  })

  test('is none without an id that names one invoice', () => {
    const [none, first, second] = read({ total: 5, date: '2026-01-01' }, { id: 'a', total: 5 }, { id: 'a', total: 6 })
    expect([none?.[1], first, second]).toEqual([false, ['a', true, null], ['a~2', false, null]])
  })
})
