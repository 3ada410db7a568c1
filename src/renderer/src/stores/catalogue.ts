/** The catalogue as the page sees it: a query and a window of rows, renewed when main says they are stale. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ProductQuery, ProductRow } from '../../../shared/model/product.ts'
import { call, failureFrom } from '../api.ts'
import { useApp } from './app.ts'
import { useSession } from './session.ts'
import { whenStale } from './stale.ts'
import { windowed } from './windowed.ts'

export type CatalogueQuery = Omit<ProductQuery, 'offset' | 'limit'>

export const PLAIN_QUERY: CatalogueQuery = {
  text: '',
  available: false,
  featured: false,
  sort: 'server',
  reverse: false
}

export const useCatalogue = defineStore('catalogue', () => {
  const app = useApp()
  const session = useSession()
  const query = shallowRef<CatalogueQuery>(PLAIN_QUERY)
  const list = windowed<ProductRow, Output<'catalogue', 'page'>>((span) =>
    call('catalogue', 'page', { ...query.value, ...span })
  )
  /** Key of the row under the keyboard's cursor. */
  const cursor = ref<string | null>(null)
  /** Where the list was scrolled to, px. */
  const scrollTop = ref(0)
  /** Version of the pictures' addresses: moves when the products were fetched anew, not with each note about them. */
  const pictures = ref(0)
  let started = false
  let listening = false

  const filtered = computed(() => query.value.text.trim() !== '' || query.value.available || query.value.featured)
  const total = computed(() => (list.load.value.state === 'ready' ? list.load.value.data.total : null))

  watch(
    () => (list.load.value.state === 'ready' ? list.load.value.freshness.fetchedAt : null),
    () => {
      if (list.load.value.state === 'ready') pictures.value = list.load.value.freshness.revision
    }
  )

  /** Changes the query and asks for its first rows. */
  function change(part: Partial<CatalogueQuery>): void {
    query.value = { ...query.value, ...part }
    void list.restart()
  }

  function clearFilters(): void {
    change({ text: '', available: false, featured: false })
  }

  /** First use: asks once; from then on pushes renew it. */
  function start(): void {
    if (started) return
    started = true
    if (!listening) whenStale('catalogueChanged', () => void (started && list.reload()))
    listening = true
    void list.restart()
  }

  /** Another account, or none: nothing of the former one stays. */
  function forget(): void {
    query.value = PLAIN_QUERY
    cursor.value = null
    scrollTop.value = 0
    list.forget()
    started = started && session.account !== null
    if (started) void list.restart()
  }

  /** Asks the platform anew; the outcome comes as the list's freshness. */
  async function refresh(): Promise<void> {
    try {
      await app.refresh('catalogue')
    } catch (thrown) {
      list.fail(failureFrom(thrown))
    }
  }

  return { query, cursor, scrollTop, pictures, filtered, total, ...list, change, clearFilters, start, forget, refresh }
})
