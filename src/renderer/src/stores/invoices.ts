/** The invoices as the page sees them: newest first, by state, renewed when main says they are stale. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { Invoice, InvoiceQuery } from '../../../shared/model/invoice.ts'
import { call, failureFrom } from '../api.ts'
import { useApp } from './app.ts'
import { useSession } from './session.ts'
import { whenStale } from './stale.ts'
import { windowed } from './windowed.ts'

export type StateFilter = InvoiceQuery['state']

export const useInvoices = defineStore('invoices', () => {
  const app = useApp()
  const session = useSession()
  const state = ref<StateFilter>('all')
  const list = windowed<Invoice, Output<'invoices', 'page'>>((span) =>
    call('invoices', 'page', { state: state.value, ...span })
  )
  /** Key of the row under the keyboard's cursor. */
  const cursor = ref<string | null>(null)
  /** Where the table was scrolled to, px. */
  const scrollTop = ref(0)
  let started = false
  let listening = false

  const summary = computed(() => (list.load.value.state === 'ready' ? list.load.value.data.summary : null))

  /** Shows the invoices of one state, or all. */
  function show(filter: StateFilter): void {
    if (filter === state.value) return
    state.value = filter
    void list.restart()
  }

  /** First use: asks once; from then on pushes renew it. */
  function start(): void {
    if (started) return
    started = true
    if (!listening) whenStale('invoicesChanged', () => void (started && list.reload()))
    listening = true
    void list.restart()
  }

  /** Another account, or none: nothing of the former one stays. */
  function forget(): void {
    state.value = 'all'
    cursor.value = null
    scrollTop.value = 0
    list.forget()
    started = started && session.account !== null
    if (started) void list.restart()
  }

  /** Asks the platform anew; the outcome comes as the list's freshness. */
  async function refresh(): Promise<void> {
    try {
      await app.refresh('invoices')
    } catch (thrown) {
      list.fail(failureFrom(thrown))
    }
  }

  return { state, cursor, scrollTop, summary, ...list, show, start, forget, refresh }
})
