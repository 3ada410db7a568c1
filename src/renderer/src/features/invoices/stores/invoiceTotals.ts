/** Totals of the filtered invoices, with the choice that they belong to. The former ones stay until the new ones arrive. */
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { call } from '../../../bridge.ts'
import { useInvoices } from './invoices.ts'
import { listenForInvoices, onScopeChange, useInvoiceScope } from './invoiceScope.ts'
import { latestAnswer } from '../../../ui/data/load.ts'

export const useInvoiceTotals = defineStore('invoiceTotals', () => {
  const invoices = useInvoices()
  /** null: not loaded, or the request failed, and the list shows that error. */
  const {
    answer: totals,
    load,
    clear
  } = latestAnswer(async () => {
    const { choice } = invoices
    return { choice, sums: await call('invoices', 'totals', { of: useInvoiceScope().of, ...choice }) }
  })

  watch(() => invoices.choice, load)
  listenForInvoices(() => void load())
  onScopeChange(clear)

  return { totals, load }
})
