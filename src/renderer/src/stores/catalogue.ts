/** The catalogue as the page sees it: what is chosen of it, and a window of rows, renewed when main says they are stale. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ProductChoice, ProductRow } from '../../../shared/models/product.ts'
import { call } from '../bridge.ts'
import { topicList } from './topicList.ts'

export type CatalogueQuery = ProductChoice
/** How the list is drawn. */
export type Layout = 'list' | 'grid'

/** No filter set; the words searched for are no filter. */
const UNFILTERED = { available: false, featured: false, allowed: false, inMarketplace: false, label: null }

export const PLAIN_QUERY: CatalogueQuery = {
  text: '',
  ...UNFILTERED,
  sort: 'server',
  providerSort: '',
  reverse: false
}

/** Under which this computer remembers the layout. */
const LAYOUT = 'portside.layout.catalogue'

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
  const layout = ref<Layout>(localStorage.getItem(LAYOUT) === 'grid' ? 'grid' : 'list')
  /** Place that the other layout is to begin with; null: where it was scrolled to. */
  const startAt = ref<number | null>(null)

  /** A filter is set. */
  const narrowed = computed(() => {
    const { available, featured, allowed, inMarketplace, label } = query.value
    return available || featured || allowed || inMarketplace || label !== null
  })
  const filtered = computed(() => narrowed.value || query.value.text.trim() !== '')
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

  /** No filter is set any more; what is searched for stays. */
  const clearFilters = (): void => change(UNFILTERED)
  const showAll = (): void => change({ text: '', ...UNFILTERED })

  /** @param top place of the first row in view, which stays in view */
  function lay(next: Layout, top: number): void {
    layout.value = next
    startAt.value = top
    localStorage.setItem(LAYOUT, next)
  }

  function scrolled(top: number): void {
    startAt.value = null
    list.scrolled(top)
  }

  /** Place of the next row from there on whose name begins so; null: there is none. @throws Refusal */
  async function seek(prefix: string, from: number): Promise<number | null> {
    return (await call('catalogue', 'seek', { choice: query.value, prefix, from })).place
  }

  return {
    ...{ query, pictures, layout, startAt, narrowed, filtered, total },
    ...list,
    ...{ change, clearFilters, showAll, lay, scrolled, seek }
  }
})
