/** Product orders that the provider computes: fetched on request, one at a time, and stored for offline use. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import type { Progress } from '../../../shared/models/freshness.ts'
import { createExclusive } from '../concurrency/exclusive.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { CatalogueParts } from './parts.ts'
import { createProgress } from './progress.ts'
import { receiveList } from './receive-list.ts'

export interface Orders {
  orders(): Promise<Output<'catalogue', 'orders'>>
  /**
   * Replaces a running request for another order, and joins one for the same order.
   * @throws CANCELLED when it is replaced, or another account is opened. Other errors are part of the answer, and so is
   * CANCELLED when the user cancels.
   */
  fetchOrder(wanted: ProviderSort): Promise<Output<'catalogue', 'fetchOrder'>>
  dropOrder(order: ProviderSort): Promise<void>
  /** null: no order is being fetched. */
  orderProgress(): Progress | null
  /** Cancels the running request. Stored orders stay. */
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
  const { api, session, store, freshness, clock, publisher } = parts
  const board = createProgress(clock, publisher)
  const fetching = createExclusive<Output<'catalogue', 'fetchOrder'>>('replace')

  const isLeft = ({ storage, left }: Fetching): boolean => left.aborted || store.orNull() !== storage

  const fetched = async (one: Fetching): Promise<ErrorInfo | null> => {
    const { wanted, storage, signal, isReplaced } = one
    const { key, reverse } = wanted
    const gauge = board.begin()
    // Aborted work may take a while to end.
    signal.addEventListener('abort', () => gauge.end(), { once: true })
    try {
      const access = await session.access()
      if (signal.aborted) throw new AppError('CANCELLED')
      const taken = await receiveList({ api, access, storage, signal, query: { key, reverse }, gauge }, (intake) =>
        intake.commitOrder({ key, reverse, fetchedAt: clock.now().toISOString() })
      )
      if (!taken) throw new AppError('BAD_REPLY', { found: 'empty' })
      freshness.touch('catalogue')
      return null
    } catch (thrown) {
      // The account is gone, so the error says nothing about the open one.
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
    orders: async () => ({ orders: await store.read((storage) => storage.catalogue.orders()) }),

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
