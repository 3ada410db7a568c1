/** The catalogue's changes, newest first, of which the page holds the newest ones without a gap. */
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ChangePage, ProductChange } from '../../../shared/models/change.ts'
import { call } from '../bridge.ts'
import { useSession } from './session.ts'
import { latestRequest } from './load.ts'

/** Changes in one request; main's maximum. */
const CHANGES_PER_PAGE = 100

export interface ChangeList {
  rows: ShallowRef<readonly ProductChange[]>
  /** Of all changes; null: not loaded. */
  total: Ref<number | null>
  error: ShallowRef<ErrorInfo | null>
  hasEarlier: ComputedRef<boolean>
  loadingEarlier: Ref<boolean>
  /** Loads the newest changes, on top of the held ones. */
  reload: () => Promise<void>
  loadEarlier: () => Promise<void>
  setError: (error: ErrorInfo) => void
  clear: () => void
}

export function changeList(onPage: (page: ChangePage) => void): ChangeList {
  const rows = shallowRef<readonly ProductChange[]>([])
  const total = ref<number | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const loadingEarlier = ref(false)
  const hasEarlier = computed(() => rows.value.length < (total.value ?? 0))
  const requests = { newest: latestRequest(), earlier: latestRequest() }

  const fetchPage = (offset: number): Promise<ChangePage> =>
    call('catalogue', 'changes', { of: useSession().of, offset, limit: CHANGES_PER_PAGE })

  function hold(next: readonly ProductChange[], page: ChangePage): void {
    rows.value = next
    total.value = page.total
    error.value = null
    onPage(page)
  }
  const setError = (why: ErrorInfo): void => void (error.value = why)
  function stopLoadingEarlier(): void {
    requests.earlier.drop()
    loadingEarlier.value = false
  }

  async function reload(): Promise<void> {
    stopLoadingEarlier()
    await requests.newest.send(
      () => fetchPage(0),
      (page) => hold(onTop(page, rows.value), page),
      setError
    )
  }

  async function loadEarlier(): Promise<void> {
    if (loadingEarlier.value || !hasEarlier.value) return
    loadingEarlier.value = true
    await requests.earlier.send(
      () => fetchPage(rows.value.length),
      (page) => {
        loadingEarlier.value = false
        // New changes shift the pages: skip those already held.
        const last = rows.value.at(-1)?.id ?? Infinity
        hold([...rows.value, ...page.rows.filter(({ id }) => id < last)], page)
      },
      (why) => {
        loadingEarlier.value = false
        setError(why)
      }
    )
  }

  function clear(): void {
    requests.newest.drop()
    stopLoadingEarlier()
    rows.value = []
    total.value = null
    error.value = null
  }

  return { rows, total, error, hasEarlier, loadingEarlier, reload, loadEarlier, setError, clear }
}

/** Puts the newest page on top of the held changes; drops held ones that would leave a gap. */
function onTop(page: ChangePage, held: readonly ProductChange[]): readonly ProductChange[] {
  const last = page.rows.at(-1)
  const first = held[0]
  if (!last || !first || first.id < last.id || first.id > page.newest) return page.rows
  return [...page.rows, ...held.filter(({ id }) => id < last.id)].slice(0, page.total)
}
