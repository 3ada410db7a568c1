import { expect, test } from 'vitest'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../src/shared/models/invoice.ts'
import { record, ref, startInvoices } from './invoices.ts'

test('the keys of a selection are those between two places of the list, not those of the whole list', async () => {
  const { account, invoices, fill } = await startInvoices()
  await fill(...Array.from({ length: 20 }, (_none, place) => record(`i${place}`)))
  const { rows } = await invoices.keys(account, { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 5, limit: 3 })
  expect(rows).toEqual(['i5', 'i6', 'i7'].map((number) => ({ key: `id-1/${number}`, number })))
})

test('an invoice’s lines have no letter with thousands of marks', async () => {
  const marked = `a${'\u0301'.repeat(10_000)}b`
  const { invoices, fill, platform } = await startInvoices()
  platform.invoiceLines = () => ({
    lines: [{ text: marked.slice(0, 500), quantity: null, unitAmount: null, amount: null }],
    more: 0
  })
  await fill(record('i1'))
  const { view } = await invoices.invoice(ref('i1'))
  expect(view?.lines[0]?.text).toBe(`a${'\u0301'.repeat(8)}`)
})
