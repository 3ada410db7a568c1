/** The pictures of products: from the cache, or else from where the platform says that they are. */
import { toErrorInfo } from '../../../shared/ipc/error.ts'
import { pictureAddress, type PictureChoice } from '../../../shared/models/product.ts'
import { isShowable } from '../../../shared/picture/picture.ts'
import { getOpenAccount, type OpenAccount } from '../open-account.ts'
import type { Picture } from '../ports/index.ts'
import { createLimiter } from '../concurrency/limiter.ts'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import type { CatalogueParts } from './index.ts'

/** A grid asks for dozens at once. */
export const MOST_AT_ONCE = 6
/** What could not be had is not asked for again for so long, in milliseconds: each row that is scrolled by asks. */
export const FAILED_FOR_MS = 60_000
/** Of those, so many are remembered. */
const MOST_FAILED = 2_000

/** @returns the product's picture; null when it has none that can be shown, or could not be had a moment ago */
export function createPictures(parts: CatalogueParts): (key: string, which?: PictureChoice) => Promise<Picture | null> {
  const { platform, clock } = parts
  const limit = createLimiter(MOST_AT_ONCE)
  const singleFlight = createSingleFlight()
  /** When, the longest ago first. */
  const failedAt = new Map<string, number>()

  const failedLately = (mark: string): boolean => {
    const since = clock.now().getTime() - (failedAt.get(mark) ?? -Infinity)
    // A clock that was set back would otherwise keep it away for as long.
    return since >= 0 && since < FAILED_FOR_MS
  }
  const noteError = (mark: string): void => {
    failedAt.delete(mark)
    failedAt.set(mark, clock.now().getTime())
    const [oldest] = failedAt.keys()
    if (failedAt.size > MOST_FAILED && oldest !== undefined) failedAt.delete(oldest)
  }

  const fetchPicture = (open: OpenAccount, key: string, address: string, mark: string): Promise<Picture> =>
    limit(async () => {
      open.check()
      try {
        const picture = await platform.picture(open.account.connection, address, open.signal)
        open.check()
        await open.storage.savePicture(key, address, picture)
        return picture
      } catch (error) {
        open.check()
        if (toErrorInfo(error).code !== 'CANCELLED') noteError(mark)
        throw error
      }
    })

  return async (key, which) => {
    const open = getOpenAccount(parts)
    const { account, storage, signal } = open
    const found = await storage.catalogue.product(key)
    open.check()
    const address = found && pictureAddress(found.record.product, which)
    if (!address) return null
    const stored = await storage.picture(key, address)
    open.check()
    // Earlier versions stored SVGs, and pictures of any size.
    if (stored && isShowable(stored.bytes)) return stored
    const mark = JSON.stringify([account.id, account.connection.baseAddress, key, address])
    if (failedLately(mark)) return null
    return singleFlight(mark, { signal }, () => fetchPicture(open, key, address, mark))
  }
}
