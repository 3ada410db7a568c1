/** What the invoices that are shown add up to. Asked anew with each choice; what is shown stays until the answer is here. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { InvoiceChoice, InvoiceTotals } from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { useInvoices } from './invoices.ts'
import { whenStale } from './stale.ts'

export const useInvoiceTotals = defineStore('invoiceTotals', () => {
  const invoices = useInvoices()
  /** With the choice that they are of; null: not known. */
  const totals = shallowRef<{ of: InvoiceChoice; sums: InvoiceTotals } | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    const of = invoices.choice
    try {
      const sums = await call('invoices', 'totals', of)
      if (mine === turn) totals.value = { of, sums }
    } catch {
      // Why main can't read its invoices is told with their list; sums of another choice would be wrong.
      if (mine === turn) totals.value = null
    }
  }

  watch(() => invoices.choice, load)
  onOtherAccount(() => {
    turn += 1
    totals.value = null
  })
  whenStale('invoicesChanged', () => void load())

  return { totals, load }
})
