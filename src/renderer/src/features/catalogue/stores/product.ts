/** The open product: the stored copy first, then a fresh one from the provider if it has an endpoint for it. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Output } from '../../../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { ProductView } from '../../../../../shared/models/product.ts'
import { call } from '../../../bridge.ts'
import { listenForShown, onAccountChange, useSession } from '../../accounts/session.ts'
import { latestRequest, loadOf } from '../../../ui/data/load.ts'
import type { Load } from '../../../ui/data/load.ts'

/** The fetch of this product alone. `error`: null too if the whole list failed with the same error. */
interface OwnFetch {
  refreshing: boolean
  error: ErrorInfo | null
}
const NOT_FETCHED: OwnFetch = { refreshing: false, error: null }

export const useProduct = defineStore('product', () => {
  const session = useSession()
  const key = ref<string | null>(null)
  const stored = shallowRef<Load<ProductView>>({ state: 'idle' })
  const ownFetch = shallowRef(NOT_FETCHED)
  /** Version in the URLs of the picture and description; changes with the record. */
  const recordVersion = ref(0)
  /** The stored list has it no more. */
  const unlisted = ref(false)
  let raw: string | undefined
  const requests = { stored: latestRequest(), fresh: latestRequest() }

  /** The provider no longer has this product; the copy stays. `lastSeen`: when the list last had it (ISO 8601). */
  const gone = computed<{ lastSeen: string | null } | null>(() => {
    const isGone = unlisted.value || ownFetch.value.error?.code === 'NOT_FOUND'
    return isGone && stored.value.state === 'ready' ? { lastSeen: stored.value.freshness.fetchedAt } : null
  })
  /** The stored copy, with the state of this product's own fetch. The list shows its own state. */
  const loadState = computed<Load<ProductView>>(() => {
    if (stored.value.state !== 'ready') return stored.value
    const { refreshing, error } = ownFetch.value
    return { ...stored.value, freshness: { ...stored.value.freshness, refreshing, error: gone.value ? null : error } }
  })

  function applyAnswer({ view, freshness }: Output<'catalogue', 'product'>): void {
    // Only the beginning of a long record is compared; the rest may differ.
    if (view?.raw !== raw || raw?.endsWith('…')) recordVersion.value = freshness.revision
    raw = view?.raw
    unlisted.value = false
    stored.value = loadOf(view, freshness)
  }
  function setError(error: ErrorInfo): void {
    if (stored.value.state === 'ready') ownFetch.value = { ...ownFetch.value, error }
    else stored.value = { state: 'error', error, freshness: null }
  }

  async function readStored(): Promise<void> {
    const productKey = key.value
    if (productKey === null) return
    await requests.stored.send(
      () => call('catalogue', 'product', { of: session.of, key: productKey }),
      (answer) => {
        if (answer.view !== null) applyAnswer(answer)
        else if (stored.value.state === 'ready') unlisted.value = true
      },
      setError
    )
  }

  /** Where the provider has no endpoint for one product, the list's record is all that there is. */
  async function refresh(): Promise<void> {
    const productKey = key.value
    if (session.provider?.hasProductCall === false) return readStored()
    if (productKey === null || ownFetch.value.refreshing) return
    const before = stored.value.state === 'ready' ? stored.value.freshness.error : null
    ownFetch.value = { ...ownFetch.value, refreshing: true }
    await requests.fresh.send(
      () => call('catalogue', 'refreshProduct', { of: session.of, key: productKey }),
      (answer) => {
        const after = answer.freshness.error
        ownFetch.value = { ...ownFetch.value, refreshing: false }
        if (answer.view === null) return setError(after ?? { code: 'NOT_FOUND' })
        ownFetch.value = { refreshing: false, error: after && after.code !== before?.code ? after : null }
        applyAnswer({ ...answer, freshness: { ...answer.freshness, error: before } })
      },
      (error) => {
        ownFetch.value = { ...ownFetch.value, refreshing: false }
        setError(error)
      }
    )
  }

  /** Shows a product; null closes it. */
  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    requests.stored.drop()
    requests.fresh.drop()
    key.value = next
    ownFetch.value = NOT_FETCHED
    unlisted.value = false
    raw = undefined
    stored.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await readStored()
    if (next === key.value && session.provider?.hasProductCall !== false) await refresh()
  }

  onAccountChange(() => void open(null))
  listenForShown('catalogue', () => void readStored())

  return { key, loadState, gone, recordVersion, open, refresh }
})
