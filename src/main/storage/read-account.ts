/** The saved invoices and PDFs of one account, for a command: it reads beside a running app, and writes nothing. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { Plan } from '../../shared/models/plan.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import type { Stored } from '../ports/index.ts'
import { ACCOUNT_ID } from '../schemas.ts'
import { ACCOUNT_VERSION, PLANS_BOX, PROFILE_BOX } from './account-files.ts'
import { ACCOUNT_FILE } from './account-folders.ts'
import { readVersion, type Unreadable } from './database.ts'
import { EncryptedDocument } from './encrypted-document.ts'
import { parseKey } from './encryption.ts'
import { INVOICE_BOXES, type InvoiceList } from '../invoices/storage/invoice-list.ts'
import { readPdf } from '../invoices/storage/pdf-store.ts'
import type { Store } from './store.ts'

/** `folder`: the app's data folder. */
export interface AccountLocation {
  folder: string
  accountId: string
}

/** Whether invoices are there, for which the data key is needed. */
export const hasSavedInvoices = (of: AccountLocation): boolean | Exclude<Unreadable, 'none'> =>
  isStored(of, (db) => invoicesIn(db, of))

/** As invoices. */
export const hasSavedPlans = (of: AccountLocation): boolean | Exclude<Unreadable, 'none'> =>
  isStored(of, (db) => plansIn(db, of))

/** @param dataKey in base64 @returns 'sealed' if this key doesn't open them */
export const readSavedInvoices = (of: AccountLocation, dataKey: string): Stored<InvoiceList> | Unreadable | 'sealed' =>
  readDocument(of, dataKey, (db) => invoicesIn(db, of))

/** As invoices. */
export const readSavedProfile = (of: AccountLocation, dataKey: string): Stored<ProfileView> | Unreadable | 'sealed' =>
  readDocument(of, dataKey, (db) => new EncryptedDocument(of.accountId, 'profile', readOnly(db), PROFILE_BOX))

/** As invoices. */
export const readSavedPlans = (of: AccountLocation, dataKey: string): Stored<Plan[]> | Unreadable | 'sealed' =>
  readDocument(of, dataKey, (db) => plansIn(db, of))

/** @returns null if there is no copy, or none that the key opens */
export function readPdfCopy(of: AccountLocation, dataKey: string, invoice: string): Uint8Array | null {
  const key = parseKey(dataKey)
  if (key === null) return null
  const read = readVersion(fileOf(of), ACCOUNT_VERSION, (db) => readPdf(db, of.accountId, key, invoice))
  return typeof read === 'string' ? null : read.value
}

function isStored(
  of: AccountLocation,
  open: (db: DatabaseSync) => Pick<EncryptedDocument<unknown, unknown>, 'isStored'>
): boolean | Exclude<Unreadable, 'none'> {
  const read = readVersion(fileOf(of), ACCOUNT_VERSION, (db) => open(db).isStored())
  if (read === 'none') return false
  return typeof read === 'string' ? read : read.value
}

function readDocument<T>(
  of: AccountLocation,
  dataKey: string,
  open: (db: DatabaseSync) => EncryptedDocument<T, unknown>
): Stored<T> | Unreadable | 'sealed' {
  const key = parseKey(dataKey)
  if (key === null) return 'sealed'
  const read = readVersion(fileOf(of), ACCOUNT_VERSION, (db) => {
    const document = open(db)
    return document.isStored() ? (lastOf(document.read(key))?.document ?? 'sealed') : 'none'
  })
  return typeof read === 'string' ? read : read.value
}

function fileOf({ folder, accountId }: AccountLocation): string {
  if (!ACCOUNT_ID.test(accountId)) throw new AppError('BAD_REQUEST', { found: 'input' })
  return join(folder, 'accounts', accountId, ACCOUNT_FILE)
}

const invoicesIn = (db: DatabaseSync, { accountId }: AccountLocation): EncryptedDocument<InvoiceList, unknown> =>
  new EncryptedDocument(accountId, 'invoices', readOnly(db), INVOICE_BOXES)

const plansIn = (db: DatabaseSync, { accountId }: AccountLocation): EncryptedDocument<Plan[], unknown> =>
  new EncryptedDocument(accountId, 'plans', readOnly(db), PLANS_BOX)

function readOnly(db: DatabaseSync): Store {
  return {
    read: (work) => work(db),
    change: () => {
      throw new AppError('STORAGE')
    },
    condition: () => 'fine',
    returnToFile: () => undefined,
    recover: () => undefined,
    close: () => undefined
  }
}

/** Without a pause: nothing else waits in a command. */
function lastOf<T>(steps: Generator<void, T, void>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}
