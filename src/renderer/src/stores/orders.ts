/** Sort orders that the provider computed: fetched on request, then stored for offline use. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort, StoredOrder } from '../../../shared/models/product.ts'
import { call, errorFrom } from '../bridge.ts'
import { useCatalogue } from './catalogue.ts'
import { latestRequest } from './load.ts'
import { onAccountChange } from './session.ts'

export const sameSort = (a: ProviderSort, b: ProviderSort): boolean => a.key === b.key && a.reverse === b.reverse

export const useOrders = defineStore('orders', () => {
  const catalogue = useCatalogue()
  const orders = shallowRef<readonly StoredOrder[]>([])
  const unread = shallowRef<ErrorInfo | null>(null)
  const asking = shallowRef<ProviderSort | null>(null)
  /** The last requested order, and why it failed. */
  const failed = shallowRef<{ sort: ProviderSort; error: ErrorInfo } | null>(null)
  /** Order and list edition of the latest automatic update. */
  let renewed = ''
  const requests = { list: latestRequest(), order: latestRequest() }

  async function load(): Promise<void> {
    await requests.list.send(
      () => call('catalogue', 'orders'),
      (answer) => {
        orders.value = answer.orders
        unread.value = null
      },
      (error) => (unread.value = error)
    )
  }

  /** Sorts the list by this order: at once if it is stored, otherwise when it arrives. */
  async function show(sort: ProviderSort): Promise<void> {
    failed.value = null
    const shown = { sort: 'platform', providerSort: sort.key, reverse: sort.reverse } as const
    if (orders.value.some((order) => sameSort(order, sort))) {
      giveUp()
      catalogue.change(shown)
      return
    }
    const before = catalogue.query
    asking.value = sort
    /** A cancelled fetch is not an error to show. */
    const finish = (error: ErrorInfo | null): void => {
      asking.value = null
      if (error && error.code !== 'CANCELLED') failed.value = { sort, error }
      void load()
    }
    await requests.order.send(
      () => call('catalogue', 'fetchOrder', sort),
      ({ order, error }) => {
        finish(error)
        // The user may have chosen another order meanwhile.
        if (order && catalogue.query.sort === before.sort) catalogue.change(shown)
      },
      finish
    )
  }

  function giveUp(): void {
    requests.order.drop()
    asking.value = null
  }

  /**
   * Updates a shown order when the list changed, once per edition of the list. Silent: the shown order stays valid, only
   * products added since then come last.
   */
  async function renew(order: StoredOrder, edition: number): Promise<void> {
    const which = JSON.stringify([order.key, order.reverse, edition])
    // Main fetches one order at a time; the one that the user waits for goes first.
    if (edition === order.edition || which === renewed || asking.value) return
    renewed = which
    try {
      const answer = await call('catalogue', 'fetchOrder', { key: order.key, reverse: order.reverse })
      if (answer.error === null) await Promise.all([catalogue.list.reload(), load()])
    } catch (thrown) {
      // The next edition retries. The list's own refresh shows the error.
      if (['APP_LOCKED', 'CANCELLED'].includes(errorFrom(thrown).code)) renewed = ''
    }
  }

  /** Deletes a stored order; a list in that order returns to the provider's default order. */
  async function drop(sort: ProviderSort): Promise<void> {
    const { query } = catalogue
    await call('catalogue', 'dropOrder', sort)
    if (query.sort === 'platform' && sameSort({ key: query.providerSort, reverse: query.reverse }, sort)) {
      catalogue.change({ sort: 'server', providerSort: '', reverse: false })
    }
    await load()
  }

  onAccountChange(() => {
    giveUp()
    requests.list.drop()
    orders.value = []
    unread.value = null
    failed.value = null
    renewed = ''
  })

  return { orders, unread, asking, failed, load, show, giveUp, renew, drop }
})
