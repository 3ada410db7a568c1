/** The platform's own orders of its products: fetched when asked for, and kept for offline. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { Fault, failureOf, type Failure } from '../../../shared/ipc/failure.ts'
import type { PlatformSort, StoredOrder } from '../../../shared/model/product.ts'
import type { AccountCache } from '../ports.ts'
import type { CatalogueParts } from './index.ts'
import { takeList } from './take-list.ts'

export interface Orders {
  orders(): Promise<Output<'catalogue', 'orders'>>
  /** @throws CANCELLED when the account is left meanwhile; other failures are part of the answer */
  fetchOrder(wanted: PlatformSort): Promise<Output<'catalogue', 'fetchOrder'>>
  dropOrder(order: PlatformSort): Promise<void>
}

export function createOrders(parts: CatalogueParts): Orders {
  const { platform, session, store, freshness, clock } = parts
  const fetching = new Map<string, Promise<Output<'catalogue', 'fetchOrder'>>>()

  const fetched = async (wanted: PlatformSort, cache: AccountCache, signal: AbortSignal): Promise<Failure | null> => {
    const { key, reverse } = wanted
    try {
      const access = await session.access()
      if (signal.aborted) throw new Fault('CANCELLED')
      const taken = await takeList({ platform, access, cache, signal, query: { key, reverse } }, (intake) =>
        intake.commitOrder({ key, reverse, fetchedAt: clock.now().toISOString() })
      )
      if (!taken) throw new Fault('BAD_REPLY', { found: 'empty' })
      freshness.touch('catalogue')
      return null
    } catch (error) {
      // Whatever a call for an account that was left came to says nothing of this one.
      if (signal.aborted || store.orNull() !== cache) throw new Fault('CANCELLED')
      const failure = failureOf(error)
      if (failure.code === 'CANCELLED') throw error
      if (failure.code === 'INTERNAL') parts.report(error)
      if (failure.code === 'UNAUTHORIZED') parts.doubt()
      return failure
    }
  }

  const fetchOrder = async (wanted: PlatformSort): Promise<Output<'catalogue', 'fetchOrder'>> => {
    const cache = store.current()
    const failure = await fetched(wanted, cache, parts.whileOpen())
    const order = (await cache.catalogue.orders()).find((one) => same(one, wanted)) ?? null
    return { order, failure }
  }

  return {
    orders: async () => ({ orders: await store.read((cache) => cache.catalogue.orders()) }),

    fetchOrder(wanted) {
      const which = JSON.stringify([session.account()?.id, wanted.key, wanted.reverse])
      const under = fetching.get(which)
      if (under) return under
      const started = fetchOrder(wanted).finally(() => {
        if (fetching.get(which) === started) fetching.delete(which)
      })
      fetching.set(which, started)
      return started
    },

    async dropOrder(order) {
      await store.current().catalogue.dropOrder(order)
      freshness.touch('catalogue')
    }
  }
}

const same = (one: StoredOrder, other: PlatformSort): boolean => one.key === other.key && one.reverse === other.reverse
