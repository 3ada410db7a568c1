/** A part of a list joins the stored list: the provider may still have what the part lacks. */
import { MOST_INVOICES } from '../../../shared/models/invoice.ts'
import { inSlices } from '../../concurrency.ts'
import type { Stored } from '../../ports/index.ts'
import { InvoiceList } from './invoice-list.ts'
import { agedInvoice, type StoredInvoice } from './stored-invoice.ts'

/** Each refresh may bring another part, so the saved invoices that stay are limited. */
const MOST_BYTES = 16_000_000

/** The records of the part come first. The others keep their order, and tell when they last came. */
export async function joinInvoices(
  saved: Stored<InvoiceList>,
  part: Stored<InvoiceList>
): Promise<Stored<InvoiceList>> {
  const others = await inSlices(aged(saved, part))
  return { ...part, value: new InvoiceList([...part.value.stored, ...others]) }
}

function* aged(saved: Stored<InvoiceList>, part: Stored<InvoiceList>): Generator<void, StoredInvoice[], void> {
  const keys = new Set(part.value.stored.map(({ invoice }) => invoice.key))
  const others: StoredInvoice[] = []
  let bytes = 0
  for (const stored of saved.value.stored) {
    if (!keys.has(stored.invoice.key)) {
      const one = agedInvoice(stored, saved.fetchedAt)
      bytes += one.rest.length + Buffer.byteLength(one.lineTexts)
      if (keys.size + others.length >= MOST_INVOICES || bytes > MOST_BYTES) break
      others.push(one)
    }
    yield
  }
  return others
}
