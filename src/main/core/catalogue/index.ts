/** Products: the list and what is chosen of it, one product and what belongs to it, what changed. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ChangeSpan } from '../../../shared/models/change.ts'
import type { PictureChoice, ProductQuery, ProductSeek } from '../../../shared/models/product.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import type { Clock, Files, Opener, Picture, Api, Publisher } from '../ports/index.ts'
import type { Session } from '../session/index.ts'
import type { OpenStore } from '../open-account-storage.ts'
import { createExport, type Export } from './export.ts'
import { linkIn } from './description-link.ts'
import { createOrders, type Orders } from './provider-orders.ts'
import { createPictures } from './pictures.ts'
import { createProducts, type Products } from './product.ts'

export interface CatalogueParts {
  platform: Api
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  files: Files
  opener: Opener
  /** The app is locked: nothing leaves it. */
  locked: () => boolean
  /** Aborted when the account that is open now is left, or spoken to otherwise: Refresh.whileOpen. */
  whileOpen: () => AbortSignal
  /** The platform refused the token for a single call: Refresh.revalidate. */
  revalidate: () => void
  report: (error: unknown) => void
}

/** All of it throws UNAUTHORIZED when signed out. */
export interface Catalogue extends Products, Orders, Export {
  page(query: ProductQuery): Promise<Output<'catalogue', 'page'>>
  seek(seek: ProductSeek): Promise<Output<'catalogue', 'seek'>>
  labels(): Promise<Output<'catalogue', 'labels'>>
  /** The product's picture, from the cache or else the platform; null when it has none that can be shown. */
  picture(key: string, which?: PictureChoice): Promise<Picture | null>
  /** The long description as the platform sent it: HTML that nobody has vouched for. */
  description(key: string): Promise<string | null>
  /** The record as it came, credential-like fields removed, as JSON and whole. */
  record(key: string): Promise<string | null>
  /** Opens an address that the product's long description names. @throws BAD_REQUEST (found 'address') for another, and as Api.externalUrl */
  openLink(key: string, address: string): Promise<Output<'catalogue', 'openLink'>>
  changes(span: ChangeSpan): Promise<Output<'catalogue', 'changes'>>
  markSeen(upTo: number): Promise<void>
}

export function createCatalogue(parts: CatalogueParts): Catalogue {
  const { platform, session, store, freshness, publisher, opener } = parts

  const description = async (key: string): Promise<string | null> => {
    const found = await store.read((cache) => cache.catalogue.product(key))
    return found?.record.product.longHtmlDescription || null
  }

  const record = async (key: string): Promise<string | null> => {
    const found = await store.read((cache) => cache.catalogue.product(key))
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
      store.read(async (cache) => {
        const page = await cache.catalogue.page(query)
        return { ...page, freshness: freshness.of('catalogue', await cache.info('catalogue')) }
      }),
    seek: async (seek) => ({ place: await store.read((cache) => cache.catalogue.seek(seek)) }),
    labels: async () => ({ labels: await store.read((cache) => cache.catalogue.labels()) }),

    async openLink(key, address) {
      const cache = store.current()
      const html = await description(key)
      const account = session.account()
      if (!account || store.orNull() !== cache) throw new AppError('CANCELLED')
      const link = linkIn(html ?? '', address)
      if (link === null) throw new AppError('BAD_REQUEST', { found: 'address' })
      // The sample's hosts don't exist.
      if (account.kind === 'sample') return { host: null }
      return { host: await opener.open(platform.externalUrl(account.connection.baseAddress, link)) }
    },

    changes: (span) => store.read((cache) => cache.catalogue.changes(span)),
    async markSeen(upTo) {
      await store.current().catalogue.markSeen(upTo)
      publisher.publish('statusChanged')
    }
  }
}
