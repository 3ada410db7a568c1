import { describe, expect, test } from 'vitest'
import { readInvoices } from '../../../src/main/readers/read-invoice.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import type { Json } from '../../../src/shared/models/json.ts'

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
