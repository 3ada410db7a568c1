/** A temporary folder for a test, storage in it, and records to store. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { onTestFinished } from 'vitest'
import type {
  AccountStorage,
  ImportOptions,
  ListDownload,
  StagedList,
  InvoiceRecord,
  KeyOf,
  ProductReading,
  ProductRecord,
  StoredInfo
} from '../../../src/main/ports/index.ts'
import { FileStorage } from '../../../src/main/storage/file-storage.ts'
import type { AccountRecord } from '../../../src/shared/models/account.ts'
import type { ProfileView } from '../../../src/shared/models/profile.ts'
import { dayOf } from '../../../src/shared/models/day.ts'
import { EVERY_INVOICE, NEWEST_FIRST, type Invoice, type InvoiceQuery } from '../../../src/shared/models/invoice.ts'
import type { Product, ProductQuery } from '../../../src/shared/models/product.ts'
import { NO_INVOICE_FIELDS } from '../../support/invoice-fields.ts'
import { shareCatalogueWorker, type SharedCatalogueWorker } from '../../support/shared-catalogue-worker.ts'

export const ID = '0b7c1d52-6a4e-4f0e-9d3b-2f1f4c7a9e10'

export const OTHER_ID = ID.replace('0b', '1c')

/** 32 bytes in base64. */
export const KEY = Buffer.alloc(32, 7).toString('base64')
export const keyOf: KeyOf = async () => KEY

export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'portside-storage-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

let shared: SharedCatalogueWorker | null = null

/** One worker for all tests of a file: starting one for each storage takes longer than the tests. */
export function startSharedWorker(): Worker {
  shared ??= shareCatalogueWorker()
  return shared.start()
}

/** Closed when the test ends, before the folder goes. */
export function storageIn(path: string, startWorker = startSharedWorker): FileStorage {
  const storage = new FileStorage(path, startWorker)
  onTestFinished(() => storage.close())
  return storage
}

/** One run of the app on a folder. */
export function launch(path = folder(), key = keyOf) {
  const storage = storageIn(path)
  return { storage, account: storage.open(ID, key), quit: () => storage.close() }
}

export function accountFile(path: string): string {
  return join(path, 'accounts', ID, 'account.db')
}

export function catalogueFile(path: string): string {
  return join(path, 'accounts', ID, 'catalogue.db')
}

/** Edits a closed file as another program. */
export function edit(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

/** All bytes of all files in the folder and below, one character each. The worker may delete a -wal meanwhile. */
export function bytesIn(path: string): string {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => (existsSync(file) ? readFileSync(file, 'latin1') : ''))
    .join('\n')
}

export const INFO: StoredInfo = {
  fetchedAt: '2026-11-20T10:00:00.000Z',
  notes: [{ kind: 'noId', count: 2 }],
  validators: { etag: '"v1"', lastModified: 'Fri, 20 Nov 2026 09:00:00 GMT', of: 'all of it' }
}

export const STORAGE_ERROR = { info: { code: 'STORAGE' } }

export const PROFILE: ProfileView = {
  title: 'Zoë',
  email: null,
  groups: { person: [], address: [], company: [], account: [], other: [] },
  dropped: 0
}

/** For a product list without notes. */
export const LISTED: StoredInfo = { ...INFO, notes: [] }

export const ALL: ProductQuery = {
  offset: 0,
  limit: 200,
  text: '',
  available: false,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'default',
  providerSort: '',
  reverse: false,
  grouped: false
}

export const TODAY = '2026-11-20'

/** All invoices in the initial order. */
export const ANY: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 200 }

/** An element of a list: a record, of which only `raw` counts, or a raw record. */
export type Listed = ProductRecord | ProductRecord['raw']

/** Options of an incoming list. */
export interface Coming {
  fetchedAt: string
  validators: StoredInfo['validators']
  partial?: StoredInfo['partial']
  secrets?: readonly string[]
  settings?: ProductReading['settings']
  signal?: AbortSignal
  onProgress?: ImportOptions['onProgress']
}

const rawOf = (one: Listed): unknown => ('unknownFields' in one ? one['raw'] : one)
const CHUNK_BYTES = 16 * 1024

/** @param list a text: the body as it is */
export function bodyOf(list: readonly Listed[] | string): Uint8Array {
  return new TextEncoder().encode(typeof list === 'string' ? list : JSON.stringify(list.map(rawOf)))
}

/** Imports a list in chunks, up to its end. */
export async function stage(
  { catalogue }: Pick<AccountStorage, 'catalogue'>,
  list: readonly Listed[] | string,
  coming: Partial<Coming> = {}
): Promise<StagedList> {
  const { secrets = [], settings, signal = new AbortController().signal, onProgress = () => undefined } = coming
  const { validators = INFO.validators, partial = null } = coming
  const download: ListDownload = {
    secrets,
    settings,
    async receive(start) {
      const writer = start()
      const body = bodyOf(list)
      for (let at = 0; at < body.byteLength; at += CHUNK_BYTES) await writer.write(body.slice(at, at + CHUNK_BYTES))
      await writer.end()
      return { validators, partial }
    }
  }
  const staged = await catalogue.import(download, { signal, onProgress })
  if (!staged) throw new Error('nothing has changed')
  return staged
}

/** Stores a list as a refresh does, with the real reader and worker. @returns the number of changed products */
export async function saveList(
  storage: Pick<AccountStorage, 'catalogue'>,
  list: readonly Listed[] | string,
  coming: Coming = INFO
): Promise<number> {
  return (await stage(storage, list, coming)).commit(coming.fetchedAt)
}

export function product(key: string, fields: Product = {}): ProductRecord {
  const whole = { id: key, ...fields }
  const raw = { ...whole, extra: [1, null] } as ProductRecord['raw']
  return { key, product: whole, raw, unknownFields: ['extra'], notes: [] }
}

export function invoice(key: string, fields: Partial<Invoice> = {}): InvoiceRecord {
  return {
    invoice: {
      key,
      ...NO_INVOICE_FIELDS,
      state: 'open',
      providerStatus: '1',
      statusIsNumber: true,
      otherWords: null,
      calledOverdue: false,
      total: '10.00',
      issuedDay: dayOf(fields.issuedAt ?? null),
      dueDay: dayOf(fields.dueAt ?? null),
      dueBy: fields.dueAt ? 'provider' : null,
      dueUnread: false,
      hasPage: true,
      hasPdf: false,
      ...fields
    },
    raw: { id: key, status: 1 },
    pageUrl: 'https://pay.example/i',
    pdfUrl: null
  }
}

export function account(id: string, email: string): AccountRecord {
  return {
    id,
    label: email,
    named: false,
    kind: 'password',
    connection: { baseUrl: 'https://api.example', provider: 'hypeproxy-v2' },
    email,
    tokenStored: true,
    keyStored: true,
    signedOut: false,
    tokenExpiresAt: null,
    addedAt: '2026-11-20T10:00:00.000Z'
  }
}
