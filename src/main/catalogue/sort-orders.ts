/** Sort orders of the catalogue that the provider computes: fetched on request, one at a time, and stored for offline use. */
import type { Output } from '../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../shared/ipc/error.ts'
import type { Progress } from '../../shared/models/freshness.ts'
import type { ProviderSort, StoredSortOrder } from '../../shared/models/product.ts'
import { definitionOf } from '../../shared/providers/definition.ts'
import { ExclusiveJob } from '../concurrency.ts'
import type { Account, AccountWork } from '../accounts/account.ts'
import type { CoreParts } from '../core-parts.ts'
import type { ImportOptions } from '../ports/index.ts'
import { ImportProgress } from '../accounts/rounds/import-progress.ts'

type FetchAnswer = Output<'catalogue', 'fetchSortOrder'>

export class SortOrders {
  readonly #parts: CoreParts
  readonly #fetches = new ExclusiveJob<FetchAnswer>('replace')
  /** Whose the latest fetch is. */
  #fetching: Account | null = null
  #progress: ImportProgress | null = null

  constructor(parts: CoreParts) {
    this.#parts = parts
  }

  /** null: none is being fetched for the account. */
  progress(account: Account): Progress | null {
    return this.#fetching === account ? (this.#progress?.current ?? null) : null
  }

  list(account: Account): Promise<StoredSortOrder[]> {
    return account.use((storage) => storage.catalogue.sortOrders())
  }

  /**
   * @throws BAD_REQUEST if the provider doesn't sort; CANCELLED when it is replaced or the account is signed out; the user's own is
   * part of the answer
   */
  fetch(account: Account, sort: ProviderSort): Promise<FetchAnswer> {
    return account.work((work) => {
      work.outliveLock()
      // Its usual list would be taken for the sorted one.
      if (!definitionOf(work.record.connection).products?.sort) throw new AppError('BAD_REQUEST', { found: 'input' })
      this.#fetching = account
      // Joined by the same account only: the signal is the account's.
      const key = JSON.stringify([sort.key, sort.reverse])
      return this.#fetches.start(key, work.signal, async (cancelled, isReplaced) => {
        const error = await this.#fetchAndStore(sort, { ...work, signal: cancelled }, isReplaced)
        const stored = await work.wait(work.storage.catalogue.sortOrders())
        const isWanted = ({ key, reverse }: ProviderSort) => key === sort.key && reverse === sort.reverse
        return { sortOrder: stored.find(isWanted) ?? null, error }
      })
    })
  }

  cancelFetch(account: Account): void {
    if (this.#fetching === account) this.#fetches.cancel()
  }

  async drop(account: Account, sort: ProviderSort): Promise<void> {
    await account.use((storage) => storage.catalogue.dropSortOrder(sort))
    account.touch('catalogue')
  }

  /** @param signal aborted with the account, by the user, or by a call for another sort order */
  async #fetchAndStore(sort: ProviderSort, work: AccountWork, isReplaced: () => boolean): Promise<ErrorInfo | null> {
    const { account, check, signal } = work
    const { clock, publisher } = this.#parts
    this.#progress = new ImportProgress(clock, () => publisher.publish('progress', account.id))
    const progress = this.#progress.start()
    // Aborted work may take a while to end.
    signal.addEventListener('abort', () => progress.end(), { once: true })
    try {
      await this.#importSortOrder(sort, work, { signal, onProgress: (change) => progress.update(change) })
      account.touch('catalogue')
      return null
    } catch (thrown) {
      check()
      if (isReplaced()) throw new AppError('CANCELLED')
      if (signal.aborted) return { code: 'CANCELLED' }
      return account.errorOf(thrown)
    } finally {
      progress.end()
    }
  }

  async #importSortOrder(
    { key, reverse }: ProviderSort,
    { account, storage }: AccountWork,
    options: ImportOptions
  ): Promise<void> {
    const { api, clock } = this.#parts
    const access = await account.access()
    if (options.signal.aborted) throw new AppError('CANCELLED')
    const download = api.productList(access, { key, reverse }, { signal: options.signal })
    const list = await storage.catalogue.import(download, options)
    if (!list) throw new AppError('BAD_REPLY', { found: 'empty' })
    // Most products would have no place in it.
    if (list.partial) {
      await list.discard()
      throw new AppError('BAD_REPLY', { found: 'partOfList' })
    }
    await list.commitSortOrder({ key, reverse }, clock.now().toISOString())
  }
}
