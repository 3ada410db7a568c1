/** The invoices: the query and a window of its rows, their totals and monthly amounts, and the table's columns. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { ShallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import { invoiceFields } from '../../../shared/models/fields.ts'
import {
  fieldOfColumn,
  EVERY_INVOICE,
  FIRST_COLUMNS,
  isPaidInPart,
  NEWEST_FIRST,
  withNumber,
  type InvoiceColumn,
  type Invoice,
  type InvoiceChoice
} from '../../../shared/models/invoice.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import { call } from '../bridge.ts'
import { useApp } from './app.ts'
import { latestRequest } from './load.ts'
import { whenStale } from './stale.ts'
import { topicList } from './windowed.ts'

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
  const app = useApp()
  const choice = shallowRef(EVERY_INVOICE)
  const order = shallowRef(NEWEST_FIRST)
  /** Totals of the filtered invoices, with the choice that they belong to. The former ones stay until the new ones arrive. */
  const totals = latestOf(async () => {
    const of = choice.value
    return { of, sums: await call('invoices', 'totals', of) }
  })
  const months = latestOf(() => call('invoices', 'months'))
  /** Currency of the chart, or the empty string for the unknown one. undefined: the one with most invoices. */
  const chartCurrency = ref<string>()
  /** A loaded invoice is paid in part. */
  const anyPartPaid = ref(false)
  /** A loaded invoice has a due day; neither published version of the API sends one. */
  const anyDue = ref(false)
  let account = 0

  const list = topicList<Invoice, Output<'invoices', 'page'>>(
    'invoices',
    async (span) => {
      const asked = account
      const answer = await call('invoices', 'page', { ...choice.value, ...order.value, ...span })
      if (asked !== account) return answer
      anyDue.value ||= answer.rows.some(({ dueDay }) => dueDay !== null)
      anyPartPaid.value ||= answer.rows.some(isPaidInPart)
      return answer
    },
    () => {
      choice.value = EVERY_INVOICE
      order.value = NEWEST_FIRST
      totals.forget()
      months.forget()
      chartCurrency.value = undefined
      anyDue.value = false
      anyPartPaid.value = false
      account += 1
    }
  )

  const summary = computed(() => (list.load.value.state === 'ready' ? list.load.value.data.summary : null))
  /** The provider sent a part of its invoices: the counts are the least that there may be. */
  const partial = computed(() => (list.load.value.state === 'ready' ? list.load.value.freshness.partial : null))
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
    STATES.map((state) => ({ state, count: countOf(state) })).filter(
      ({ state, count }) =>
        state === 'all' || choice.value.state === state || (state !== 'outstanding' && (count ?? 0) > 0)
    )
  )
  function countOf(state: State): number | null {
    if (!summary.value) return null
    const { total, overdue, byState } = summary.value
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

  const columns = computed(() => {
    const chosen = app.settings?.invoiceColumns
    if (chosen) return withNumber(chosen)
    // By default, these columns show only when they have something to say.
    const first = FIRST_COLUMNS.filter((column) => column !== 'due' || anyDue.value)
    return anyPartPaid.value ? [...first, 'remaining' as const] : first
  })

  const chart = computed(() => app.settings?.invoiceChart ?? true)

  /** Remembers a choice with the settings. One that can't be saved is not shown either. */
  const remember = (part: Partial<Settings>): Promise<void> => app.changeSettings(part).catch(() => undefined)
  const chooseColumns = (next: readonly InvoiceColumn[]): Promise<void> =>
    remember({ invoiceColumns: withNumber(next) })
  const showChart = (invoiceChart: boolean): Promise<void> => remember({ invoiceChart })

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
    const descending = order.value.sort === sort ? !order.value.descending : startsDescending
    order.value = { sort, descending }
    void list.restart()
  }

  watch(choice, totals.load)
  whenStale('invoicesChanged', () => {
    void totals.load()
    if (months.answer.value) void months.load()
  })

  return {
    ...{ choice, order, summary, partial, filters, filtered, states, columns, chart, chartCurrency },
    ...{ totals: totals.answer, loadTotals: totals.load, months: months.answer, loadMonths: months.load },
    ...list,
    ...{ change, clearFilters, showAll, showOnly, sortBy, chooseColumns, showChart }
  }
})

/** Holds the answer to the latest request; null: not loaded, or the request failed, and the list shows that error. */
function latestOf<T>(ask: () => Promise<T>): {
  answer: ShallowRef<T | null>
  load: () => Promise<void>
  forget: () => void
} {
  const answer = shallowRef<T | null>(null)
  const request = latestRequest()
  const take = (given: T | null): void => {
    answer.value = given
  }
  return {
    answer,
    load: () => request.run(ask, take, () => take(null)),
    forget() {
      request.drop()
      take(null)
    }
  }
}
