/** An account's products: list, search, details, pictures, links and changes. */
import type { Output } from '../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { ChangePage, ChangePeriod, ChangeQuery } from '../../shared/models/change.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import type { ProductQuery, ProductSeek, ProductView } from '../../shared/models/product.ts'
import type { Account, AccountWork } from '../accounts/account.ts'
import type { CoreParts } from '../core-parts.ts'
import { findDescriptionLink } from './description-link.ts'
import { exportCatalogue, type WantedExport } from './catalogue-export.ts'
import { Pictures } from './pictures.ts'
import { SortOrders } from './sort-orders.ts'
import { keyIssues, type Progress } from '../../shared/models/freshness.ts'
import { cut } from '../../shared/i18n/format.ts'
import { limitText, rawText } from '../../shared/i18n/text-limits.ts'
import type { AccountStorage, ProductRecord } from '../ports/index.ts'

export class Catalogue {
  readonly sortOrders: SortOrders
  readonly pictures: Pictures
  readonly #parts: CoreParts
  readonly #indexing = new WeakSet<AccountStorage>()

  constructor(parts: CoreParts) {
    this.#parts = parts
    this.sortOrders = new SortOrders(parts)
    this.pictures = new Pictures(parts)
  }

  page(account: Account, query: ProductQuery): Promise<Output<'catalogue', 'page'>> {
    return account.use(async (storage) => {
      const { info, ...page } = await storage.catalogue.page(query)
      if (page.isIndexing) this.#startIndexing(account, storage)
      return { ...page, freshness: account.freshness('catalogue', info) }
    })
  }

  async seek(account: Account, seek: ProductSeek): Promise<Output<'catalogue', 'seek'>> {
    return { place: await account.use((storage) => storage.catalogue.seek(seek)) }
  }

  async labels(account: Account): Promise<Output<'catalogue', 'labels'>> {
    return { labels: await account.use((storage) => storage.catalogue.labels()) }
  }

  product(account: Account, key: string): Promise<Output<'catalogue', 'product'>> {
    return this.#readProduct(account, key, null)
  }

  /** Fetches the product from its own URL, if the provider's definition has one. An error of the provider is part of the answer. @throws NOT_FOUND */
  async refreshProduct(account: Account, key: string): Promise<Output<'catalogue', 'refreshProduct'>> {
    return account.work(async (work) => {
      work.outliveLock()
      const known = await work.wait(work.storage.catalogue.product(key))
      if (!known) throw new AppError('NOT_FOUND')
      const { id } = known.record.product
      // Without its own id or a call a product has no URL, so the list is its only source.
      if (id === undefined || id !== key || definitionOf(work.record.connection).product === null)
        return this.#readProduct(account, key, null)
      try {
        await this.#fetchProduct(work, known.record)
        return await this.#readProduct(account, key, null)
      } catch (thrown) {
        work.check()
        return this.#readProduct(account, key, account.errorOf(thrown))
      }
    })
  }

  /** The long description as the provider sent it: untrusted HTML. */
  async description(account: Account, key: string): Promise<string | null> {
    return (await this.#find(account, key))?.record.product.longHtmlDescription || null
  }

  /** The complete record as JSON, as received, without fields that look like credentials. */
  async record(account: Account, key: string): Promise<string | null> {
    const found = await this.#find(account, key)
    return found && JSON.stringify(found.record.raw)
  }

  /** Opens only a URL that the product's long description contains. */
  openLink(account: Account, key: string, address: string): Promise<Output<'catalogue', 'openLink'>> {
    const { api, opener } = this.#parts
    return account.work(async ({ record, signal, wait }) => {
      const html = await wait(this.description(account, key))
      const link = findDescriptionLink(html ?? '', address)
      if (link === null) throw new AppError('BAD_REQUEST', { found: 'address' })
      // The sample's hosts don't exist.
      if (record.kind === 'sample') return { host: null }
      const url = await wait(api.externalUrl(record.connection.baseUrl, link, signal))
      return { host: await opener.open(url) }
    })
  }

  /** Of the account's latest import: of its list, or of a sort order. null: none runs. */
  progress(account: Account): Progress | null {
    return account.rounds.calls.progress ?? this.sortOrders.progress(account)
  }

  /** The saved list and sort orders stay. */
  cancel(account: Account): void {
    account.rounds.calls.cancel('catalogue')
    this.sortOrders.cancelFetch(account)
  }

  exportFile(account: Account, wanted: WantedExport): Promise<Output<'catalogue', 'exportFile'>> {
    return exportCatalogue(this.#parts, account, wanted)
  }

  async changes(account: Account, { period, visit, ...query }: ChangeQuery): Promise<ChangePage> {
    const now = this.#parts.clock.now()
    const began = visit ?? now.toISOString()
    const from = periodStart(period, now)
    const page = await account.use((storage) => storage.catalogue.changes({ ...query, from, visit: began }))
    return { ...page, visit: began }
  }

  async markSeen(account: Account, ids: readonly number[]): Promise<void> {
    const at = this.#parts.clock.now().toISOString()
    await account.use((storage) => storage.catalogue.markSeen(ids, at))
    this.#parts.publisher.publish('status', account.id)
  }

  async markAllSeen(account: Account, upTo: number): Promise<void> {
    const at = this.#parts.clock.now().toISOString()
    await account.use((storage) => storage.catalogue.markAllSeen(upTo, at))
    this.#parts.publisher.publish('status', account.id)
  }

  #find(account: Account, key: string): ReturnType<AccountStorage['catalogue']['product']> {
    return account.use((storage) => storage.catalogue.product(key))
  }

  #readProduct(account: Account, key: string, error: ErrorInfo | null): Promise<Output<'catalogue', 'product'>> {
    return account.use(async (storage) => {
      const found = await storage.catalogue.product(key)
      const listed = account.freshness('catalogue', await storage.info('catalogue'))
      return {
        view: found && { row: found.row, ...viewOf(found.record) },
        freshness: error ? { ...listed, error } : listed
      }
    })
  }

  async #fetchProduct({ account, storage, signal, wait }: AccountWork, known: ProductRecord): Promise<void> {
    const access = await wait(account.access())
    const { value } = await wait(this.#parts.api.product(access, known.key, { signal }))
    if (JSON.stringify(value.raw) === JSON.stringify(known.raw)) return
    await storage.catalogue.save({ ...value, key: known.key })
    account.touch('catalogue')
  }

  /** Starts with the first page, so that rows are shown first. After an error, the next search or page tries again. */
  #startIndexing(account: Account, storage: AccountStorage): void {
    if (this.#indexing.has(storage)) return
    this.#indexing.add(storage)
    account
      .use(({ catalogue }) => catalogue.ensureIndexed())
      .then(() => account.touch('catalogue'), this.#parts.report)
      .finally(() => this.#indexing.delete(storage))
  }
}

const DAY_MS = 86_400_000
const DAYS = { week: 7, month: 30 }

const periodStart = (period: ChangePeriod, now: Date): string | null =>
  period === 'look' ? null : new Date(now.getTime() - DAYS[period] * DAY_MS).toISOString()

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
