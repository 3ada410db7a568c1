/** The columns of the invoices' table: those the person chose, remembered with the settings. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { FIRST_COLUMNS, withNumber } from '../../../shared/models/invoice-rules.ts'
import type { InvoiceColumn } from '../../../shared/models/invoice-rules.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './reset.ts'

export const useInvoiceColumns = defineStore('invoiceColumns', () => {
  const app = useApp()
  /** Some invoice was seen to have a due day; neither published version of the platform has one. */
  const due = ref(false)

  const columns = computed(() => {
    const chosen = app.settings?.invoiceColumns
    if (chosen) return withNumber(chosen)
    // Until the person has chosen, a column in which nothing would stand takes no room.
    return FIRST_COLUMNS.filter((column) => column !== 'due' || due.value)
  })

  /** Takes these columns, in this order. @throws Refusal */
  async function choose(next: readonly InvoiceColumn[]): Promise<void> {
    await app.changeSettings({ invoiceColumns: withNumber(next) })
  }
  const sawDue = (): void => {
    due.value = true
  }

  onOtherAccount(() => {
    due.value = false
  })

  return { columns, choose, sawDue }
})
