/** Product pictures: from storage, else from the URL in the product. */
import { toErrorInfo } from '../../shared/ipc/error.ts'
import { pictureAddress, type PictureChoice } from '../../shared/models/product.ts'
import { isDataAddress, PICTURE_TYPES } from '../../shared/picture/picture.ts'
import type { Account, AccountWork } from '../accounts/account.ts'
import type { CoreParts } from '../core-parts.ts'
import type { Picture } from '../ports/index.ts'
import { Limiter, SingleFlight } from '../concurrency.ts'

export const MOST_AT_ONCE = 6
/** In milliseconds. Every row that scrolls by asks again, so a failed picture is not requested for a while. */
export const FAILED_FOR_MS = 60_000
const MOST_FAILED = 2_000
/** In characters. Servers take no longer ones, and those that failed are remembered. */
export const LONGEST_PICTURE_ADDRESS = 8192

export class Pictures {
  readonly #parts: CoreParts
  readonly #limiter = new Limiter(MOST_AT_ONCE, 'newest')
  readonly #fetches = new SingleFlight()
  /** By Clock.uptime, the oldest first. */
  readonly #failedAt = new Map<string, number>()

  constructor(parts: CoreParts) {
    this.#parts = parts
  }

  /** @returns null if the product has no picture that can be shown, or the picture failed a moment ago */
  find(account: Account, key: string, which?: PictureChoice): Promise<Picture | null> {
    return account.work((work) => {
      // A signal of each picture's own: the account's would have a listener for each picture on screen.
      return this.#find({ ...work, signal: AbortSignal.any([work.signal]) }, key, which)
    })
  }

  async #find(work: AccountWork, key: string, which?: PictureChoice): Promise<Picture | null> {
    const { account, record, storage, signal, check } = work
    const found = await storage.catalogue.product(key)
    check()
    const address = found && pictureAddress(found.record.product, which)
    if (!address) return null
    // It is in the catalogue already: nothing to wait for, to store or to remember.
    if (isDataAddress(address)) return this.#parts.api.picture(record.connection, address, signal)
    if (address.length > LONGEST_PICTURE_ADDRESS) return null
    const stored = await storage.picture(key, address)
    check()
    // It was checked before it was stored. The file may be damaged, and the type becomes a header.
    if (stored && PICTURE_TYPES.includes(stored.type)) return stored
    const pictureId = JSON.stringify([account.id, record.connection.baseUrl, key, address])
    if (this.#hasFailedLately(pictureId)) return null
    return this.#fetches.share(pictureId, { signal }, () => this.#fetch(work, key, address, pictureId))
  }

  #fetch(
    { record, storage, signal, check }: AccountWork,
    key: string,
    address: string,
    pictureId: string
  ): Promise<Picture> {
    return this.#limiter.schedule(async () => {
      check()
      try {
        const picture = await this.#parts.api.picture(record.connection, address, signal)
        check()
        await storage.savePicture(key, address, picture)
        return picture
      } catch (error) {
        check()
        if (toErrorInfo(error).code !== 'CANCELLED') this.#noteError(pictureId)
        throw error
      }
    })
  }

  #hasFailedLately(pictureId: string): boolean {
    return this.#parts.clock.uptime() - (this.#failedAt.get(pictureId) ?? -Infinity) < FAILED_FOR_MS
  }

  #noteError(pictureId: string): void {
    this.#failedAt.delete(pictureId)
    this.#failedAt.set(pictureId, this.#parts.clock.uptime())
    const [oldest] = this.#failedAt.keys()
    if (this.#failedAt.size > MOST_FAILED && oldest !== undefined) this.#failedAt.delete(oldest)
  }
}
