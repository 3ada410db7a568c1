/** Sort orders of the catalogue that the provider computes: fetched on request, one at a time, and stored for offline use. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import { ExclusiveJob } from '../../concurrency.ts'
import { getOpenAccount, providerError, type OpenAccount, type OpenAccountParts } from '../open-account.ts'
import { createProgress, receiveList } from './receive-list.ts'

interface Fetching extends OpenAccount {
  wanted: ProviderSort
  /** Aborted by the account's signal, the user, or a call for another sort order. */
  cancelled: AbortSignal
  isReplaced: () => boolean
}

export function createSortOrders(parts: OpenAccountParts) {
  const { api, session, store, freshness, clock, publisher } = parts
  const board = createProgress(clock, publisher)
  const fetching = new ExclusiveJob<Output<'catalogue', 'fetchSortOrder'>>('replace')

  const fetchInto = async ({
    wanted,
    storage,
    check,
    cancelled: signal,
    isReplaced
  }: Fetching): Promise<ErrorInfo | null> => {
    const { key, reverse } = wanted
    const gauge = board.begin()
    // Aborted work may take a while to end.
    signal.addEventListener('abort', () => gauge.end(), { once: true })
    try {
      const access = await session.access()
      if (signal.aborted) throw new AppError('CANCELLED')
      const list = { api, access, storage, signal, query: { key, reverse }, gauge }
      const taken = await receiveList(list, (intake, { partial }) => {
        // Most products would have no place in it.
        if (partial) throw new AppError('BAD_REPLY', { found: 'partOfList' })
        return intake.commitSortOrder({ key, reverse, fetchedAt: clock.now().toISOString() })
      })
      if (!taken) throw new AppError('BAD_REPLY', { found: 'empty' })
      freshness.touch('catalogue')
      return null
    } catch (thrown) {
      // The account is gone, so the error says nothing about the open one.
      check()
      if (isReplaced()) throw new AppError('CANCELLED')
      if (signal.aborted) return { code: 'CANCELLED' }
      return providerError(parts, thrown)
    } finally {
      gauge.end()
    }
  }

  return {
    list: () => store.read((storage) => storage.catalogue.sortOrders()),

    /** @throws CANCELLED when it is replaced or another account is opened; the user's own is part of the answer */
    async fetch(wanted: ProviderSort): Promise<Output<'catalogue', 'fetchSortOrder'>> {
      const open = getOpenAccount(parts)
      const { storage, signal, check } = open
      return fetching.start(JSON.stringify([wanted.key, wanted.reverse]), signal, async (cancelled, isReplaced) => {
        const error = await fetchInto({ ...open, wanted, cancelled, isReplaced })
        const [stored] = await Promise.allSettled([storage.catalogue.sortOrders()])
        check()
        if (stored.status === 'rejected') throw stored.reason
        const isWanted = ({ key, reverse }: ProviderSort) => key === wanted.key && reverse === wanted.reverse
        return { sortOrder: stored.value.find(isWanted) ?? null, error }
      })
    },

    async drop(sort: ProviderSort): Promise<void> {
      await store.current().catalogue.dropSortOrder(sort)
      freshness.touch('catalogue')
    },

    progress: board.now,
    cancelFetch: () => fetching.cancel()
  }
}
