/** The invoices: the query and the paged list of its rows. */
import { defineStore } from 'pinia'
import { computed, reactive, shallowRef, watch } from 'vue'
import type { Input, Output } from '../../../../../shared/ipc/contract.ts'
import { invoiceFields } from '../../../../../shared/models/fields.ts'
import {
  fieldOfColumn,
  EVERY_INVOICE,
  isPaidInPart,
  URGENT_FIRST,
  type InvoiceColumn,
  type AccountInvoice,
  type Invoice,
  type InvoiceChoice,
  type InvoiceOrder,
  type MissingAccount
} from '../../../../../shared/models/invoice.ts'
import type { InvoiceSummary } from '../../../../../shared/models/invoice-sums.ts'
import { call } from '../../../bridge.ts'
import { listenForInvoices, onScopeChange, useInvoiceScope } from './invoiceScope.ts'
import { dataOf } from '../../../ui/data/load.ts'
import { useTopicList } from '../../../ui/data/useTopicList.ts'

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
  const scope = useInvoiceScope()
  const choice = shallowRef(EVERY_INVOICE)
  const sortOrder = shallowRef(URGENT_FIRST)
  /** Accounts that a list of all lacks. They stay while it can't be read. */
  const missing = shallowRef<readonly MissingAccount[]>([])
  /** Which of these the loaded invoices have. Neither published version of the API sends a due day. */
  const seen = reactive({ dueDay: false, partPayment: false })

  const { list, partial, start, refresh } = useTopicList<AccountInvoice, Output<'invoices', 'page'>>(
    'invoices',
    async (span) => {
      const { key } = scope
      const answer = await call('invoices', 'page', { of: scope.of, ...choice.value, ...sortOrder.value, ...span })
      if (key === scope.key) {
        missing.value = answer.missing
        noteSeen(answer.rows)
      }
      return answer
    },
    {
      has: () => scope.has,
      listen: listenForInvoices,
      onChange: (forget) =>
        onScopeChange((signedIn, isToggle) => {
          resetQuery(isToggle)
          forget(signedIn)
        })
    }
  )
  /** @param isToggle the same is looked for in one account, or in all */
  function resetQuery(isToggle: boolean): void {
    choice.value = isToggle ? { ...choice.value, account: null } : EVERY_INVOICE
    if (!isToggle) sortOrder.value = URGENT_FIRST
    missing.value = []
    seen.dueDay = false
    seen.partPayment = false
  }
  function noteSeen(rows: readonly Invoice[]): void {
    seen.dueDay ||= rows.some(({ dueDay }) => dueDay !== null)
    seen.partPayment ||= rows.some(isPaidInPart)
  }

  const summary = computed(() => dataOf(list.loadState.value)?.summary ?? null)
  const filters = computed(() => countFilters(choice.value))
  const filtered = computed(() => filters.value > 0 || choice.value.text.trim() !== '')
  const states = computed(() => statesOf(choice.value.state, summary.value))

  /** The filters leave out this invoice. */
  const leavesOut = async (key: string): Promise<boolean> =>
    filtered.value && list.placeOf(key) < 0 && !(await hasInvoice({ of: scope.of, ...choice.value, keys: [key] }))

  function change(part: Partial<InvoiceChoice>): void {
    choice.value = { ...choice.value, ...part }
    void list.restart()
  }

  const clearFilters = (): void => change({ ...EVERY_INVOICE, text: choice.value.text })
  const showAll = (): void => change(EVERY_INVOICE)
  const showOnly = (state: State): void => change({ ...EVERY_INVOICE, state })

  // The account may be removed while only its invoices are shown.
  watch(
    () => choice.value.account !== null && scope.lineOf(choice.value.account) === null,
    (isGone) => void (isGone && change({ account: null }))
  )

  function sortBy(sort: InvoiceColumn): void {
    sortOrder.value = nextOrder(sortOrder.value, sort)
    void list.restart()
  }

  return {
    choice,
    sortOrder,
    list,
    missing,
    seen,
    summary,
    partial,
    filters,
    filtered,
    states,
    start,
    refresh,
    leavesOut,
    change,
    clearFilters,
    showAll,
    showOnly,
    sortBy
  }
})

/** After a press on a heading: a second one reverses the order, a third one ends it. */
function nextOrder(order: InvoiceOrder, sort: InvoiceColumn): InvoiceOrder {
  // Text sorts A to Z first, dates and amounts from the latest and largest.
  const startsDescending = ['date', 'amount'].includes(invoiceFields[fieldOfColumn(sort)].type)
  if (order.sort !== sort) return { sort, descending: startsDescending }
  return order.descending === startsDescending ? { sort, descending: !startsDescending } : URGENT_FIRST
}

/** An invoice may be on a page that isn't loaded. Not known: it counts as there, and the list shows the error of its own request. */
async function hasInvoice(query: Input<'invoices', 'totals'>): Promise<boolean> {
  try {
    const { amounts, withoutAmount } = await call('invoices', 'totals', query)
    return amounts.length > 0 || withoutAmount > 0
  } catch {
    return true
  }
}

function countFilters({ state, from, to, least, most, account }: InvoiceChoice): number {
  const set = [state !== 'all', from !== null || to !== null, least !== null || most !== null, account !== null]
  return set.filter(Boolean).length
}

/**
 * States to filter by, with the number of invoices in each. No invoice is in two of them; "outstanding" is one while it is
 * selected, if it isn't the same as "open".
 */
const statesOf = (chosen: State, summary: InvoiceSummary | null): { state: State; count: number | null }[] =>
  STATES.map((state) => ({ state, count: summary && countOf(state, summary) })).filter(
    ({ state, count }) => state === 'all' || chosen === state || (state !== 'outstanding' && (count ?? 0) > 0)
  )

function countOf(state: State, { total, owed, byState }: InvoiceSummary): number {
  const open = owed.open ?? 0
  switch (state) {
    case 'all':
      return total
    case 'outstanding':
      return open
    case 'overdue':
      return owed.overdue
    case 'open':
      return open - owed.overdue
    case 'unknown':
      return owed.unknown
    default:
      return byState[state]
  }
}
