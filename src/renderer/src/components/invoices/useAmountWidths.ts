/**
 * Width that each column of amounts needs. A table's rows are grids of their own, and only those in view exist, so the widest
 * amounts of the rows seen so far are measured in hidden samples.
 */
import { useResizeObserver } from '@vueuse/core'
import { computed, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import type { Invoice, InvoiceColumn } from '../../../../shared/models/invoice.ts'
import { cellText, isAmount } from './invoiceText.ts'

/** Of one column. Beyond it, only longer ones are measured. */
const MOST_SAMPLES = 100

interface AmountWidths {
  /** Lines of text to render in the type of the cells. */
  samples: ComputedRef<{ column: InvoiceColumn; lines: string }[]>
  /** px */
  widths: Readonly<Ref<ReadonlyMap<InvoiceColumn, number>>>
}

/** @param list `generation` changes when other rows are listed: widths are measured anew. @param box of the samples' elements */
export function useAmountWidths(
  list: { columns: () => readonly InvoiceColumn[]; rows: () => readonly Invoice[]; generation: () => number },
  box: Readonly<Ref<HTMLElement | null>>
): AmountWidths {
  const columns = computed(() => list.columns().filter(isAmount))
  const texts = shallowRef<ReadonlyMap<InvoiceColumn, ReadonlySet<string>>>(new Map())
  const widths = shallowRef<ReadonlyMap<InvoiceColumn, number>>(new Map())
  let seen = new WeakSet<Invoice>()

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
        columns.value.map((column) => [column, withSamples(texts.value.get(column) ?? new Set(), added, column)])
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

/** Tabular figures are equally wide, so amounts that differ in digits only share a sample. */
function withSamples(known: ReadonlySet<string>, rows: readonly Invoice[], column: InvoiceColumn): ReadonlySet<string> {
  const all = new Set(known)
  const isLongest = ({ length }: string): boolean => [...all].every((other) => other.length < length)
  for (const row of rows) {
    const sample = cellText(row, column).replaceAll(/\p{Nd}/gu, '0')
    if (all.size < MOST_SAMPLES || isLongest(sample)) all.add(sample)
  }
  return all
}
