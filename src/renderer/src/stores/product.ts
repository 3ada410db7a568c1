/** The one product that is open: its stored copy at once, then anew from the platform. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProductView } from '../../../shared/models/product.ts'
import { call, errorFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { whenStale } from './stale.ts'

export const useProduct = defineStore('product', () => {
  const key = ref<string | null>(null)
  const stored = shallowRef<Load<ProductView>>({ state: 'idle' })
  const refreshing = ref(false)
  /** Why the latest try for this product failed; null too when the whole list failed in the same way. */
  const error = shallowRef<ErrorInfo | null>(null)
  /** Version of the picture's and the description's address: moves when the record changed. */
  const edition = ref(0)
  /** It is not in the stored list any more. */
  const unlisted = ref(false)
  let raw: string | undefined
  let turn = 0

  /** The platform has this product no more; the copy stays. `lastSeen`: when it was in the list for the last time (ISO 8601). */
  const gone = computed<{ lastSeen: string | null } | null>(() => {
    const { value } = stored
    const is = value.state === 'ready' && (unlisted.value || error.value?.code === 'NOT_FOUND')
    return is ? { lastSeen: value.freshness.fetchedAt } : null
  })
  /** The stored copy, with how this product's own renewal goes; the list's is told beside the list. */
  const load = computed<Load<ProductView>>(() => {
    const { value } = stored
    if (value.state !== 'ready') return value
    const own = { refreshing: refreshing.value, error: gone.value ? null : error.value }
    return { ...value, freshness: { ...value.freshness, ...own } }
  })

  function take({ view, freshness }: Output<'catalogue', 'product'>): void {
    // Of a long record only the beginning is known here: it may have changed after that.
    if (view?.raw !== raw || raw?.endsWith('…')) edition.value = freshness.revision
    raw = view?.raw
    unlisted.value = false
    stored.value = loadOf(view, freshness)
  }

  function fail(why: ErrorInfo): void {
    if (stored.value.state === 'ready') error.value = why
    else stored.value = { state: 'error', error: why, freshness: null }
  }

  async function reread(): Promise<void> {
    const mine = turn
    if (key.value === null) return
    try {
      const answer = await call('catalogue', 'product', { key: key.value })
      if (mine !== turn) return
      if (answer.view !== null) take(answer)
      else if (stored.value.state === 'ready') unlisted.value = true
    } catch (thrown) {
      if (mine === turn) fail(errorFrom(thrown))
    }
  }

  /** Asks the platform for the open product. */
  async function refresh(): Promise<void> {
    const mine = turn
    if (key.value === null || refreshing.value) return
    const before = stored.value.state === 'ready' ? stored.value.freshness.error : null
    refreshing.value = true
    try {
      const answer = await call('catalogue', 'refreshProduct', { key: key.value })
      if (mine !== turn) return
      const after = answer.freshness.error
      if (answer.view === null) {
        fail(after ?? { code: 'NOT_FOUND' })
        return
      }
      error.value = after && after.code !== before?.code ? after : null
      take({ ...answer, freshness: { ...answer.freshness, error: before } })
    } catch (thrown) {
      if (mine === turn) fail(errorFrom(thrown))
    } finally {
      if (mine === turn) refreshing.value = false
    }
  }

  /** Shows a product; null closes it. */
  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    const mine = ++turn
    key.value = next
    refreshing.value = false
    error.value = null
    unlisted.value = false
    raw = undefined
    stored.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await reread()
    if (mine === turn) await refresh()
  }

  onOtherAccount(() => void open(null))
  whenStale('catalogueChanged', () => void reread())

  return { key, load, gone, edition, open, refresh }
})
