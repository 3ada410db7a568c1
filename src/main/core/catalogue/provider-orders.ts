/** The platform's own orders of its products: fetched when asked for, one at a time, and kept for offline. */
import type { Output } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import type { Progress } from '../../../shared/models/progress.ts'
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
  cache: AccountStorage
  /** Aborted when the account is left. */
  left: AbortSignal
  /** The person ended it, or it was followed by another one. */
  own: AbortController
  replaced: boolean
}

export function createOrders(parts: CatalogueParts): Orders {
  const { platform, session, store, freshness, clock, publisher } = parts
  const board = createProgress(clock, publisher)
  let running: (Fetching & { answer: Promise<Output<'catalogue', 'fetchOrder'>> }) | null = null

  const isLeft = ({ cache, left }: Fetching): boolean => left.aborted || store.orNull() !== cache

  const fetched = async (one: Fetching): Promise<ErrorInfo | null> => {
    const { wanted, cache, left, own } = one
    const { key, reverse } = wanted
    const signal = AbortSignal.any([left, own.signal])
    const gauge = board.begin()
    // Whatever was called off may take its time to end.
    signal.addEventListener('abort', () => gauge.end(), { once: true })
    try {
      const access = await session.access()
      if (signal.aborted) throw new AppError('CANCELLED')
      const taken = await takeList({ platform, access, cache, signal, query: { key, reverse }, gauge }, (intake) =>
        intake.commitOrder({ key, reverse, fetchedAt: clock.now().toISOString() })
      )
      if (!taken) throw new AppError('BAD_REPLY', { found: 'empty' })
      freshness.touch('catalogue')
      return null
    } catch (thrown) {
      // Whatever a call for an account that was left came to says nothing of this one.
      if (isLeft(one) || one.replaced) throw new AppError('CANCELLED')
      if (own.signal.aborted) return { code: 'CANCELLED' }
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
    const [stored] = await Promise.allSettled([one.cache.catalogue.orders()])
    if (isLeft(one)) throw new AppError('CANCELLED')
    if (stored.status === 'rejected') throw stored.reason
    return { order: stored.value.find((order) => same(order, one.wanted)) ?? null, error }
  }

  return {
    orders: async () => ({ orders: await store.read((cache) => cache.catalogue.orders()) }),

    async fetchOrder(wanted) {
      const cache = store.current()
      const left = parts.whileOpen()
      if (running && same(running.wanted, wanted) && running.left === left && !running.own.signal.aborted) {
        return running.answer
      }
      if (running) {
        running.replaced = true
        running.own.abort()
      }
      const one: Fetching = { wanted, cache, left, own: new AbortController(), replaced: false }
      const mine = Object.assign(one, { answer: answerOf(one) })
      running = mine
      try {
        return await mine.answer
      } finally {
        if (running === mine) running = null
      }
    },

    async dropOrder(order) {
      await store.current().catalogue.dropOrder(order)
      freshness.touch('catalogue')
    },

    orderProgress: () => board.now(),
    cancelOrder: () => running?.own.abort()
  }
}

const same = (one: ProviderSort, other: ProviderSort): boolean => one.key === other.key && one.reverse === other.reverse
