/** Sort orders of the catalogue that the provider computes: fetched on request, one at a time, and stored for offline use. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Progress } from '../../../shared/models/freshness.ts'
import type { ProviderSort, StoredSortOrder } from '../../../shared/models/product.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { ExclusiveJob } from '../../concurrency.ts'
import { getOpenAccount, providerError, type OpenAccount, type OpenAccountParts } from '../open-account.ts'
import type { ImportOptions } from '../ports/index.ts'
import { ImportProgress } from './import-progress.ts'

type FetchAnswer = Output<'catalogue', 'fetchSortOrder'>

export class SortOrders {
  readonly #parts: OpenAccountParts
  readonly #progress: ImportProgress
  readonly #fetches = new ExclusiveJob<FetchAnswer>('replace')

  constructor(parts: OpenAccountParts) {
    this.#parts = parts
    this.#progress = new ImportProgress(parts.clock, parts.publisher)
  }

  /** null: none is being fetched. */
  progress(): Progress | null {
    return this.#progress.current
  }

  list(): Promise<StoredSortOrder[]> {
    return this.#parts.store.read((storage) => storage.catalogue.sortOrders())
  }

  /**
   * @throws BAD_REQUEST if the provider doesn't sort; CANCELLED when it is replaced or another account is opened; the user's
   * own is part of the answer
   */
  async fetch(sort: ProviderSort): Promise<FetchAnswer> {
    const open = getOpenAccount(this.#parts)
    const { account, storage, signal, check } = open
    // Its usual list would be taken for the sorted one.
    if (!definitionOf(account.connection).products?.sort) throw new AppError('BAD_REQUEST', { found: 'input' })
    return this.#fetches.start(JSON.stringify([sort.key, sort.reverse]), signal, async (cancelled, isReplaced) => {
      const error = await this.#fetchAndStore(sort, { ...open, signal: cancelled }, isReplaced)
      const [stored] = await Promise.allSettled([storage.catalogue.sortOrders()])
      check()
      if (stored.status === 'rejected') throw stored.reason
      const isWanted = ({ key, reverse }: ProviderSort) => key === sort.key && reverse === sort.reverse
      return { sortOrder: stored.value.find(isWanted) ?? null, error }
    })
  }

  cancelFetch(): void {
    this.#fetches.cancel()
  }

  async drop(sort: ProviderSort): Promise<void> {
    await this.#parts.store.current().catalogue.dropSortOrder(sort)
    this.#parts.freshness.touch('catalogue')
  }

  /** @param signal aborted with the account, by the user, or by a call for another sort order */
  async #fetchAndStore(
    sort: ProviderSort,
    { account, storage, check, signal }: OpenAccount,
    isReplaced: () => boolean
  ): Promise<ErrorInfo | null> {
    const progress = this.#progress.start()
    // Aborted work may take a while to end.
    signal.addEventListener('abort', () => progress.end(), { once: true })
    try {
      await this.#importSortOrder(sort, storage, { signal, onProgress: (change) => progress.update(change) })
      this.#parts.freshness.touch('catalogue')
      return null
    } catch (thrown) {
      // The account is gone, so the error says nothing about the open one.
      check()
      if (isReplaced()) throw new AppError('CANCELLED')
      if (signal.aborted) return { code: 'CANCELLED' }
      return providerError(this.#parts, account, thrown)
    } finally {
      progress.end()
    }
  }

  async #importSortOrder(
    { key, reverse }: ProviderSort,
    storage: OpenAccount['storage'],
    options: ImportOptions
  ): Promise<void> {
    const { api, session, clock } = this.#parts
    const access = await session.access()
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
