/** The statuses that occur in invoices. */
import type { DatabaseSync } from 'node:sqlite'
import type { InvoiceStatus } from '../../../shared/models/connection.ts'
import type { Invoice, InvoiceState } from '../../../shared/models/invoice.ts'
import { parse } from '../json-column.ts'

/** Most statuses that are told; whoever has more has free texts in their place. */
const MOST_STATUSES = 200

/** A status counts as what most of its invoices count as: a flag of their own may say otherwise of some. */
export function invoiceStatuses(db: DatabaseSync): InvoiceStatus[] {
  // Beside a max(), SQLite takes the other columns from the row that has it.
  return db
    .prepare(
      `WITH counted AS (
         SELECT status, state, count(*) AS n, min(position) AS first FROM invoices
         WHERE status IS NOT NULL GROUP BY status, state),
       most AS (
         SELECT status, state, first, max(n), sum(n) AS total FROM counted
         GROUP BY status ORDER BY total DESC, first LIMIT ?)
       SELECT total, most.state, invoice FROM most JOIN invoices ON position = first ORDER BY total DESC, first`
    )
    .all(MOST_STATUSES)
    .map((row) => {
      const { providerStatus, statusIsNumber } = parse<Invoice>(row['invoice'])
      return {
        status: providerStatus ?? '',
        isNumber: statusIsNumber,
        count: Number(row['total']),
        state: row['state'] as InvoiceState
      }
    })
}
