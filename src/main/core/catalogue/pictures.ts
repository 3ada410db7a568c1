/** The pictures of products: from the cache, or else from where the platform says that they are. */
import { pictureAddress, type PictureChoice } from '../../../shared/model/product.ts'
import type { Picture } from '../ports.ts'
import type { CatalogueParts } from './index.ts'

/** @returns the product's picture; null when it has none that can be shown */
export function createPictures({
  platform,
  session,
  store,
  whileOpen
}: CatalogueParts): (key: string, which?: PictureChoice) => Promise<Picture | null> {
  const fetching = new Map<string, Promise<Picture | null>>()

  const fetchPicture = async (key: string, address: string): Promise<Picture | null> => {
    const account = session.account()
    if (!account) return null
    const picture = await platform.picture(account.connection, address, whileOpen())
    if (session.account()?.id === account.id) await store.current().savePicture(key, address, picture)
    return picture
  }

  return async (key, which) => {
    const cache = store.current()
    const found = await cache.catalogue.product(key)
    const address = found && pictureAddress(found.record.product, which)
    if (!address) return null
    const stored = await cache.picture(key, address)
    if (stored) return stored
    const mark = JSON.stringify([session.account()?.id, key, address])
    const under = fetching.get(mark)
    if (under) return under
    const started = fetchPicture(key, address).finally(() => fetching.delete(mark))
    fetching.set(mark, started)
    return started
  }
}
