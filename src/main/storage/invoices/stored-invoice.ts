/** Invoices as text for the encrypted boxes, and back. */
import type { Invoice } from '../../../shared/models/invoice.ts'
import type { InvoiceRecord } from '../../core/ports/index.ts'
import { parse } from '../json-column.ts'

type Rest = Omit<InvoiceRecord, 'invoice' | 'lineTexts'>

export interface StoredInvoice {
  readonly invoice: Invoice
  readonly lineTexts: string
  /** Record and links: JSON once the invoice was written or read, which takes less memory. */
  rest: Rest | string
}

export function storedInvoice({ invoice, lineTexts = '', ...rest }: InvoiceRecord): StoredInvoice {
  return { invoice, lineTexts, rest }
}

export function recordOf({ invoice, rest }: StoredInvoice): InvoiceRecord {
  return { invoice, ...(typeof rest === 'string' ? parse<Rest>(rest) : rest) }
}

/** Characters of a box: one is encrypted, or decrypted and parsed, in about 10 ms. */
const BOX_CHARACTERS = 500_000

/** Boxes of three lines for each invoice. JSON has no line breaks of its own. */
export function* toBoxes(list: readonly StoredInvoice[]): Generator<string, void> {
  let lines: string[] = []
  let characters = 0
  for (const stored of list) {
    if (typeof stored.rest !== 'string') stored.rest = JSON.stringify(stored.rest)
    const entry = [JSON.stringify(stored.invoice), stored.rest, JSON.stringify(stored.lineTexts)]
    lines.push(...entry)
    for (const line of entry) characters += line.length
    if (characters < BOX_CHARACTERS) continue
    yield lines.join('\n')
    lines = []
    characters = 0
  }
  if (lines.length > 0) yield lines.join('\n')
}

export function fromBox(box: string): StoredInvoice[] {
  const lines = box.split('\n')
  return Array.from({ length: lines.length / 3 }, (_none, at) => ({
    invoice: parse<Invoice>(lines[3 * at]),
    rest: lines[3 * at + 1] ?? '',
    lineTexts: parse<string>(lines[3 * at + 2])
  }))
}
