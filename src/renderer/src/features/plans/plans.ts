/** Plans of the accounts in the scope, for their view and for the overview: the first of them, and more when the user asks. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Output } from '../../../../shared/ipc/contract.ts'
import { MOST_PLAN_ROWS } from '../../../../shared/models/plan.ts'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import { call, errorFrom } from '../../bridge.ts'
import { useApp } from '../../ui/data/app.ts'
import { listenForPlans, useInvoiceScope } from '../invoices/stores/invoiceScope.ts'
import { dataOf, latestRequest, loadOf, type Load } from '../../ui/data/load.ts'
import { retryKeychainFor } from '../../ui/shell/notices.ts'
import { withRefresh } from '../../ui/data/topicRefresh.ts'

type Answer = Output<'plans', 'page'>

export const usePlans = defineStore('plans', () => {
  const app = useApp()
  const scope = useInvoiceScope()
  const stored = shallowRef<Load<Answer>>({ state: 'idle' })
  const request = latestRequest()
  const loadingMore = ref(false)
  let started = false
  /** Rows that the user asked for. */
  let wanted = MOST_PLAN_ROWS

  async function read(): Promise<void> {
    if (!started || !scope.hasPlans) return
    if (stored.value.state === 'idle') stored.value = { state: 'loading' }
    await request.send(
      () => readRows(scope.of, wanted),
      (answer) => (stored.value = loadOf(answer, answer.freshness)),
      setError
    )
  }
  /** Rows that are held stay on screen. */
  function setError(error: ErrorInfo): void {
    const { value } = stored
    stored.value =
      value.state === 'ready'
        ? { ...value, freshness: { ...value.freshness, error } }
        : { state: 'error', error, freshness: null }
  }
  const loadState = withRefresh('plans', stored, () => void read())

  /** Loads them once; after that, events renew them. */
  async function start(): Promise<void> {
    if (started) return
    started = true
    await read()
  }
  async function showMore(): Promise<void> {
    if (loadingMore.value) return
    loadingMore.value = true
    wanted = (dataOf(stored.value)?.rows.length ?? 0) + MOST_PLAN_ROWS
    await read()
    loadingMore.value = false
  }
  /** Fetches from the provider; the outcome arrives as the plans' freshness. */
  async function refresh(): Promise<void> {
    try {
      if (await retryKeychainFor(loadState.value)) await read()
      await app.refresh('plans')
    } catch (thrown) {
      setError(errorFrom(thrown))
    }
  }
  function startAnew(): void {
    request.drop()
    wanted = MOST_PLAN_ROWS
    stored.value = { state: 'idle' }
    void read()
  }

  listenForPlans(() => void read())
  // A provider's definition may change, and an account with plans may come.
  watch([() => scope.key, () => scope.hasPlans], startAnew)

  const rows = computed(() => dataOf(loadState.value)?.rows ?? [])
  const missing = computed(() => dataOf(loadState.value)?.missing ?? [])
  /** Rows that aren't loaded. */
  const beyond = computed(() => Math.max(0, (dataOf(loadState.value)?.total ?? 0) - rows.value.length))

  return { loadState, rows, missing, beyond, loadingMore, start, read, refresh, showMore }
})

/** The first rows of the list, in as many calls as they need. They are of one revision: a change is announced. */
async function readRows(of: string | null, wanted: number): Promise<Answer> {
  const askFrom = (offset: number): Promise<Answer> => call('plans', 'page', { of, offset, limit: MOST_PLAN_ROWS })
  const first = await askFrom(0)
  const rows = [...first.rows]
  while (rows.length < Math.min(wanted, first.total)) {
    const next = await askFrom(rows.length)
    if (next.rows.length === 0 || next.freshness.revision !== first.freshness.revision) break
    rows.push(...next.rows)
  }
  return { ...first, rows }
}
