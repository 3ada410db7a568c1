/** Columns of the invoice table, stored with the settings. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { FIRST_COLUMNS, withNumber, type InvoiceColumn } from '../../../shared/models/invoice.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './reset.ts'

export const useInvoiceColumns = defineStore('invoiceColumns', () => {
  const app = useApp()
  /** Some invoice has a due day; neither published version of the API sends one. */
  const due = ref(false)

  const columns = computed(() => {
    const chosen = app.settings?.invoiceColumns
    if (chosen) return withNumber(chosen)
    // By default, the due column shows only when it has values.
    return FIRST_COLUMNS.filter((column) => column !== 'due' || due.value)
  })

  /** Sets the columns and their order. @throws Refusal */
  async function choose(next: readonly InvoiceColumn[]): Promise<void> {
    await app.changeSettings({ invoiceColumns: withNumber(next) })
  }
  const showDueColumn = (): void => {
    due.value = true
  }

  onOtherAccount(() => {
    due.value = false
  })

  return { columns, choose, showDueColumn }
})
