/** The invoices: the query and a window of its rows, read again after main's change events. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import {
  EVERY_INVOICE,
  NEWEST_FIRST,
  type InvoiceColumn,
  type Invoice,
  type InvoiceChoice
} from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { topicList } from './topicList.ts'

/** Columns that sort A to Z first; all others sort from the latest or largest. */
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
  /** Whether a filter is set. */
  const narrowed = computed(() => {
    const { state, from, to, least, most } = choice.value
    return state !== 'all' || [from, to, least, most].some((limit) => limit !== null)
  })
  const filtered = computed(() => narrowed.value || choice.value.text.trim() !== '')

  /** Changes the query and loads its first rows. */
  function change(part: Partial<InvoiceChoice>): void {
    choice.value = { ...choice.value, ...part }
    void list.restart()
  }

  /** Clears the filters; the search text stays. */
  const clearFilters = (): void => change({ ...EVERY_INVOICE, text: choice.value.text })
  const showAll = (): void => change(EVERY_INVOICE)
  /** Shows all open invoices: clears search and filters. */
  const showOpen = (): void => change({ ...EVERY_INVOICE, state: 'open' })

  /** Sorts by a column; a second call reverses the order. */
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
