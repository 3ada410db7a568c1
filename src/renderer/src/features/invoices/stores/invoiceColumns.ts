/** The columns of the table of invoices. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { FIRST_COLUMNS, withNumber, type InvoiceColumn } from '../../../../../shared/models/invoice.ts'
import { useApp } from '../../../ui/data/app.ts'
import { useInvoices } from './invoices.ts'

export const useInvoiceColumns = defineStore('invoiceColumns', () => {
  const app = useApp()
  const invoices = useInvoices()

  const columns = computed(() => {
    const chosen = app.settings?.invoiceColumns
    if (chosen) return withNumber(chosen)
    // By default, these columns show only when they have something to say.
    const first = FIRST_COLUMNS.filter((column) => column !== 'due' || invoices.seen.dueDay)
    return invoices.seen.partPayment ? [...first, 'remaining' as const] : first
  })

  let saved: Promise<void> = Promise.resolve()
  /**
   * Changes the columns once earlier changes are saved: a second click may come before the first one is.
   * A change that can't be saved is not shown either.
   */
  const change = (next: (columns: readonly InvoiceColumn[]) => readonly InvoiceColumn[]): Promise<void> => {
    const save = (): Promise<void> => app.changeSettings({ invoiceColumns: withNumber(next(columns.value)) })
    saved = saved.then(save).catch(() => undefined)
    return saved
  }

  return { columns, change }
})
