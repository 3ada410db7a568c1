/** A handle on an account's stored data, for one user of it. */
import type { ProfileView } from '../../shared/models/profile.ts'
import type { Topic } from '../../shared/models/freshness.ts'
import type { StorageCondition } from '../../shared/models/status.ts'
import type {
  AccountStorage,
  CatalogueStorage,
  InvoiceRecord,
  PdfRoom,
  Picture,
  SavedPdfs,
  Stored,
  StoredInfo
} from '../core/ports/index.ts'
import type { CatalogueClient } from './catalogue/catalogue-client.ts'
import { InvoiceList } from './invoices/invoice-list.ts'
import { storedInvoice } from './invoices/stored-invoice.ts'
import type { NotifiedEvents } from './notified-events.ts'
import type { PdfStore } from './pdf-store.ts'
import type { PersonalDocument } from './personal-document.ts'
import type { PictureStore } from './picture-store.ts'

export interface AccountModules {
  readonly catalogue: CatalogueClient
  readonly profile: PersonalDocument<ProfileView>
  readonly invoices: PersonalDocument<InvoiceList>
  readonly pdfs: PdfStore
  readonly savedPdfs: SavedPdfs
  readonly pictures: PictureStore
  readonly notifiedEvents: NotifiedEvents
  condition(): Promise<StorageCondition>
}

export class AccountStorageHandle implements AccountStorage {
  readonly #store: AccountModules
  #onClose: (() => void) | null

  /** @param onClose called once */
  constructor(store: AccountModules, onClose: () => void) {
    this.#store = store
    this.#onClose = onClose
  }

  get catalogue(): CatalogueStorage {
    return this.#store.catalogue
  }

  async info(topic: Topic): Promise<StoredInfo | null> {
    return topic === 'catalogue' ? this.#store.catalogue.info() : infoOf(await this.#store[topic].read())
  }

  confirm(topic: Topic, fetchedAt: string): Promise<void> {
    return topic === 'catalogue' ? this.#store.catalogue.confirm(fetchedAt) : this.#store[topic].confirm(fetchedAt)
  }

  profile(): Promise<Stored<ProfileView> | null> {
    return this.#store.profile.read()
  }

  saveProfile(value: ProfileView, info: StoredInfo): Promise<void> {
    return this.#store.profile.save({ ...info, value })
  }

  saveInvoices(records: InvoiceRecord[], info: StoredInfo): Promise<void> {
    return this.#store.invoices.save({ ...info, value: new InvoiceList(records.map(storedInvoice)) })
  }

  saveInvoice(record: InvoiceRecord): Promise<void> {
    return this.#store.invoices.update((list) => list.with(storedInvoice(record)))
  }

  async invoices(): Promise<InvoiceList> {
    return (await this.#store.invoices.read())?.value ?? NO_INVOICES
  }

  async invoice(key: string): Promise<InvoiceRecord | null> {
    return (await this.invoices()).find(key)
  }

  pdf(key: string): Promise<Uint8Array | null> {
    return this.#store.pdfs.read(key)
  }

  pdfInfo(key: string): Promise<{ at: string; bytes: number } | null> {
    return this.#store.pdfs.info(key)
  }

  savePdf(key: string, bytes: Uint8Array, at: string, room: PdfRoom): Promise<boolean> {
    return this.#store.pdfs.save(key, bytes, at, room)
  }

  dropPdf(key: string): Promise<void> {
    return this.#store.pdfs.drop(key)
  }

  get savedPdfs(): SavedPdfs {
    return this.#store.savedPdfs
  }

  unnotified(eventIds: readonly string[]): Promise<{ first: boolean; unnotified: string[] }> {
    return this.#store.notifiedEvents.unnotified(eventIds)
  }

  markNotified(eventIds: readonly string[]): Promise<void> {
    return this.#store.notifiedEvents.mark(eventIds)
  }

  unmarkNotified(eventIds: readonly string[]): Promise<void> {
    return this.#store.notifiedEvents.unmark(eventIds)
  }

  async picture(key: string, address: string): Promise<Picture | null> {
    return this.#store.pictures.read(key, address)
  }

  async savePicture(key: string, address: string, picture: Picture): Promise<void> {
    this.#store.pictures.save(key, address, picture)
  }

  condition(): Promise<StorageCondition> {
    return this.#store.condition()
  }

  async seal(): Promise<void> {
    await this.#store.profile.seal()
    await this.#store.invoices.seal()
  }

  close(): void {
    const onClose = this.#onClose
    this.#onClose = null
    onClose?.()
  }
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
