/** Invoices selected in the list, for actions on several at once. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import {
  EVERY_INVOICE,
  MOST_SELECTED,
  type ExportKind,
  type Invoice,
  type InvoiceTotals
} from '../../../../../shared/models/invoice.ts'
import { call } from '../../../bridge.ts'
import { useInvoiceExport } from '../export/invoiceExport.ts'
import { onScopeChange, useInvoiceScope } from './invoiceScope.ts'
import { useInvoices } from './invoices.ts'
import { latestRequest } from '../../../ui/data/load.ts'

type Row = Pick<Invoice, 'key' | 'number'>

export const useInvoiceSelection = defineStore('invoiceSelection', () => {
  const invoices = useInvoices()
  const exports = useInvoiceExport()
  /** Numbers by key. */
  const selected = shallowRef<ReadonlyMap<string, string | null>>(new Map())
  /** What they add up to; null: not known yet. */
  const totals = shallowRef<InvoiceTotals | null>(null)
  const requests = { rows: latestRequest(), totals: latestRequest() }
  const several = computed(() => selected.value.size > 1)

  const set = (rows: readonly Row[]): void => {
    requests.rows.drop()
    selected.value = new Map(rows.slice(0, MOST_SELECTED).map(({ key, number }) => [key, number]))
  }
  const clear = (): void => {
    if (selected.value.size > 0) set([])
    requests.rows.drop()
  }
  /** @param opened the open invoice, the first one of a new selection */
  function toggle(row: Row, opened: Row | undefined): void {
    const next = new Map([...selected.value].map(([key, number]) => [key, { key, number }]))
    if (next.size === 0 && opened) next.set(opened.key, opened)
    if (!next.delete(row.key)) next.set(row.key, row)
    set([...next.values()])
  }
  /** Rows between two places, both included. Those that the page doesn't hold are asked for. */
  async function selectRange(from: number, to: number): Promise<void> {
    const [first, last] = [Math.min(from, to), Math.max(from, to)]
    const held = Array.from({ length: last - first + 1 }, (_, n) => invoices.list.rowAt(first + n))
    if (held.every((row) => row !== undefined)) return set(held)
    const limit = Math.min(last - first + 1, MOST_SELECTED)
    const query = { ...invoices.choice, ...invoices.sortOrder, offset: first, limit }
    await requests.rows.send(
      () => call('invoices', 'keys', { of: useInvoiceScope().of, ...query }),
      ({ rows }) => set(rows),
      // The selection stays. The list shows an error of its own.
      () => undefined
    )
  }
  const selectAll = (): Promise<void> => selectRange(0, invoices.list.matched - 1)

  const save = (kind: ExportKind, keys: readonly string[]): Promise<void> =>
    exports.save({ choice: EVERY_INVOICE, order: invoices.sortOrder, kind, keys: [...keys] })

  watch(selected, ({ size }) => {
    totals.value = null
    requests.totals.drop()
    if (size < 2) return
    void requests.totals.send(
      () =>
        call('invoices', 'totals', { of: useInvoiceScope().of, ...EVERY_INVOICE, keys: [...selected.value.keys()] }),
      (sums) => (totals.value = sums),
      () => undefined
    )
  })
  // Places mean other rows then.
  watch([() => invoices.choice, () => invoices.sortOrder], clear)
  onScopeChange(clear)

  return { selected, several, totals, toggle, selectRange, selectAll, clear, save }
})
