/** Products: list, search, details, pictures, links and changes. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ChangeSpan } from '../../../shared/models/change.ts'
import type { PictureChoice, ProductQuery, ProductSeek } from '../../../shared/models/product.ts'
import type { Picture } from '../ports/index.ts'
import { createExport, type Export } from './export.ts'
import type { CatalogueParts } from './parts.ts'
import { findLink } from './description-link.ts'
import { createOrders, type Orders } from './provider-orders.ts'
import { createPictures } from './pictures.ts'
import { createProducts, type Products } from './product.ts'

/** Every method throws UNAUTHORIZED when signed out. */
export interface Catalogue extends Products, Orders, Export {
  page(query: ProductQuery): Promise<Output<'catalogue', 'page'>>
  seek(seek: ProductSeek): Promise<Output<'catalogue', 'seek'>>
  labels(): Promise<Output<'catalogue', 'labels'>>
  /** The product's picture, from storage or else from the provider; null if it has none that can be shown. */
  picture(key: string, which?: PictureChoice): Promise<Picture | null>
  /** The long description as the provider sent it: untrusted HTML. */
  description(key: string): Promise<string | null>
  /** The complete record as JSON, as received, without fields that look like credentials. */
  record(key: string): Promise<string | null>
  /**
   * Opens a URL that the product's long description contains. @throws BAD_REQUEST (found 'address') for another URL,
   * and as Api.externalUrl
   */
  openLink(key: string, address: string): Promise<Output<'catalogue', 'openLink'>>
  changes(span: ChangeSpan): Promise<Output<'catalogue', 'changes'>>
  markSeen(upTo: number): Promise<void>
}

export function createCatalogue(parts: CatalogueParts): Catalogue {
  const { api, session, store, freshness, publisher, opener } = parts

  const description = async (key: string): Promise<string | null> => {
    const found = await store.read((storage) => storage.catalogue.product(key))
    return found?.record.product.longHtmlDescription || null
  }

  const record = async (key: string): Promise<string | null> => {
    const found = await store.read((storage) => storage.catalogue.product(key))
    return found && JSON.stringify(found.record.raw)
  }

  return {
    ...createProducts(parts),
    ...createOrders(parts),
    ...createExport(parts),
    picture: createPictures(parts),
    description,
    record,

    page: (query) =>
      store.read(async (storage) => {
        const page = await storage.catalogue.page(query)
        return { ...page, freshness: freshness.of('catalogue', await storage.info('catalogue')) }
      }),
    seek: async (seek) => ({ place: await store.read((storage) => storage.catalogue.seek(seek)) }),
    labels: async () => ({ labels: await store.read((storage) => storage.catalogue.labels()) }),

    async openLink(key, address) {
      const storage = store.current()
      const html = await description(key)
      const account = session.account()
      if (!account || store.orNull() !== storage) throw new AppError('CANCELLED')
      const link = findLink(html ?? '', address)
      if (link === null) throw new AppError('BAD_REQUEST', { found: 'address' })
      // The sample's hosts don't exist.
      if (account.kind === 'sample') return { host: null }
      return { host: await opener.open(api.externalUrl(account.connection.baseAddress, link)) }
    },

    changes: (span) => store.read((storage) => storage.catalogue.changes(span)),
    async markSeen(upTo) {
      await store.current().catalogue.markSeen(upTo)
      publisher.publish('statusChanged')
    }
  }
}
