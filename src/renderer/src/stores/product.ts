/** The open product: the stored copy first, then a fresh one from the provider. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProductView } from '../../../shared/models/product.ts'
import { call } from '../bridge.ts'
import { onOtherAccount } from './session.ts'
import { latestRequest, loadOf } from './load.ts'
import type { Load } from './load.ts'
import { whenStale } from './stale.ts'

export const useProduct = defineStore('product', () => {
  const key = ref<string | null>(null)
  const stored = shallowRef<Load<ProductView>>({ state: 'idle' })
  const refreshing = ref(false)
  /** Why the latest fetch of this product failed; null if the whole list failed with the same error. */
  const error = shallowRef<ErrorInfo | null>(null)
  /** Version in the URLs of the picture and description; changes with the record. */
  const edition = ref(0)
  const unlisted = ref(false)
  let raw: string | undefined
  const requests = { stored: latestRequest(), fresh: latestRequest() }

  /** The provider no longer has this product; the copy stays. `lastSeen`: when the list last had it (ISO 8601). */
  const gone = computed<{ lastSeen: string | null } | null>(() => {
    const { value } = stored
    const is = value.state === 'ready' && (unlisted.value || error.value?.code === 'NOT_FOUND')
    return is ? { lastSeen: value.freshness.fetchedAt } : null
  })
  /** The stored copy, with the state of this product's own fetch. The list shows its own state. */
  const load = computed<Load<ProductView>>(() => {
    const { value } = stored
    if (value.state !== 'ready') return value
    const own = { refreshing: refreshing.value, error: gone.value ? null : error.value }
    return { ...value, freshness: { ...value.freshness, ...own } }
  })

  function take({ view, freshness }: Output<'catalogue', 'product'>): void {
    // Only the beginning of a long record is compared; the rest may differ.
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
    const productKey = key.value
    if (productKey === null) return
    await requests.stored.run(
      () => call('catalogue', 'product', { key: productKey }),
      (answer) => {
        if (answer.view !== null) take(answer)
        else if (stored.value.state === 'ready') unlisted.value = true
      },
      fail
    )
  }

  async function refresh(): Promise<void> {
    const productKey = key.value
    if (productKey === null || refreshing.value) return
    const before = stored.value.state === 'ready' ? stored.value.freshness.error : null
    refreshing.value = true
    await requests.fresh.run(
      () => call('catalogue', 'refreshProduct', { key: productKey }),
      (answer) => {
        refreshing.value = false
        const after = answer.freshness.error
        if (answer.view === null) {
          fail(after ?? { code: 'NOT_FOUND' })
          return
        }
        error.value = after && after.code !== before?.code ? after : null
        take({ ...answer, freshness: { ...answer.freshness, error: before } })
      },
      (why) => {
        refreshing.value = false
        fail(why)
      }
    )
  }

  /** Shows a product; null closes it. */
  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    for (const request of Object.values(requests)) request.drop()
    key.value = next
    refreshing.value = false
    error.value = null
    unlisted.value = false
    raw = undefined
    stored.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await reread()
    if (next === key.value) await refresh()
  }

  onOtherAccount(() => void open(null))
  whenStale('catalogueChanged', () => void reread())

  return { key, load, gone, edition, open, refresh }
})
