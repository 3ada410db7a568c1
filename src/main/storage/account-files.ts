/** The stored data of one account: personal data encrypted in its file, pictures in plain, the catalogue in a file of a worker. */
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/ipc/error.ts'
import type { Topic } from '../../shared/models/freshness.ts'
import { MOST_PLANS, type Plan } from '../../shared/models/plan.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import { worseCondition, type StorageCondition } from '../../shared/models/status.ts'
import { Mutex } from '../concurrency.ts'
import type { AccountStorage, InvoiceRecord, KeyOf, PdfRoom, Picture, Stored, StoredInfo } from '../ports/index.ts'
import { ACCOUNT_FILE, CATALOGUE_FILE } from './account-folders.ts'
import { createCatalogueClient, type CatalogueClient } from '../catalogue/storage/catalogue-client.ts'
import type { WorkerClient } from '../catalogue/storage/worker-client.ts'
import { DataKey } from './data-key.ts'
import type { Schema } from './database.ts'
import { copyEncrypted, EncryptedDocument, type DocumentFormat } from './encrypted-document.ts'
import { isWithoutData } from './files.ts'
import { INVOICE_BOXES, InvoiceList } from '../invoices/storage/invoice-list.ts'
import { joinInvoices } from '../invoices/storage/join-invoices.ts'
import { storedInvoice } from '../invoices/storage/stored-invoice.ts'
import { copyNotifiedEvents, NotifiedEvents } from './notified-events.ts'
import { PdfStore, salvagePdfs } from '../invoices/storage/pdf-store.ts'
import { PersonalDocument } from './personal-document.ts'
import { PictureStore } from '../catalogue/storage/picture-store.ts'
import { parse } from './query.ts'
import { copySavedPdfs, SavedPdfTable } from '../invoices/storage/saved-pdf-table.ts'
import { openStore, type Store } from './store.ts'

/** Of the account's file: see Schema. */
export const ACCOUNT_VERSION = 2

const schema: Schema = {
  version: ACCOUNT_VERSION,
  sql: `
    CREATE TABLE encrypted (
      topic TEXT NOT NULL,
      part TEXT NOT NULL,            -- see encrypted-document.ts
      data BLOB NOT NULL,            -- see encryption.ts
      PRIMARY KEY (topic, part)
    ) STRICT;

    CREATE TABLE pictures (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE,     -- SHA-256 of the product's key and the picture's address
      type TEXT NOT NULL,
      size INTEGER NOT NULL,         -- bytes
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX pictures_age ON pictures (sequence, size);

    CREATE TABLE pdfs (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE,     -- of the invoice's key, see createKeyedHash
      fetched_at TEXT NOT NULL,      -- ISO 8601
      size INTEGER NOT NULL,         -- bytes of the PDF
      data BLOB NOT NULL             -- see encryption.ts
    ) STRICT;
    CREATE INDEX pdfs_age ON pdfs (sequence, size);

    CREATE TABLE saved_pdfs (        -- into the user's folder
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE,     -- of the invoice's key, see createKeyedHash
      at TEXT NOT NULL,              -- ISO 8601
      complete INTEGER NOT NULL,     -- 0: the file is being written, or a crash left it so
      data BLOB NOT NULL             -- see encryption.ts
    ) STRICT;
    CREATE INDEX saved_pdfs_list ON saved_pdfs (complete, sequence);

    CREATE TABLE notified_events (
      hash BLOB NOT NULL UNIQUE      -- see createKeyedHash; the hash of no event: events have been stored
    ) STRICT`,
  // Documents and pictures can be fetched again. Notified events and what was saved can't, and links to PDFs expire.
  salvage(from, to) {
    copyNotifiedEvents(from, to)
    copySavedPdfs(from, to)
    salvagePdfs(from, to)
  },
  secureDelete: false,
  // Pictures and PDFs may be too large for memory. PDFs are read from the file in place.
  inMemory: ['encrypted', 'notified_events', 'saved_pdfs'],
  copyToMemory(from, to) {
    copyEncrypted(from, to)
    copyNotifiedEvents(from, to)
    copySavedPdfs(from, to)
  }
}

