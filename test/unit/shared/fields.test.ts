/** The steps of CONTRIBUTING.md for a new field: a row in the table, the provider's names of it, and its label. */
import { afterAll, expect, test, vi } from 'vitest'
import { atOnce } from '../../../src/main/concurrency.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { PLAIN_CSV } from '../../support/csv.ts'
import { EVERY_INVOICE, type InvoiceColumn } from '../../../src/shared/models/invoice.ts'

vi.mock(import('../../../src/shared/models/fields.ts'), async (original) => {
  const { invoiceFields, productFields } = await original()
  return {
    invoiceFields: { ...invoiceFields, orderNumber: { type: 'text', column: 'orderNumber', csv: true, pane: true } },
    productFields: { ...productFields, minimumTerm: { type: 'integer', pane: 'facts' } }
  }
})
vi.mock(import('../../../src/main/provider/readers/invoice-vocabulary.ts'), async (original) => {
  const module = await original()
  return { ...module, FIELD_NAMES: { ...module.FIELD_NAMES, orderNumber: ['po_number'] } }
})
vi.mock(import('../../../src/shared/i18n/en/page.json', { with: { type: 'json' } }), async (original) => {
  const { default: page } = await original()
  const { invoices, catalogue } = page
  return {
    default: {
      ...page,
      invoices: { ...invoices, column: { ...invoices.column, orderNumber: 'Order number' } },
      catalogue: {
        ...catalogue,
        product: {
          ...catalogue.product,
          field: { ...catalogue.product.field, minimumTerm: 'Minimum term' }
        }
      }
    }
  }
})

// The unit tests share their modules: these have to see the longer tables.
vi.resetModules()
const { INVOICE_COLUMNS } = await import('../../../src/shared/models/invoice.ts')
const { readInvoices } = await import('../../../src/main/provider/readers/read-invoice.ts')
const { readProduct } = await import('../../../src/main/provider/readers/read-product.ts')
const { productTable } = await import('../../../src/main/catalogue/catalogue-export.ts')
const { invoiceTable } = await import('../../../src/main/invoices/export/csv-tables.ts')
const { InvoiceList } = await import('../../../src/main/invoices/storage/invoice-list.ts')
const { productFacts } = await import('../../../src/renderer/src/features/catalogue/productFacts.ts')
const { cellText, invoiceFacts } = await import('../../../src/renderer/src/features/invoices/invoiceText.ts')
const { useMessages } = await import('../../../src/renderer/src/i18n.ts')
const { default: page } = await import('../../../src/shared/i18n/en/page.json')
useMessages('en', page)
afterAll(() => void vi.resetModules())

test('a new invoice field is read, and is in the pane, the table, the search, the sorting and the CSV', async () => {
  const column = 'orderNumber' as InvoiceColumn
  const sent = ['B-2', 'A-1'].map((po_number, id) => ({ id, total: 1, po_number }))
  const records = readInvoices(sent, BUILT_IN['hypeproxy-v2'], (text) => text, { now: new Date() }).value
  const [invoice] = records.map((record) => record.invoice)
  expect(invoice).toHaveProperty('orderNumber', 'B-2')
  expect(invoiceFacts(invoice!)).toContainEqual({ name: 'orderNumber', label: 'Order number', text: 'B-2' })
  expect(INVOICE_COLUMNS).toContain(column)
  expect(cellText(invoice!, column)).toBe('B-2')
  const { header, row } = invoiceTable(PLAIN_CSV)
  expect(header).toContain(',Order number')
  expect(row({ invoice: invoice! })).toContain(',B-2')

  const list = new InvoiceList(
    records.map((record) => ({ invoice: record.invoice, lineTexts: '', rest: Buffer.from('{}') }))
  )
  const found = async (text: string) => {
    const query = { ...EVERY_INVOICE, text, sort: column, descending: false, offset: 0, limit: 10 }
    const { rows } = await list.page(query, '2026-11-22')
    return rows.map(({ key }) => key)
  }
  expect(await found('')).toEqual(['1', '0'])
  expect(await found('b-2')).toEqual(['0'])
})

test('a new product field is read, and is in the pane and the CSV', () => {
  const { product, unknownFields } = atOnce(readProduct({ id: 'p1', minimumTerm: '12' }, 'p1', (text) => text)).value
  expect(product).toHaveProperty('minimumTerm', 12)
  expect(unknownFields).toEqual([])
  expect(productFacts(product, 0)).toEqual([
    { name: 'minimumTerm', label: 'Minimum term', text: '12', kind: 'figures' }
  ])
  const { header, row } = productTable(PLAIN_CSV)
  expect(header).toContain(',minimumTerm')
  expect(row(product)).toContain(',12')
})
