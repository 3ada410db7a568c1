/** The invoices as the page sees them: what is chosen of them and in which order, renewed when main says they are stale. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../shared/models/invoice-rules.ts'
import type { InvoiceColumn } from '../../../shared/models/invoice-rules.ts'
import type { Invoice, InvoiceChoice } from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { topicList } from './topicList.ts'

/** What is sorted by its beginning first; of all else the latest or the largest is. */
const BY_LETTER: readonly InvoiceColumn[] = ['number', 'state', 'status', 'method', 'currency']

export const useInvoices = defineStore('invoices', () => {
  const choice = shallowRef(EVERY_INVOICE)
  const order = shallowRef(NEWEST_FIRST)
  const list = topicList<Invoice, Output<'invoices', 'page'>>(
    'invoices',
    (span) => call('invoices', 'page', { ...choice.value, ...order.value, ...span }),
    () => {
      choice.value = EVERY_INVOICE
      order.value = NEWEST_FIRST
    }
  )

  const summary = computed(() => (list.load.value.state === 'ready' ? list.load.value.data.summary : null))
  /** A filter is set. */
  const narrowed = computed(() => {
    const { state, from, to, least, most } = choice.value
    return state !== 'all' || [from, to, least, most].some((limit) => limit !== null)
  })
  const filtered = computed(() => narrowed.value || choice.value.text.trim() !== '')

  /** Changes what is chosen and asks for its first rows. */
  function change(part: Partial<InvoiceChoice>): void {
    choice.value = { ...choice.value, ...part }
    void list.restart()
  }

  /** No filter is set any more; what is searched for stays. */
  const clearFilters = (): void => change({ ...EVERY_INVOICE, text: choice.value.text })
  const showAll = (): void => change(EVERY_INVOICE)
  /** All that are open, whatever was searched for and filtered before. */
  const showOpen = (): void => change({ ...EVERY_INVOICE, state: 'open' })

  /** Sorts by a column; by the one that it is sorted by, the other way round. */
  function sortBy(sort: InvoiceColumn): void {
    const descending = order.value.sort === sort ? !order.value.descending : !BY_LETTER.includes(sort)
    order.value = { sort, descending }
    void list.restart()
  }

  return {
    ...{ choice, order, summary, narrowed, filtered },
    ...list,
    ...{ change, clearFilters, showAll, showOpen, sortBy }
  }
})