/** It is made before the catalogue's file. */
export const openAccountFile = (file: string): Store =>
  openStore(file, schema, () => !isWithoutData(join(dirname(file), CATALOGUE_FILE)))

interface Documents {
  profile: PersonalDocument<ProfileView>
  invoices: PersonalDocument<InvoiceList>
  plans: PersonalDocument<Plan[]>
}

/** Counts its users. The last one closes the files, unless data couldn't be written. */
export class AccountFiles implements AccountStorage {
  readonly catalogue: CatalogueClient
  readonly savedPdfs: SavedPdfTable
  readonly #documents: Documents
  readonly #pdfs: PdfStore
  readonly #pictures: PictureStore
  readonly #notifiedEvents: NotifiedEvents
  readonly #store: Store
  readonly #dataKey = new DataKey()
  readonly #onClose: () => void
  #users = 0
  #isClosed = false

  /** @param folder the account's @param worker the catalogues' */
  constructor(accountId: string, folder: string, worker: WorkerClient, onClose: () => void) {
    const file = join(folder, ACCOUNT_FILE)
    const store = openAccountFile(file)
    const shared = {
      dataKey: this.#dataKey,
      mutex: new Mutex(),
      assertOpen: () => this.#assertOpen(),
      onWritten: () => this.#closeIfUnused()
    }
    this.#store = store
    this.#onClose = onClose
    this.catalogue = createCatalogueClient(worker, join(folder, CATALOGUE_FILE), () => this.#assertNotClosed())
    this.#documents = {
      profile: new PersonalDocument({
        ...shared,
        file: new EncryptedDocument(accountId, 'profile', store, PROFILE_BOX)
      }),
      invoices: new PersonalDocument({
        ...shared,
        file: new EncryptedDocument(accountId, 'invoices', store, INVOICE_BOXES),
        joinPart: joinInvoices
      }),
      plans: new PersonalDocument({
        ...shared,
        file: new EncryptedDocument(accountId, 'plans', store, PLANS_BOX),
        joinPart: async (saved, part) => joinPlans(saved, part)
      })
    }
    this.#pdfs = new PdfStore(accountId, file, store, this.#dataKey)
    this.savedPdfs = new SavedPdfTable(accountId, store, this.#dataKey)
    this.#pictures = new PictureStore(store)
    this.#notifiedEvents = new NotifiedEvents(store, this.#dataKey)
  }

  /** For another user of it. */
  open(keyOf: KeyOf): this {
    this.#dataKey.setSource(keyOf)
    this.#users += 1
    return this
  }

  /** Call it once for each `open`. */
  close(): void {
    this.#users -= 1
    this.#closeIfUnused()
  }

  async info(topic: Topic): Promise<StoredInfo | null> {
    return topic === 'catalogue' ? this.catalogue.info() : infoOf(await this.#documents[topic].read())
  }

  confirm(topic: Topic, fetchedAt: string): Promise<void> {
    return topic === 'catalogue' ? this.catalogue.confirm(fetchedAt) : this.#documents[topic].confirm(fetchedAt)
  }

  profile(): Promise<Stored<ProfileView> | null> {
    return this.#documents.profile.read()
  }

  saveProfile(value: ProfileView, info: StoredInfo): Promise<void> {
    return this.#documents.profile.save({ ...info, value })
  }

  plans(): Promise<Stored<Plan[]> | null> {
    return this.#documents.plans.read()
  }

  savePlans(value: Plan[], info: StoredInfo): Promise<void> {
    return this.#documents.plans.save({ ...info, value })
  }

  saveInvoices(records: InvoiceRecord[], info: StoredInfo): Promise<void> {
    return this.#documents.invoices.save({ ...info, value: new InvoiceList(records.map(storedInvoice)) })
  }

  saveInvoice(record: InvoiceRecord): Promise<void> {
    return this.#documents.invoices.update((list) => list.with(storedInvoice(record)))
  }

  async invoices(): Promise<InvoiceList> {
    return (await this.#documents.invoices.read())?.value ?? NO_INVOICES
  }

  async invoice(key: string): Promise<InvoiceRecord | null> {
    return (await this.invoices()).find(key)
  }

  pdf(key: string): Promise<Uint8Array | null> {
    return this.#pdfs.read(key)
  }

  keptPdfInfo(key: string): Promise<{ at: string; bytes: number } | null> {
    return this.#pdfs.info(key)
  }

  savePdf(key: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean> {
    return this.#pdfs.save(key, bytes, at, room)
  }

  dropPdf(key: string): Promise<void> {
    return this.#pdfs.drop(key)
  }

  unnotified(eventIds: readonly string[]): Promise<string[]> {
    return this.#notifiedEvents.unnotified(eventIds)
  }

  markNotified(eventIds: readonly string[]): Promise<void> {
    return this.#notifiedEvents.mark(eventIds)
  }

  unmarkNotified(eventIds: readonly string[]): Promise<void> {
    return this.#notifiedEvents.unmark(eventIds)
  }

  async picture(key: string, address: string): Promise<Picture | null> {
    return this.#pictures.read(key, address)
  }

  async savePicture(key: string, address: string, picture: Picture): Promise<void> {
    this.#pictures.save(key, address, picture)
  }

  async condition(): Promise<StorageCondition> {
    this.#store.returnToFile()
    return worseCondition(this.#store.condition(), await this.catalogue.condition())
  }

  async writeUnwritten(): Promise<void> {
    for (const document of Object.values(this.#documents)) await document.writeUnwritten()
  }

  /** Also while there are users: their calls fail with STORAGE. */
  end(): void {
    this.#isClosed = true
    for (const document of Object.values(this.#documents)) document.unload()
    this.#store.close()
    this.#onClose()
  }

  #assertOpen(): void {
    this.#assertNotClosed()
    if (this.#users === 0) throw new AppError('STORAGE')
  }

  #assertNotClosed(): void {
    if (this.#isClosed) throw new AppError('STORAGE')
  }

  /** Data that can't be written stays in memory, also while another account is shown. */
  #closeIfUnused(): void {
    if (this.#users > 0 || this.#isClosed) return
    this.#store.returnToFile()
    this.catalogue.leave()
    const documents = Object.values(this.#documents)
    for (const document of documents) if (!document.isInMemoryOnly()) document.unload()
    if (!documents.some((document) => document.isInMemoryOnly()) && this.#store.condition() !== 'memory') this.end()
  }
}

/** Small enough for one box. */
const oneBox = <T>(): DocumentFormat<T, T> => ({
  toBoxes: (value) => [JSON.stringify(value)],
  fromBox: (box) => parse<T>(box.toString()),
  join: ([value]) => value as T
})
export const PROFILE_BOX = oneBox<ProfileView>()
export const PLANS_BOX = oneBox<Plan[]>()

/** The plans of the part come first. The saved ones that it lacks tell when they last came: the provider may still have them. */
function joinPlans(saved: Stored<Plan[]>, part: Stored<Plan[]>): Stored<Plan[]> {
  const keys = new Set(part.value.map(({ key }) => key))
  const others = saved.value
    .filter(({ key }) => !keys.has(key))
    .map((plan) => ({ ...plan, receivedAt: plan.receivedAt ?? saved.fetchedAt }))
  return { ...part, value: [...part.value, ...others.slice(0, Math.max(MOST_PLANS - part.value.length, 0))] }
}

const NO_INVOICES = new InvoiceList([])

const infoOf = (stored: StoredInfo | null): StoredInfo | null =>
  stored && {
    fetchedAt: stored.fetchedAt,
    notes: stored.notes,
    validators: stored.validators,
    partial: stored.partial,
    dayZone: stored.dayZone
  }
