/** The catalogue's changes, newest first, of which the page holds the newest ones without a gap. */
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { ChangePage, ChangeQuery, ProductChange } from '../../../../../shared/models/change.ts'
import { call } from '../../../bridge.ts'
import { useSession } from '../../accounts/session.ts'
import { latestRequest } from '../../../ui/data/load.ts'

/** Changes in one request; main's maximum. */
const CHANGES_PER_PAGE = 100

export interface ChangeList {
  rows: ShallowRef<readonly ProductChange[]>
  /** The page that came last, without its rows; null: not loaded. */
  about: ShallowRef<Omit<ChangePage, 'rows'> | null>
  error: ShallowRef<ErrorInfo | null>
  hasEarlier: ComputedRef<boolean>
  loadingEarlier: Ref<boolean>
  /** Loads the newest changes, on top of the held ones. */
  reload: () => Promise<void>
  /** For another query: what it finds replaces the held changes. */
  restart: () => Promise<void>
  loadEarlier: () => Promise<void>
  setError: (error: ErrorInfo) => void
  clear: () => void
}

export function changeList(
  query: () => Omit<ChangeQuery, 'offset' | 'limit'>,
  onPage: (page: ChangePage) => void
): ChangeList {
  const rows = shallowRef<readonly ProductChange[]>([])
  const about = shallowRef<Omit<ChangePage, 'rows'> | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const loadingEarlier = ref(false)
  const hasEarlier = computed(() => rows.value.length < (about.value?.total ?? 0))
  const requests = { newest: latestRequest(), earlier: latestRequest() }

  const fetchPage = (offset: number): Promise<ChangePage> =>
    call('catalogue', 'changes', { of: useSession().of, ...query(), offset, limit: CHANGES_PER_PAGE })

  function hold(next: readonly ProductChange[], page: ChangePage): void {
    rows.value = next
    const { rows: _, ...rest } = page
    about.value = rest
    error.value = null
    onPage(page)
  }
  const setError = (why: ErrorInfo): void => void (error.value = why)
  function stopLoadingEarlier(): void {
    requests.earlier.drop()
    loadingEarlier.value = false
  }

  async function loadNewest(held: () => readonly ProductChange[]): Promise<void> {
    stopLoadingEarlier()
    await requests.newest.send(
      () => fetchPage(0),
      (page) => hold(onTop(page, held()), page),
      setError
    )
  }
  const reload = (): Promise<void> => loadNewest(() => rows.value)
  const restart = (): Promise<void> => loadNewest(() => [])

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
    about.value = null
    error.value = null
  }

  return { rows, about, error, hasEarlier, loadingEarlier, reload, restart, loadEarlier, setError, clear }
}

/** Puts the newest page on top of the held changes; drops held ones that would leave a gap. */
function onTop(page: ChangePage, held: readonly ProductChange[]): readonly ProductChange[] {
  const [newest] = page.rows
  const last = page.rows.at(-1)
  const first = held[0]
  if (!newest || !last || !first || first.id < last.id || first.id > newest.id) return page.rows
  return [...page.rows, ...held.filter(({ id }) => id < last.id)].slice(0, page.total)
}
