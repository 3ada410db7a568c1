/** Products: pages of the list, one product, its picture and its long description. */
import { Fault, failureOf, type Failure } from '../../shared/ipc/failure.ts'
import type { Output } from '../../shared/ipc/contract.ts'
import { pictureAddress, type ProductQuery, type ProductView } from '../../shared/model/product.ts'
import { cut } from '../../shared/text/format.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Picture, Platform, ProductRecord } from './ports.ts'
import { rawText } from './raw-text.ts'
import type { Session } from './session/index.ts'
import type { OpenStore } from './store.ts'

/** What the page gets of one field, in characters; the record has it whole, up to its own limit. */
const LONGEST_TEXT = 20_000
const LONGEST_NAME = 100
const MOST_NAMES = 200

export interface CatalogueParts {
  platform: Platform
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  /** The platform refused the token for a single call: Refresh.doubt. */
  doubt: () => void
  report: (error: unknown) => void
}

export interface Catalogue {
  page(query: ProductQuery): Promise<Output<'catalogue', 'page'>>
  product(key: string): Promise<Output<'catalogue', 'product'>>
  refreshProduct(key: string): Promise<Output<'catalogue', 'refreshProduct'>>
  /** The product's picture, from the cache or else the platform; null when it has none that can be shown. */
  picture(key: string): Promise<Picture | null>
  /** The long description as the platform sent it: HTML that nobody has vouched for. */
  description(key: string): Promise<string | null>
}

export function createCatalogue(parts: CatalogueParts): Catalogue {
  const { platform, session, store, freshness } = parts
  const fetching = new Map<string, Promise<Picture | null>>()

  const answer = (key: string, failure: Failure | null): Promise<Output<'catalogue', 'product'>> =>
    store.read(async (cache) => {
      const found = await cache.product(key)
      const listed = freshness.of('catalogue', await cache.info('catalogue'))
      return {
        view: found && { row: found.row, ...viewOf(found.record) },
        freshness: failure ? { ...listed, failure } : listed
      }
    })

  const fetchPicture = async (key: string, address: string): Promise<Picture | null> => {
    const account = session.account()
    if (!account) return null
    const picture = await platform.picture(account.connection, address)
    if (session.account()?.id === account.id) await store.current().savePicture(key, address, picture)
    return picture
  }

  return {
    page: (query) =>
      store.read(async (cache) => {
        const page = await cache.productPage(query)
        return { ...page, freshness: freshness.of('catalogue', await cache.info('catalogue')) }
      }),

    product: (key) => answer(key, null),

    async refreshProduct(key) {
      const cache = store.current()
      const known = await cache.product(key)
      if (!known) throw new Fault('NOT_FOUND')
      const { id } = known.record.product
      // Without an id of its own there is no address to ask at; the list is all there is.
      if (id === undefined || id !== key) return answer(key, null)
      try {
        const { value } = await platform.product(await session.access(), id)
        if (store.orNull() !== cache) throw new Fault('CANCELLED')
        if (JSON.stringify(value.raw) !== JSON.stringify(known.record.raw)) {
          await cache.saveProduct({ ...value, key })
          freshness.touch('catalogue')
        }
        return await answer(key, null)
      } catch (error) {
        // Whatever a call for an account that was left came to says nothing of this one.
        if (store.orNull() !== cache) throw new Fault('CANCELLED')
        const failure = failureOf(error)
        if (failure.code === 'CANCELLED') throw error
        if (failure.code === 'INTERNAL') parts.report(error)
        if (failure.code === 'UNAUTHORIZED') parts.doubt()
        return answer(key, failure)
      }
    },

    async picture(key) {
      const cache = store.current()
      const found = await cache.product(key)
      const address = found && pictureAddress(found.record.product)
      if (!address) return null
      const stored = await cache.picture(key, address)
      if (stored) return stored
      const which = JSON.stringify([session.account()?.id, key, address])
      const under = fetching.get(which)
      if (under) return under
      const started = fetchPicture(key, address).finally(() => fetching.delete(which))
      fetching.set(which, started)
      return started
    },

    async description(key) {
      const found = await store.read((cache) => cache.product(key))
      return found?.record.product.longHtmlDescription || null
    }
  }
}

function viewOf({ product, raw, unknownFields }: ProductRecord): Omit<ProductView, 'row'> {
  const { longHtmlDescription, ...rest } = product
  const short = Object.entries(rest).map(([name, value]) => [
    name,
    typeof value === 'string' ? cut(value, LONGEST_TEXT) : value
  ])
  return {
    product: Object.fromEntries(short) as ProductView['product'],
    hasLongDescription: typeof longHtmlDescription === 'string' && longHtmlDescription.trim() !== '',
    raw: rawText(raw),
    unknownFields: unknownFields.slice(0, MOST_NAMES).map((name) => cut(name, LONGEST_NAME))
  }
}
