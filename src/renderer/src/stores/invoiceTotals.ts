/** Totals of the filtered invoices, with the choice that they belong to. The former ones stay until the new ones arrive. */
import { defineStore } from 'pinia'
import { watch } from 'vue'
import { call } from '../bridge.ts'
import { useInvoices } from './invoices.ts'
import { latestAnswer } from './load.ts'
import { onAccountChange } from './session.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'

export const useInvoiceTotals = defineStore('invoiceTotals', () => {
  const invoices = useInvoices()
  /** null: not loaded, or the request failed, and the list shows that error. */
  const {
    answer: totals,
    load,
    clear
  } = latestAnswer(async () => {
    const { choice } = invoices
    return { choice, sums: await call('invoices', 'totals', choice) }
  })

  watch(() => invoices.choice, load)
  listenWhileVisible('invoicesChanged', () => void load())
  onAccountChange(clear)

  return { totals, load }
})
