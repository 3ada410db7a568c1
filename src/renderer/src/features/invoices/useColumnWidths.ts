/**
 * Width that columns need whose texts must not be cut. A table's rows are grids of their own, and only those in view exist, so the
 * widest texts of the rows seen so far are measured in hidden samples.
 */
import { useResizeObserver } from '@vueuse/core'
import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { AccountInvoice, InvoiceColumn } from '../../../../shared/models/invoice.ts'

/** Of one column. Beyond it, only longer ones are measured. */
const MOST_SAMPLES = 100

/** `account`: of lists of all accounts. */
export type TableColumn = InvoiceColumn | 'account'

type CellText = (invoice: AccountInvoice, column: TableColumn) => string

interface ColumnWidths {
  /** Lines of text to render in the type of the cells. */
  samples: ComputedRef<{ column: TableColumn; lines: string }[]>
  /** px */
  widths: Readonly<Ref<ReadonlyMap<TableColumn, number>>>
}

/**
 * @param list `columns` are the ones to measure. `generation` changes when other rows are listed: widths are measured anew.
 * @param textOf a cell's
 * @param box of the samples' elements
 */
export function useColumnWidths(
  list: { columns: () => readonly TableColumn[]; rows: () => readonly AccountInvoice[]; generation: () => number },
  textOf: CellText,
  box: Readonly<Ref<HTMLElement | null>>
): ColumnWidths {
  const columns = computed(list.columns)
  const texts = shallowRef<ReadonlyMap<TableColumn, ReadonlySet<string>>>(new Map())
  const widths = shallowRef<ReadonlyMap<TableColumn, number>>(new Map())
  let seen = new WeakSet<AccountInvoice>()

  watch([columns, list.generation], () => {
    seen = new WeakSet()
    texts.value = new Map()
  })
  watch(
    [list.rows, columns, list.generation],
    ([rows]) => {
      const added = rows.filter((row) => !seen.has(row))
      if (added.length === 0) return
      for (const row of added) seen.add(row)
      texts.value = new Map(
        columns.value.map((column) => [
          column,
          withSamples(
            texts.value.get(column) ?? new Set(),
            added.map((row) => textOf(row, column))
          )
        ])
      )
    },
    { immediate: true }
  )
  // The samples stand side by side: when one changes, so does the box.
  useResizeObserver(box, () => {
    const elements = [...(box.value?.children ?? [])].filter((one) => one instanceof HTMLElement)
    const measured = new Map(elements.map((one) => [one.dataset['column'], one.offsetWidth + 1]))
    if (columns.value.some((column) => widths.value.get(column) !== measured.get(column)))
      widths.value = new Map(columns.value.map((column) => [column, measured.get(column) ?? 0]))
  })
  const samples = computed(() =>
    columns.value.map((column) => ({ column, lines: [...(texts.value.get(column) ?? [])].join('\n') }))
  )
  return { samples, widths }
}

/** Tabular figures are equally wide, so texts that differ in digits only share a sample. */
function withSamples(known: ReadonlySet<string>, added: readonly string[]): ReadonlySet<string> {
  const all = new Set(known)
  const isLongest = ({ length }: string): boolean => [...all].every((other) => other.length < length)
  for (const text of added) {
    const sample = text.replaceAll(/\p{Nd}/gu, '0')
    if (all.size < MOST_SAMPLES || isLongest(sample)) all.add(sample)
  }
  return all
}
