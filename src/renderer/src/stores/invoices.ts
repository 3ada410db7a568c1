/** The invoices: the query and the paged list of its rows. */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import {
  fieldOfColumn,
  EVERY_INVOICE,
  isPaidInPart,
  NEWEST_FIRST,
  type InvoiceColumn,
  type Invoice,
  type InvoiceChoice,
  type InvoiceSummary
} from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { dataOf } from './load.ts'
import { useSession } from './session.ts'
import { useTopicList } from './useTopicList.ts'

type State = InvoiceChoice['state']
const STATES = [
  'all',
  'outstanding',
  'open',
  'overdue',
  'settled',
  'void',
  'credit',
  'unknown'
] as const satisfies readonly State[]

export const useInvoices = defineStore('invoices', () => {
  const session = useSession()
  const choice = shallowRef(EVERY_INVOICE)
  const sortOrder = shallowRef(NEWEST_FIRST)
  /** Which of these the account's loaded invoices have. Neither published version of the API sends a due day. */
  const seen = reactive({ dueDay: false, partPayment: false })

  const { list, partial, start, refresh } = useTopicList<Invoice, Output<'invoices', 'page'>>(
    'invoices',
    async (span) => {
      const accountId = session.account?.id
      const answer = await call('invoices', 'page', { ...choice.value, ...sortOrder.value, ...span })
      if (accountId === session.account?.id) noteSeen(answer.rows)
      return answer
    },
    () => {
      choice.value = EVERY_INVOICE
      sortOrder.value = NEWEST_FIRST
      seen.dueDay = false
      seen.partPayment = false
    }
  )
  function noteSeen(rows: readonly Invoice[]): void {
    seen.dueDay ||= rows.some(({ dueDay }) => dueDay !== null)
    seen.partPayment ||= rows.some(isPaidInPart)
  }

  const summary = computed(() => dataOf(list.loadState.value)?.summary ?? null)
  const filters = computed(() => {
    const { state, from, to, least, most } = choice.value
    return [state !== 'all', from !== null || to !== null, least !== null || most !== null].filter(Boolean).length
  })
  const filtered = computed(() => filters.value > 0 || choice.value.text.trim() !== '')
  /**
   * States to filter by, with the number of invoices in each. No invoice is in two of them; "outstanding" is one while it is
   * selected, if it isn't the same as "open".
   */
  const states = computed(() =>
    STATES.map((state) => ({ state, count: summary.value && countOf(state, summary.value) })).filter(
      ({ state, count }) =>
        state === 'all' || choice.value.state === state || (state !== 'outstanding' && (count ?? 0) > 0)
    )
  )

  function change(part: Partial<InvoiceChoice>): void {
    choice.value = { ...choice.value, ...part }
    void list.restart()
  }

  const clearFilters = (): void => change({ ...EVERY_INVOICE, text: choice.value.text })
  const showAll = (): void => change(EVERY_INVOICE)
  const showOnly = (state: State): void => change({ ...EVERY_INVOICE, state })

  function sortBy(sort: InvoiceColumn): void {
    // Text sorts A to Z first, dates and amounts from the latest and largest.
    const startsDescending = ['date', 'amount'].includes(invoiceFields[fieldOfColumn(sort)].type)
    const descending = sortOrder.value.sort === sort ? !sortOrder.value.descending : startsDescending
    sortOrder.value = { sort, descending }
    void list.restart()
  }

  return {
    choice,
    sortOrder,
    list,
    seen,
    summary,
    partial,
    filters,
    filtered,
    states,
    start,
    refresh,
    change,
    clearFilters,
    showAll,
    showOnly,
    sortBy
  }
})

function countOf(state: State, { total, overdue, byState }: InvoiceSummary): number {
  switch (state) {
    case 'all':
      return total
    case 'outstanding':
      return byState.open
    case 'overdue':
      return overdue
    case 'open':
      return byState.open - overdue
    default:
      return byState[state]
  }
}
