/** Products: list, search, details, pictures, links and changes. Every method throws UNAUTHORIZED when signed out. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ChangePage, ChangeSpan } from '../../../shared/models/change.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import type { ProductQuery, ProductSeek, ProductView } from '../../../shared/models/product.ts'
import {
  getOpenAccount,
  providerError,
  startOperation,
  type OpenAccount,
  type OpenAccountParts
} from '../open-account.ts'
import { findDescriptionLink } from './description-link.ts'
import { exportCatalogue } from './export.ts'
import { Pictures } from './pictures.ts'
import { SortOrders } from './sort-orders.ts'
import { keyIssues } from '../../../shared/models/freshness.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { limitText } from '../../../shared/i18n/text-limits.ts'
import type { AccountStorage, ProductRecord } from '../ports/index.ts'
import type { Json } from '../../../shared/models/json.ts'

export class Catalogue {
  readonly sortOrders: SortOrders
  readonly pictures: Pictures
  readonly #parts: OpenAccountParts
  readonly #indexing = new WeakSet<AccountStorage>()

  constructor(parts: OpenAccountParts) {
    this.#parts = parts
    this.sortOrders = new SortOrders(parts)
    this.pictures = new Pictures(parts)
  }

  page(query: ProductQuery): Promise<Output<'catalogue', 'page'>> {
    const { store, freshness } = this.#parts
    return store.read(async (storage) => {
      const { info, ...page } = await storage.catalogue.page(query)
      if (page.isIndexing) this.#startIndexing(storage)
      return { ...page, freshness: freshness.of('catalogue', info) }
    })
  }

  async seek(seek: ProductSeek): Promise<Output<'catalogue', 'seek'>> {
    return { place: await this.#parts.store.read((storage) => storage.catalogue.seek(seek)) }
  }

  async labels(): Promise<Output<'catalogue', 'labels'>> {
    return { labels: await this.#parts.store.read((storage) => storage.catalogue.labels()) }
  }

  product(key: string): Promise<Output<'catalogue', 'product'>> {
    return this.#readProduct(key, null)
  }

  /** Fetches the product from its own URL, if the provider's definition has one. An error of the provider is part of the answer. @throws NOT_FOUND */
  async refreshProduct(key: string): Promise<Output<'catalogue', 'refreshProduct'>> {
    const open = getOpenAccount(this.#parts)
    const { account, storage, check } = open
    const known = await storage.catalogue.product(key).catch((error: unknown) => {
      check()
      throw error
    })
    check()
    if (!known) throw new AppError('NOT_FOUND')
    const { id } = known.record.product
    // Without its own id or a call a product has no URL, so the list is its only source.
    if (id === undefined || id !== key || definitionOf(account.connection).product === null)
      return this.#readProduct(key, null)
    try {
      await this.#fetchProduct(open, known.record)
      return await this.#readProduct(key, null)
    } catch (thrown) {
      // The account is gone, so the error says nothing about the open one.
      check()
      return this.#readProduct(key, providerError(this.#parts, open.account, thrown))
    }
  }

  /** The long description as the provider sent it: untrusted HTML. */
  async description(key: string): Promise<string | null> {
    return (await this.#find(key))?.record.product.longHtmlDescription || null
  }

  /** The complete record as JSON, as received, without fields that look like credentials. */
  async record(key: string): Promise<string | null> {
    const found = await this.#find(key)
    return found && JSON.stringify(found.record.raw)
  }

  /** Opens only a URL that the product's long description contains. */
  async openLink(key: string, address: string): Promise<Output<'catalogue', 'openLink'>> {
    const { api, opener } = this.#parts
    const { account, signal, wait } = startOperation(this.#parts)
    const html = await wait(this.description(key))
    const link = findDescriptionLink(html ?? '', address)
    if (link === null) throw new AppError('BAD_REQUEST', { found: 'address' })
    // The sample's hosts don't exist.
    if (account.kind === 'sample') return { host: null }
    const url = await wait(api.externalUrl(account.connection.baseUrl, link, signal))
    return { host: await opener.open(url) }
  }

  exportFile(wanted: Input<'catalogue', 'exportFile'>): Promise<Output<'catalogue', 'exportFile'>> {
    return exportCatalogue(this.#parts, wanted)
  }

  changes(span: ChangeSpan): Promise<ChangePage> {
    return this.#parts.store.read((storage) => storage.catalogue.changes(span))
  }

  async markSeen(upTo: number): Promise<void> {
    await this.#parts.store.current().catalogue.markSeen(upTo)
    this.#parts.publisher.publish('statusChanged')
  }

  #find(key: string): ReturnType<AccountStorage['catalogue']['product']> {
    return this.#parts.store.read((storage) => storage.catalogue.product(key))
  }

  #readProduct(key: string, error: ErrorInfo | null): Promise<Output<'catalogue', 'product'>> {
    const { store, freshness } = this.#parts
    return store.read(async (storage) => {
      const found = await storage.catalogue.product(key)
      const listed = freshness.of('catalogue', await storage.info('catalogue'))
      return {
        view: found && { row: found.row, ...viewOf(found.record) },
        freshness: error ? { ...listed, error } : listed
      }
    })
  }

  async #fetchProduct({ storage, signal, check }: OpenAccount, known: ProductRecord): Promise<void> {
    const { api, session, freshness } = this.#parts
    const access = await session.access()
    check()
    const { value } = await api.product(access, known.key, { signal })
    check()
    if (JSON.stringify(value.raw) === JSON.stringify(known.raw)) return
    await storage.catalogue.save({ ...value, key: known.key })
    freshness.touch('catalogue')
  }

  /** Starts with the first page, so that rows are shown first. After an error, the next search or page tries again. */
  #startIndexing(storage: AccountStorage): void {
    const { store, freshness, report } = this.#parts
    if (this.#indexing.has(storage)) return
    this.#indexing.add(storage)
    storage.catalogue
      .ensureIndexed()
      .then(() => {
        if (store.orNull() === storage) freshness.touch('catalogue')
      }, report)
      .finally(() => this.#indexing.delete(storage))
  }
}

const LONGEST_TEXT = 20_000
const LONGEST_NAME = 100
const MOST_NAMES = 200
const MOST_NOTES = 200

function viewOf({ key, product, raw, unknownFields, notes }: ProductRecord): Omit<ProductView, 'row'> {
  const { longHtmlDescription, ...rest } = product
  const short = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? limitText(cut(value, LONGEST_TEXT)) : value
  ])
  return {
    product: Object.fromEntries(short) as ProductView['product'],
    hasLongDescription: typeof longHtmlDescription === 'string' && longHtmlDescription.trim() !== '',
    raw: rawText(raw),
    unknownFields: unknownFields.slice(0, MOST_NAMES).map((name) => limitText(cut(name, LONGEST_NAME))),
    notes: [...notes, ...keyIssues(key, product.id)]
      .slice(0, MOST_NOTES)
      .map((note) => (note.field ? { ...note, field: cut(note.field, LONGEST_NAME) } : note))
  }
}

/** In characters. Longer texts slow the page down. */
const RAW_LIMIT = 200_000

export function rawText(raw: { [name: string]: Json }): string {
  const compact = JSON.stringify(raw)
  return compact.length > RAW_LIMIT ? cut(compact, RAW_LIMIT) : JSON.stringify(raw, null, 2)
}
