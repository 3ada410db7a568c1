/** The platform's own orders of its products: fetched when asked for, one at a time, and kept for offline. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import type { Progress } from '../../../shared/models/progress.ts'
import { createExclusive } from '../concurrency/exclusive.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { CatalogueParts } from './index.ts'
import { createProgress } from './progress.ts'
import { takeList } from './receive-list.ts'

export interface Orders {
  orders(): Promise<Output<'catalogue', 'orders'>>
  /**
   * Ends one that is under way, unless it is the same; then that one's answer is this one's.
   * @throws CANCELLED when another one is asked for, or the account left, meanwhile. Other failures are part of the answer, and
   * so is CANCELLED when the person ended it.
   */
  fetchOrder(wanted: ProviderSort): Promise<Output<'catalogue', 'fetchOrder'>>
  dropOrder(order: ProviderSort): Promise<void>
  /** How far the order is that is being fetched; null: none is. */
  orderProgress(): Progress | null
  /** Ends the fetching of an order, if there is one under way: what is stored stays. */
  cancelOrder(): void
}

interface Fetching {
  wanted: ProviderSort
  storage: AccountStorage
  /** Aborted when another account is opened, or this one's connection changes. */
  left: AbortSignal
  /** Aborted by `left`, the user, or a call for another order. */
  signal: AbortSignal
  isReplaced: () => boolean
}

export function createOrders(parts: CatalogueParts): Orders {
  const { platform, session, store, freshness, clock, publisher } = parts
  const board = createProgress(clock, publisher)
  const fetching = createExclusive<Output<'catalogue', 'fetchOrder'>>('replace')

  const isLeft = ({ storage, left }: Fetching): boolean => left.aborted || store.orNull() !== storage

  const fetched = async (one: Fetching): Promise<ErrorInfo | null> => {
    const { wanted, storage, signal, isReplaced } = one
    const { key, reverse } = wanted
    const gauge = board.begin()
    // Whatever was called off may take its time to end.
    signal.addEventListener('abort', () => gauge.end(), { once: true })
    try {
      const access = await session.access()
      if (signal.aborted) throw new AppError('CANCELLED')
      const taken = await takeList(
        { platform, access, cache: storage, signal, query: { key, reverse }, gauge },
        (intake) => intake.commitOrder({ key, reverse, fetchedAt: clock.now().toISOString() })
      )
      if (!taken) throw new AppError('BAD_REPLY', { found: 'empty' })
      freshness.touch('catalogue')
      return null
    } catch (thrown) {
      // Whatever a call for an account that was left came to says nothing of this one.
      if (isLeft(one) || isReplaced()) throw new AppError('CANCELLED')
      if (signal.aborted) return { code: 'CANCELLED' }
      const error = toErrorInfo(thrown)
      if (error.code === 'CANCELLED') throw thrown
      if (error.code === 'INTERNAL') parts.report(thrown)
      if (error.code === 'UNAUTHORIZED') parts.revalidate()
      return error
    } finally {
      gauge.end()
    }
  }

  const answerOf = async (one: Fetching): Promise<Output<'catalogue', 'fetchOrder'>> => {
    const error = await fetched(one)
    const [stored] = await Promise.allSettled([one.storage.catalogue.orders()])
    if (isLeft(one)) throw new AppError('CANCELLED')
    if (stored.status === 'rejected') throw stored.reason
    return { order: stored.value.find((order) => same(order, one.wanted)) ?? null, error }
  }

  return {
    orders: async () => ({ orders: await store.read((cache) => cache.catalogue.orders()) }),

    async fetchOrder(wanted) {
      const storage = store.current()
      const left = parts.whileOpen()
      const { key, reverse } = wanted
      return fetching.run(JSON.stringify([key, reverse]), left, (signal, isReplaced) =>
        answerOf({ wanted, storage, left, signal, isReplaced })
      )
    },

    async dropOrder(order) {
      await store.current().catalogue.dropOrder(order)
      freshness.touch('catalogue')
    },

    orderProgress: () => board.now(),
    cancelOrder: () => fetching.cancel()
  }
}

const same = (one: ProviderSort, other: ProviderSort): boolean => one.key === other.key && one.reverse === other.reverse
