/** Reads the accounts beside a running app, without writing, repairing or moving anything. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Account } from '../../shared/models/account.ts'
import { AppError } from '../../shared/ipc/error.ts'
import type { InvoiceSummary } from '../../shared/models/invoice.ts'
import type { InvoiceRecord } from '../core/ports/index.ts'
import { summaryOf as sumUp } from './invoices/invoice-sums.ts'
import { readAccounts, hasLock } from './registry.ts'
import { atOnce } from './time-slices.ts'

/** How long it waits for the running app to finish a write. */
const BUSY_MS = 2000

/** @returns null before the app was ever started @throws STORAGE */
export function readRegistryFile(file: string): { accounts: Account[]; hasLock: boolean } | null {
  if (!existsSync(file)) return null
  let db: DatabaseSync | null = null
  try {
    db = new DatabaseSync(readOnlyAddress(file), { readOnly: true, timeout: BUSY_MS })
    return { accounts: readAccounts(db), hasLock: hasLock(db) }
  } catch {
    // Repairing the file is the app's task.
    throw new AppError('STORAGE')
  } finally {
    db?.close()
  }
}

/**
 * Without a -wal, no process has the file open. SQLite would create a -wal even for a reader, and leave it behind, unless the
 * file is marked as `immutable` (sqlite.org/uri.html).
 */
function readOnlyAddress(file: string): string | URL {
  if (existsSync(`${file}-wal`)) return file
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return url
}

/** The summary of records, as for stored ones. */
export const summaryOf = (records: readonly InvoiceRecord[], today: string): InvoiceSummary =>
  atOnce(
    sumUp(
      records.map(({ invoice }) => invoice),
      today
    )
  )
