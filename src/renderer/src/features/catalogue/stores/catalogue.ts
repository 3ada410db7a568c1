/** The catalogue: the query and the paged list of its rows. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Output } from '../../../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import {
  EVERY_PRODUCT,
  type LabelCount,
  type ProductChoice,
  type ProductRow,
  type ProviderSort
} from '../../../../../shared/models/product.ts'
import { call } from '../../../bridge.ts'
import { useApp } from '../../../ui/data/app.ts'
import { dataOf, freshnessOf, latestRequest } from '../../../ui/data/load.ts'
import { listenForShown, onAccountChange, useSession } from '../../accounts/session.ts'
import { useTopicList } from '../../../ui/data/useTopicList.ts'

export type Layout = 'list' | 'grid'

/** The filters that are on or off, in the order of the filter box. */
export const FLAGS = ['available', 'featured', 'allowed', 'inMarketplace'] as const
const UNFILTERED = { available: false, featured: false, allowed: false, inMarketplace: false, label: null }

const LAYOUT = 'portside.layout.catalogue'
const GROUPED = 'portside.grouped.catalogue'

export const useCatalogue = defineStore('catalogue', () => {
  const app = useApp()
  const session = useSession()
  const plainQuery = (): ProductChoice => ({ ...EVERY_PRODUCT, grouped: localStorage.getItem(GROUPED) === 'true' })
  const query = shallowRef<ProductChoice>(plainQuery())
  const choice = (): ProductChoice => ({ ...query.value, grouped: grouped.value })
  const { list, partial, start, refresh } = useTopicList<ProductRow, Output<'catalogue', 'page'>>(
    'catalogue',
    (span) => call('catalogue', 'page', { of: session.of, ...choice(), ...span }),
    {
      has: () => session.has('catalogue'),
      listen: (renew) => listenForShown('catalogue', renew),
      onChange: (forget) =>
        onAccountChange((signedIn) => {
          query.value = plainQuery()
          forget(signedIn)
        })
    }
  )
  /** The text that the rows on screen were searched for; that of the query while it is typed has none yet. */
  const shownText = ref('')
  watch(list.generation, () => (shownText.value = query.value.text), { flush: 'sync' })
  /** Version in the URLs of pictures; changes when products are fetched, not with each note about them. */
  const pictureVersion = ref(0)
  const layout = ref<Layout>(localStorage.getItem(LAYOUT) === 'grid' ? 'grid' : 'list')
  /** Cards have no headings. */
  const grouped = computed(() => query.value.grouped && layout.value === 'list')

  /** The sort that the provider computed, or null. */
  const providerSort = computed<ProviderSort | null>(() => {
    const { sort, providerSort: key, reverse } = query.value
    return sort === 'providerSort' ? { key, reverse } : null
  })
  const narrowed = computed(() => query.value.label !== null || FLAGS.some((flag) => query.value[flag]))
  const filtered = computed(() => narrowed.value || query.value.text.trim() !== '')
  const total = computed(() => dataOf(list.loadState.value)?.total ?? null)

  /** Number of stored products, also before the list is loaded; null: none is stored. */
  const stored = computed(() => {
    const listed = list.loadState.value
    if (listed.state !== 'ready') return app.status?.products ?? null
    return listed.freshness.fetchedAt === null ? null : listed.data.total
  })

  watch(
    () => freshnessOf(list.loadState.value)?.fetchedAt,
    () => {
      pictureVersion.value = freshnessOf(list.loadState.value)?.revision ?? pictureVersion.value
    }
  )

  function change(part: Partial<ProductChoice>): void {
    if (part.grouped !== undefined) localStorage.setItem(GROUPED, String(part.grouped))
    query.value = { ...query.value, ...part }
    void list.restart()
  }

  const clearFilters = (): void => change(UNFILTERED)
  const showAll = (): void => change({ text: '', ...UNFILTERED })

  /** @param place of the first visible row, which stays visible */
  function setLayout(next: Layout, place: number): void {
    layout.value = next
    list.setPosition({ place })
    localStorage.setItem(LAYOUT, next)
    if (query.value.grouped) void list.restart()
  }

  /** Place of the next row from there whose name starts with the prefix, or null. */
  async function findByPrefix(prefix: string, from: number): Promise<number | null> {
    return (await call('catalogue', 'seek', { of: session.of, choice: choice(), prefix, from })).place
  }

  return {
    query,
    list,
    shownText,
    pictureVersion,
    layout,
    grouped,
    providerSort,
    narrowed,
    filtered,
    total,
    stored,
    partial,
    start,
    refresh,
    change,
    clearFilters,
    showAll,
    setLayout,
    findByPrefix
  }
})

export const useLabels = defineStore('labels', () => {
  /** Most frequent first; null: not loaded. */
  const labels = shallowRef<readonly LabelCount[] | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const request = latestRequest()

  const load = (): Promise<void> =>
    request.send(
      () => call('catalogue', 'labels', { of: useSession().of }),
      (answer) => {
        labels.value = answer.labels
        error.value = null
      },
      (why) => (error.value = why)
    )

  onAccountChange(() => {
    request.drop()
    labels.value = null
    error.value = null
  })
  listenForShown('catalogue', () => void (labels.value !== null && load()))

  return { labels, error, load }
})
