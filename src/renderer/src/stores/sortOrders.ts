/** Sort orders that the provider computed: fetched on request, then stored for offline use. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort, StoredSortOrder } from '../../../shared/models/product.ts'
import { call, errorFrom } from '../bridge.ts'
import { useCatalogue } from './catalogue.ts'
import { latestRequest } from './load.ts'
import { onAccountChange } from './session.ts'

export const sameSort = (a: ProviderSort, b: ProviderSort): boolean => a.key === b.key && a.reverse === b.reverse

export const useSortOrders = defineStore('sortOrders', () => {
  const catalogue = useCatalogue()
  const stored = shallowRef<readonly StoredSortOrder[]>([])
  /** Why the stored orders can't be listed. */
  const loadError = shallowRef<ErrorInfo | null>(null)
  /** The order that the user waits for. */
  const requested = shallowRef<ProviderSort | null>(null)
  /** The last requested order, and why it failed. */
  const failed = shallowRef<{ sort: ProviderSort; error: ErrorInfo } | null>(null)
  /** Order and list edition of the latest automatic update. */
  let updated = ''
  const requests = { list: latestRequest(), order: latestRequest() }

  async function load(): Promise<void> {
    await requests.list.send(
      () => call('catalogue', 'sortOrders'),
      (answer) => {
        stored.value = answer.sortOrders
        loadError.value = null
      },
      (error) => (loadError.value = error)
    )
  }

  /** Sorts the list by this order: at once if it is stored, otherwise when it arrives. */
  async function sortBy(sort: ProviderSort): Promise<void> {
    failed.value = null
    const shown = { sort: 'providerSort', providerSort: sort.key, reverse: sort.reverse } as const
    if (stored.value.some((order) => sameSort(order, sort))) {
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
    await requests.order.send(
      () => call('catalogue', 'fetchSortOrder', sort),
      ({ sortOrder, error }) => {
        finish(error)
        // The user may have chosen another order meanwhile.
        if (sortOrder && catalogue.query.sort === before.sort) catalogue.change(shown)
      },
      finish
    )
  }

  function cancelRequest(): void {
    requests.order.drop()
    requested.value = null
  }

  /**
   * Updates a shown order when the list changed, once per edition of the list. Silent: the shown order stays valid, only
   * products added since then come last.
   */
  async function update(order: StoredSortOrder, edition: number): Promise<void> {
    const which = JSON.stringify([order.key, order.reverse, edition])
    // Main fetches one order at a time; the one that the user waits for goes first.
    if (edition === order.edition || which === updated || requested.value) return
    updated = which
    try {
      const answer = await call('catalogue', 'fetchSortOrder', { key: order.key, reverse: order.reverse })
      if (answer.error === null) await Promise.all([catalogue.list.reload(), load()])
    } catch (thrown) {
      // The next edition retries. The list's own refresh shows the error.
      if (['APP_LOCKED', 'CANCELLED'].includes(errorFrom(thrown).code)) updated = ''
    }
  }

  /** Deletes a stored order; a list in that order returns to the provider's default order. */
  async function remove(sort: ProviderSort): Promise<void> {
    const { providerSort } = catalogue
    await call('catalogue', 'dropSortOrder', sort)
    if (providerSort && sameSort(providerSort, sort)) {
      catalogue.change({ sort: 'default', providerSort: '', reverse: false })
    }
    await load()
  }

  onAccountChange(() => {
    cancelRequest()
    requests.list.drop()
    stored.value = []
    loadError.value = null
    failed.value = null
    updated = ''
  })

  return { stored, loadError, requested, failed, load, sortBy, cancelRequest, update, remove }
})
