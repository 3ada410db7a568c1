import { expect, test } from 'vitest'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../../src/shared/models/invoice.ts'
import { record, startInvoices } from './invoices.ts'

test('the keys of a selection are those between two places of the list, not those of the whole list', async () => {
  const { invoices, fill } = await startInvoices()
  await fill(...Array.from({ length: 20 }, (_none, place) => record(`i${place}`)))
  const { rows } = await invoices.keys({ ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 5, limit: 3 })
  expect(rows).toEqual(['i5', 'i6', 'i7'].map((key) => ({ key, number: key })))
})
