/** The saved invoices and PDFs of one account, for a command: it reads beside a running app, and writes nothing. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import type { Stored } from '../core/ports/index.ts'
import { ACCOUNT_ID } from '../core/schemas.ts'
import { ACCOUNT_VERSION, PROFILE_BOX } from './account-store.ts'
import { readVersion, type Unreadable } from './database.ts'
import { EncryptedDocument } from './encrypted-document.ts'
import { parseKey } from './encryption.ts'
import { INVOICE_BOXES } from './invoices/invoice-boxes.ts'
import type { InvoiceList } from './invoices/invoice-list.ts'
import { readSavedPdf } from './pdf-store.ts'
import type { Store } from './store.ts'

export class SavedAccount {
  readonly #id: string
  readonly #file: string

  /** @param folder the app's data folder */
  constructor(folder: string, accountId: string) {
    if (!ACCOUNT_ID.test(accountId)) throw new AppError('BAD_REQUEST', { found: 'input' })
    this.#id = accountId
    this.#file = join(folder, 'accounts', accountId, 'account.db')
  }

  /** Whether invoices are there, for which the data key is needed. */
  hasInvoices(): boolean | Exclude<Unreadable, 'none'> {
    const read = readVersion(this.#file, ACCOUNT_VERSION, (db) => this.#document(db).isStored())
    if (read === 'none') return false
    return typeof read === 'string' ? read : read.value
  }

  /** @param dataKey in base64 @returns 'sealed' if this key doesn't open them */
  invoices(dataKey: string): Stored<InvoiceList> | Unreadable | 'sealed' {
    return this.#read(dataKey, (db) => this.#document(db))
  }

  /** As invoices. */
  profile(dataKey: string): Stored<ProfileView> | Unreadable | 'sealed' {
    return this.#read(dataKey, (db) => new EncryptedDocument(this.#id, 'profile', readOnly(db), PROFILE_BOX))
  }

  /** @returns null if there is no copy, or none that the key opens */
  pdf(dataKey: string, invoice: string): Uint8Array | null {
    const key = parseKey(dataKey)
    if (key === null) return null
    const read = readVersion(this.#file, ACCOUNT_VERSION, (db) => readSavedPdf(db, this.#id, key, invoice))
    return typeof read === 'string' ? null : read.value
  }

  #read<T>(
    dataKey: string,
    open: (db: DatabaseSync) => EncryptedDocument<T, unknown>
  ): Stored<T> | Unreadable | 'sealed' {
    const key = parseKey(dataKey)
    if (key === null) return 'sealed'
    const read = readVersion(this.#file, ACCOUNT_VERSION, (db) => {
      const document = open(db)
      return document.isStored() ? (lastOf(document.read(key))?.document ?? 'sealed') : 'none'
    })
    return typeof read === 'string' ? read : read.value
  }

  #document(db: DatabaseSync): EncryptedDocument<InvoiceList, unknown> {
    return new EncryptedDocument(this.#id, 'invoices', readOnly(db), INVOICE_BOXES)
  }
}

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
