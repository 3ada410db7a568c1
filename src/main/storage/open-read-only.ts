/** A look at the accounts from beside the running app: nothing is written, mended, moved or set aside. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Account } from '../../shared/models/account.ts'
import { AppError } from '../../shared/ipc/error.ts'
import type { InvoiceSummary } from '../../shared/models/invoice.ts'
import type { InvoiceRecord } from '../core/ports/index.ts'
import { replaceInvoices } from './invoices/rows.ts'
import { invoiceSummary } from './invoices/summary.ts'
import { readAccounts, hasLock } from './registry.ts'
import { openWorkingCopy } from './memory-database.ts'

/** How long it waits for the running app, which may be writing. */
const BUSY_MS = 2000

/** @returns null before the app was ever started @throws STORAGE */
export function readRegistryFile(file: string): { accounts: Account[]; hasLock: boolean } | null {
  if (!existsSync(file)) return null
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(untouched(file), { readOnly: true, timeout: BUSY_MS })
    return { accounts: readAccounts(db), hasLock: hasLock(db) }
  } catch {
    // Whatever SQLite says of it, the app itself is what mends it.
    throw new AppError('STORAGE')
  } finally {
    db?.close()
  }
}

/**
 * Nobody has a file open that has no -wal beside it. SQLite would make one even for a reader, and leave it, unless it is told
 * that nobody writes (sqlite.org/uri.html, `immutable`).
 */
function untouched(file: string): string | URL {
  if (existsSync(`${file}-wal`)) return file
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** What the records come to, by the same rules as stored ones. */
export function summaryOf(records: readonly InvoiceRecord[], today: string): InvoiceSummary {
  const copy = openWorkingCopy()
  try {
    return copy.change((db) => {
      replaceInvoices(db, records)
      return invoiceSummary(db, today)
    })
  } finally {
    copy.close()
  }
}
