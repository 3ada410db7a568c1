/** Products: list, search, details, pictures, links and changes. Every method throws UNAUTHORIZED when signed out. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ChangeSpan } from '../../../shared/models/change.ts'
import type { ProductQuery, ProductSeek, ProductView } from '../../../shared/models/product.ts'
import { getOpenAccount, providerError, startOperation, type OpenAccountParts } from '../open-account.ts'
import { findLink } from './description-link.ts'
import { createExport } from './export.ts'
import { createPictures } from './pictures.ts'
import { createSortOrders } from './sort-orders.ts'
import { keyIssues } from '../../../shared/models/freshness.ts'
import { cut } from '../../../shared/i18n/format.ts'
import { limitText } from '../../../shared/i18n/text-limits.ts'
import type { AccountStorage, ProductRecord } from '../ports/index.ts'
import type { Json } from '../../../shared/models/json.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue(parts: OpenAccountParts) {
  const { api, store, freshness, publisher, opener } = parts

  const read = (key: string) => store.read((storage) => storage.catalogue.product(key))
  /** The long description as the provider sent it: untrusted HTML. */
  const description = async (key: string): Promise<string | null> =>
    (await read(key))?.record.product.longHtmlDescription || null

  const indexing = new WeakSet<AccountStorage>()
  /** Starts with the first page, so that rows are shown first. After an error, the next search or page tries again. */
  const startIndexing = (storage: AccountStorage): void => {
    if (indexing.has(storage)) return
    indexing.add(storage)
    storage.catalogue
      .ensureIndexed()
      .then(() => {
        if (store.orNull() === storage) freshness.touch('catalogue')
      }, parts.report)
      .finally(() => indexing.delete(storage))
  }

  return {
    ...createProducts(parts),
    sortOrders: createSortOrders(parts),
    exportFile: createExport(parts),
    picture: createPictures(parts),
    description,
    /** The complete record as JSON, as received, without fields that look like credentials. */
    async record(key: string): Promise<string | null> {
      const found = await read(key)
      return found && JSON.stringify(found.record.raw)
    },

    page: (query: ProductQuery): Promise<Output<'catalogue', 'page'>> =>
      store.read(async (storage) => {
        const page = await storage.catalogue.page(query)
        if (page.isIndexing) startIndexing(storage)
        return { ...page, freshness: freshness.of('catalogue', await storage.info('catalogue')) }
      }),
    seek: async (seek: ProductSeek) => ({ place: await store.read((storage) => storage.catalogue.seek(seek)) }),
    labels: async () => ({ labels: await store.read((storage) => storage.catalogue.labels()) }),

    /** Opens only a URL that the product's long description contains. */
    async openLink(key: string, address: string): Promise<Output<'catalogue', 'openLink'>> {
      const { account, signal, wait } = startOperation(parts)
      const html = await wait(description(key))
      const link = findLink(html ?? '', address)
      if (link === null) throw new AppError('BAD_REQUEST', { found: 'address' })
      // The sample's hosts don't exist.
      if (account.kind === 'sample') return { host: null }
      const url = await wait(api.externalUrl(account.connection.baseAddress, link, signal))
      return { host: await opener.open(url) }
    },

    changes: (span: ChangeSpan) => store.read((storage) => storage.catalogue.changes(span)),
    async markSeen(upTo: number): Promise<void> {
      await store.current().catalogue.markSeen(upTo)
      publisher.publish('statusChanged')
    }
  }
}

const LONGEST_TEXT = 20_000
const LONGEST_NAME = 100
const MOST_NAMES = 200
const MOST_NOTES = 200

function createProducts(parts: OpenAccountParts) {
  const { api, session, store, freshness } = parts

  const answer = (key: string, error: ErrorInfo | null): Promise<Output<'catalogue', 'product'>> =>
    store.read(async (storage) => {
      const found = await storage.catalogue.product(key)
      const listed = freshness.of('catalogue', await storage.info('catalogue'))
      return {
        view: found && { row: found.row, ...viewOf(found.record) },
        freshness: error ? { ...listed, error } : listed
      }
    })

  return {
    product: (key: string) => answer(key, null),

    async refreshProduct(key: string): Promise<Output<'catalogue', 'refreshProduct'>> {
      const { storage, signal, check } = getOpenAccount(parts)
      const known = await storage.catalogue.product(key).catch((error: unknown) => {
        check()
        throw error
      })
      check()
      if (!known) throw new AppError('NOT_FOUND')
      const { id } = known.record.product
      // Without its own id a product has no URL, so the list is its only source.
      if (id === undefined || id !== key) return answer(key, null)
      try {
        const access = await session.access()
        check()
        const { value } = await api.product(access, id, { signal })
        check()
        if (JSON.stringify(value.raw) !== JSON.stringify(known.record.raw)) {
          await storage.catalogue.save({ ...value, key })
          freshness.touch('catalogue')
        }
        return await answer(key, null)
      } catch (thrown) {
        // The account is gone, so the error says nothing about the open one.
        check()
        return answer(key, providerError(parts, thrown))
      }
    }
  }
}

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
