/** Sort orders that the provider computed: fetched on request, then stored for offline use. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { ProviderSort, StoredSortOrder } from '../../../../../shared/models/product.ts'
import { call, errorFrom } from '../../../bridge.ts'
import { useCatalogue } from './catalogue.ts'
import { latestRequest } from '../../../ui/data/load.ts'
import { onAccountChange, useSession } from '../../accounts/session.ts'

export const sameSort = (a: ProviderSort, b: ProviderSort): boolean => a.key === b.key && a.reverse === b.reverse

export const useSortOrders = defineStore('sortOrders', () => {
  const catalogue = useCatalogue()
  const stored = shallowRef<readonly StoredSortOrder[]>([])
  /** Why the stored sort orders can't be listed. */
  const loadError = shallowRef<ErrorInfo | null>(null)
  /** The sort order that the user waits for. */
  const requested = shallowRef<ProviderSort | null>(null)
  /** The last requested sort order, and why it failed. */
  const failed = shallowRef<{ sort: ProviderSort; error: ErrorInfo } | null>(null)
  /** Sort order and list edition of the latest automatic update. */
  let updated = ''
  const requests = { stored: latestRequest(), fetched: latestRequest() }

  async function load(): Promise<void> {
    await requests.stored.send(
      () => call('catalogue', 'sortOrders', { of: useSession().of }),
      (answer) => {
        stored.value = answer.sortOrders
        loadError.value = null
      },
      (error) => (loadError.value = error)
    )
  }

  /** Sorts the list by the sort: at once if it is stored, otherwise when it arrives. */
  async function sortBy(sort: ProviderSort): Promise<void> {
    failed.value = null
    const shown = { sort: 'providerSort', providerSort: sort.key, reverse: sort.reverse } as const
    if (stored.value.some((sortOrder) => sameSort(sortOrder, sort))) {
      cancelRequest()
      catalogue.change(shown)
      return
    }
    const before = catalogue.query
    requested.value = sort
    /** A cancelled fetch is not an error to show. */
    const finish = (error: ErrorInfo | null): void => {
      requested.value = null
      if (error && error.code !== 'CANCELLED') failed.value = { sort, error }
      void load()
    }
    await requests.fetched.send(
      () => call('catalogue', 'fetchSortOrder', { of: useSession().of, ...sort }),
      ({ sortOrder, error }) => {
        finish(error)
        // The user may have chosen another sort order meanwhile.
        if (sortOrder && catalogue.query.sort === before.sort) catalogue.change(shown)
      },
      finish
    )
  }

  function cancelRequest(): void {
    requests.fetched.drop()
    requested.value = null
  }

  /**
   * Updates a shown sort order when the list changed, once per edition of the list. Silent: it stays valid, only products
   * added since then come last.
   */
  async function update(sortOrder: StoredSortOrder, edition: number): Promise<void> {
    const which = JSON.stringify([sortOrder.key, sortOrder.reverse, edition])
    // Main fetches one sort order at a time; the one that the user waits for goes first.
    if (edition === sortOrder.edition || which === updated || requested.value) return
    updated = which
    try {
      const answer = await call('catalogue', 'fetchSortOrder', {
        of: useSession().of,
        key: sortOrder.key,
        reverse: sortOrder.reverse
      })
      if (answer.error === null) await Promise.all([catalogue.list.reload(), load()])
    } catch (thrown) {
      // The next edition retries. The list's own refresh shows the error.
      if (['APP_LOCKED', 'CANCELLED'].includes(errorFrom(thrown).code)) updated = ''
    }
  }

  /** Deletes a stored sort order; a list sorted by it returns to the provider's default order. */
  async function remove(sort: ProviderSort): Promise<void> {
    const { providerSort } = catalogue
    await call('catalogue', 'dropSortOrder', { of: useSession().of, ...sort })
    if (providerSort && sameSort(providerSort, sort)) {
      catalogue.change({ sort: 'default', providerSort: '', reverse: false })
    }
    await load()
  }

  onAccountChange(() => {
    cancelRequest()
    requests.stored.drop()
    stored.value = []
    loadError.value = null
    failed.value = null
    updated = ''
  })

  return { stored, loadError, requested, failed, load, sortBy, cancelRequest, update, remove }
})
