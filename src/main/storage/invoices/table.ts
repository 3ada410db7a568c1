/** The invoices in the working copy: what rows are chosen and sorted by, and the texts that they are found by. */
import type { DatabaseSync } from 'node:sqlite'
import type { Invoice } from '../../../shared/models/invoice.ts'
import { plainLetters } from '../../../shared/i18n/transliterate.ts'
import { amountOrder } from '../decimal.ts'
import { keyText } from '../json-column.ts'
import { instant, nameOrder } from '../sort-keys.ts'

/** `…_order`: what it is sorted by; NULL: the invoice has none. */
export const INVOICES_SCHEMA = `
  CREATE TABLE invoices (
    position INTEGER PRIMARY KEY,    -- in the platform's order, from 0
    key TEXT NOT NULL UNIQUE,        -- JSON notation
    state TEXT NOT NULL,
    status TEXT,                     -- JSON notation; NULL: the platform gave none
    currency TEXT,
    amount TEXT,                     -- the total, an exact decimal
    issued_day TEXT,                 -- YYYY-MM-DD
    due_day TEXT,
    issued_order TEXT,
    paid_order TEXT,
    updated_order TEXT,
    number_order TEXT,
    status_order TEXT,
    method_order TEXT,
    subtotal_order TEXT,
    discount_order TEXT,
    taxes_order TEXT,
    total_order TEXT,
    words TEXT NOT NULL,             -- what it is found by
    line_texts TEXT NOT NULL,        -- JSON
    invoice TEXT NOT NULL,           -- JSON
    rest TEXT NOT NULL               -- JSON: raw and links
  ) STRICT;
  CREATE INDEX invoices_statuses ON invoices (status, state);

  -- Contentless: filled when first searched; rowid is the position.
  CREATE VIRTUAL TABLE invoice_words USING fts5 (
    words, content = '', contentless_delete = 1, detail = full, tokenize = 'unicode61 remove_diacritics 2'
  )
`

const COLUMNS =
  INVOICES_SCHEMA.slice(0, INVOICES_SCHEMA.indexOf('STRICT'))
    .match(/^ {4}\w+/gm)
    ?.map((name) => name.trim()) ?? []

export interface Texts {
  /** JSON */
  invoice: string
  /** JSON: raw and links. */
  rest: string
  /** What its lines say. */
  lineTexts: string
}

export function emptyInvoices(db: DatabaseSync): void {
  db.exec("DELETE FROM invoices; INSERT INTO invoice_words (invoice_words) VALUES ('delete-all')")
}

/** Empties the table and fills it in the order of the calls. */
export function invoiceWriter(db: DatabaseSync): (invoice: Invoice, texts: Texts) => void {
  emptyInvoices(db)
  const put = db.prepare(`INSERT INTO invoices (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`)
  const words = orders()
  let position = 0
  return (invoice, texts) => {
    const { providerStatus, number, paymentMethod, currency } = invoice
    put.run(
      position++,
      keyText(invoice.key),
      invoice.state,
      providerStatus === null ? null : keyText(providerStatus),
      currency,
      invoice.total,
      invoice.issuedDay,
      invoice.dueDay,
      momentOrder(invoice.issuedAt),
      momentOrder(invoice.paidAt),
      momentOrder(invoice.updatedAt),
      nameOrder(number),
      words(providerStatus),
      words(paymentMethod),
      amountOf(invoice.subtotal),
      amountOf(invoice.discount),
      amountOf(invoice.taxes),
      amountOf(invoice.total),
      plainLetters(
        [number, invoice.key, providerStatus, paymentMethod, wordsOf(paymentMethod), currency, texts.lineTexts]
          .filter(Boolean)
          .join('\n')
      ),
      JSON.stringify(texts.lineTexts),
      texts.invoice,
      texts.rest
    )
  }
}

/** "Credit Card" of "CreditCard", as the page shows it. */
const wordsOf = (name: string | null): string | undefined => name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')

/** By the day on its face, as people see it, and within a day by the moment. @param text ISO 8601 */
function momentOrder(text: string | null): string | null {
  const at = instant(text)
  return text === null || at === null ? null : `${text.slice(0, 10)} ${Number(at) + ALL_OF_ONE_WIDTH}`
}
/** Milliseconds from the year 1000 to 9999 are within it, either way. */
const ALL_OF_ONE_WIDTH = 1_000_000_000_000_000

const amountOf = (decimal: string | null): string | null => (decimal === null ? null : amountOrder(decimal))

/** As nameOrder; of a list's few words each is worked out once. */
function orders(): (text: string | null) => string | null {
  const known = new Map<string | null, string | null>()
  return (text) => {
    let order = known.get(text)
    if (order === undefined) {
      order = nameOrder(text)
      if (known.size < 1000) known.set(text, order)
    }
    return order
  }
}
