/** The invoices as the page sees them: newest first, by state, renewed when main says they are stale. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { Invoice, InvoiceQuery } from '../../../shared/model/invoice.ts'
import { call } from '../api.ts'
import { topicList } from './topicList.ts'

export type StateFilter = InvoiceQuery['state']

export const useInvoices = defineStore('invoices', () => {
  const state = ref<StateFilter>('all')
  const list = topicList<Invoice, Output<'invoices', 'page'>>(
    'invoices',
    (span) => call('invoices', 'page', { state: state.value, ...span }),
    () => {
      state.value = 'all'
    }
  )

  const summary = computed(() => (list.load.value.state === 'ready' ? list.load.value.data.summary : null))

  /** Shows the invoices of one state, or all. */
  function show(filter: StateFilter): void {
    if (filter === state.value) return
    state.value = filter
    void list.restart()
  }

  return { state, summary, ...list, show }
})
