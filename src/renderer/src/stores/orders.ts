/** Orders that the platform gave for keys of its own: fetched when someone asks for one, stored for offline from then on. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort, StoredOrder } from '../../../shared/models/product.ts'
import { call, errorFrom } from '../bridge.ts'
import { useCatalogue } from './catalogue.ts'
import { onOtherAccount } from './reset.ts'

export const sameSort = (a: ProviderSort, b: ProviderSort): boolean => a.key === b.key && a.reverse === b.reverse

export const useOrders = defineStore('orders', () => {
  const catalogue = useCatalogue()
  /** The one fetched last first. */
  const orders = shallowRef<readonly StoredOrder[]>([])
  /** Why they can't be listed. */
  const unread = shallowRef<ErrorInfo | null>(null)
  /** What the person waits for. */
  const asking = shallowRef<ProviderSort | null>(null)
  /** What they asked for last, and why it didn't come. */
  const failed = shallowRef<{ sort: ProviderSort; error: ErrorInfo } | null>(null)
  /** Of which order, for which edition of the list, a newer one was asked for. */
  let renewed = ''
  let turn = 0

  async function load(): Promise<void> {
    const mine = turn
    try {
      const answer = await call('catalogue', 'orders')
      if (mine !== turn) return
      orders.value = answer.orders
      unread.value = null
    } catch (thrown) {
      if (mine === turn) unread.value = errorFrom(thrown)
    }
  }

  /** Shows the list in this order: at once where it is stored, else when it is here; until then the list stays as it is. */
  async function show(sort: ProviderSort): Promise<void> {
    failed.value = null
    const shown = { sort: 'platform', providerSort: sort.key, reverse: sort.reverse } as const
    if (orders.value.some((order) => sameSort(order, sort))) {
      giveUp()
      catalogue.change(shown)
      return
    }
    const mine = ++turn
    const before = catalogue.query
    asking.value = sort
    try {
      const { order, error } = await call('catalogue', 'fetchOrder', sort)
      if (mine !== turn) return
      tell(sort, error)
      // Whoever chose another order meanwhile has given this one up.
      if (order && catalogue.query.sort === before.sort) catalogue.change(shown)
    } catch (thrown) {
      if (mine === turn) tell(sort, errorFrom(thrown))
    } finally {
      if (mine === turn) {
        asking.value = null
        await load()
      }
    }
  }

  /** Whoever stopped it needs no telling. */
  function tell(sort: ProviderSort, error: ErrorInfo | null): void {
    if (error && error.code !== 'CANCELLED') failed.value = { sort, error }
  }

  /** Nobody waits any more. */
  function giveUp(): void {
    turn += 1
    asking.value = null
  }

  /**
   * Asks for a shown order anew when the list became another since, once per edition of the list. Says nothing: what is shown
   * stays right, only what was added since comes last.
   */
  async function renew(order: StoredOrder, edition: number): Promise<void> {
    const which = JSON.stringify([order.key, order.reverse, edition])
    // Main fetches one at a time: the one that a person waits for goes first.
    if (edition === order.edition || which === renewed || asking.value) return
    renewed = which
    try {
      const answer = await call('catalogue', 'fetchOrder', { key: order.key, reverse: order.reverse })
      if (answer.error === null) await Promise.all([catalogue.reload(), load()])
    } catch (thrown) {
      // The list's next edition asks again; a refusal while nobody waits is told by the list's own refresh. A postponed order is fetched then.
      if (['APP_LOCKED', 'CANCELLED'].includes(errorFrom(thrown).code)) renewed = ''
    }
  }

  /** Forgets a stored order; the list in that order goes back to the platform's usual one. */
  async function drop(sort: ProviderSort): Promise<void> {
    const { query } = catalogue
    await call('catalogue', 'dropOrder', sort)
    if (query.sort === 'platform' && sameSort({ key: query.providerSort, reverse: query.reverse }, sort)) {
      catalogue.change({ sort: 'server', providerSort: '', reverse: false })
    }
    await load()
  }

  onOtherAccount(() => {
    giveUp()
    orders.value = []
    unread.value = null
    failed.value = null
    renewed = ''
  })

  return { orders, unread, asking, failed, load, show, giveUp, renew, drop }
})
