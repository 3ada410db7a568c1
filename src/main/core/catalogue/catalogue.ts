/** Products: list, search, details, pictures, links and changes. Every method throws UNAUTHORIZED when signed out. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ChangeSpan } from '../../../shared/models/change.ts'
import type { ProductQuery, ProductSeek } from '../../../shared/models/product.ts'
import { getOpenAccount, type OpenAccountParts } from '../open-account.ts'
import { findLink } from './description-link.ts'
import { createExport } from './export.ts'
import { createPictures } from './pictures.ts'
import { createProducts } from './product.ts'
import { createOrders } from './provider-orders.ts'

export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue(parts: OpenAccountParts) {
  const { api, store, freshness, publisher, opener } = parts

  const read = (key: string) => store.read((storage) => storage.catalogue.product(key))
  /** The long description as the provider sent it: untrusted HTML. */
  const description = async (key: string): Promise<string | null> =>
    (await read(key))?.record.product.longHtmlDescription || null

  return {
    ...createProducts(parts),
    ...createOrders(parts),
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
        return { ...page, freshness: freshness.of('catalogue', await storage.info('catalogue')) }
      }),
    seek: async (seek: ProductSeek) => ({ place: await store.read((storage) => storage.catalogue.seek(seek)) }),
    labels: async () => ({ labels: await store.read((storage) => storage.catalogue.labels()) }),

    /**
     * Opens a URL that the product's long description contains. @throws BAD_REQUEST (found 'address') for another URL,
     * and as Api.externalUrl
     */
    async openLink(key: string, address: string): Promise<Output<'catalogue', 'openLink'>> {
      const { account, check } = getOpenAccount(parts)
      const html = await description(key)
      check()
      const link = findLink(html ?? '', address)
      if (link === null) throw new AppError('BAD_REQUEST', { found: 'address' })
      // The sample's hosts don't exist.
      if (account.kind === 'sample') return { host: null }
      return { host: await opener.open(api.externalUrl(account.connection.baseAddress, link)) }
    },

    changes: (span: ChangeSpan) => store.read((storage) => storage.catalogue.changes(span)),
    async markSeen(upTo: number): Promise<void> {
      await store.current().catalogue.markSeen(upTo)
      publisher.publish('statusChanged')
    }
  }
}
