/** The catalogue as the page sees it: a query and a window of rows, renewed when main says they are stale. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ProductQuery, ProductRow } from '../../../shared/model/product.ts'
import { call } from '../api.ts'
import { topicList } from './topicList.ts'

export type CatalogueQuery = Omit<ProductQuery, 'offset' | 'limit'>

export const PLAIN_QUERY: CatalogueQuery = {
  text: '',
  available: false,
  featured: false,
  sort: 'server',
  reverse: false
}

export const useCatalogue = defineStore('catalogue', () => {
  const query = shallowRef<CatalogueQuery>(PLAIN_QUERY)
  const list = topicList<ProductRow, Output<'catalogue', 'page'>>(
    'catalogue',
    (span) => call('catalogue', 'page', { ...query.value, ...span }),
    () => {
      query.value = PLAIN_QUERY
    }
  )
  /** Version of the pictures' addresses: moves when the products were fetched anew, not with each note about them. */
  const pictures = ref(0)

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

  return { query, pictures, filtered, total, ...list, change, clearFilters }
})
