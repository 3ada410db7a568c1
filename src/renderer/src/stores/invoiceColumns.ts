/** The columns of the invoices' table: those the person chose, remembered with the settings. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { InvoiceColumn } from '../../../shared/model/invoice-rules.ts'
import { withNumber } from '../components/invoices/columns.ts'
import { useApp } from './app.ts'
import { onOtherAccount } from './forget.ts'

/** Under which this computer remembers that the person chose some. */
const CHOSEN = 'portside.invoices.columns'
const FIRST: readonly InvoiceColumn[] = ['number', 'issued', 'state', 'due', 'total']

export const useInvoiceColumns = defineStore('invoiceColumns', () => {
  const app = useApp()
  const chosen = ref(localStorage.getItem(CHOSEN) !== null)
  /** Some invoice was seen to have a due day; neither published version of the platform has one. */
  const due = ref(false)

  const columns = computed(() => {
    const all = withNumber(app.settings?.invoiceColumns ?? FIRST)
    // Until the person has chosen, a column in which nothing would stand takes no room.
    return chosen.value || due.value ? all : all.filter((column) => column !== 'due')
  })

  /** Takes these columns, in this order. @throws Refusal */
  async function choose(next: readonly InvoiceColumn[]): Promise<void> {
    await app.changeSettings({ invoiceColumns: withNumber(next) })
    chosen.value = true
    localStorage.setItem(CHOSEN, 'chosen')
  }
  const sawDue = (): void => {
    due.value = true
  }

  onOtherAccount(() => {
    due.value = false
  })

  return { columns, choose, sawDue }
})
