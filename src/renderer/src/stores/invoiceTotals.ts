/** Totals of the filtered invoices. The former totals stay until new ones arrive. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { InvoiceChoice, InvoiceTotals } from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { useInvoices } from './invoices.ts'
import { whenStale } from './stale.ts'

export const useInvoiceTotals = defineStore('invoiceTotals', () => {
  const invoices = useInvoices()
  /** With the selection that they belong to; null: not loaded. */
  const totals = shallowRef<{ of: InvoiceChoice; sums: InvoiceTotals } | null>(null)
  let latestRequest = 0

  async function load(): Promise<void> {
    const request = ++latestRequest
    const of = invoices.choice
    try {
      const sums = await call('invoices', 'totals', of)
      if (request === latestRequest) totals.value = { of, sums }
    } catch {
      // The invoice list shows this error. Totals of another selection would be wrong.
      if (request === latestRequest) totals.value = null
    }
  }

  watch(() => invoices.choice, load)
  onOtherAccount(() => {
    latestRequest += 1
    totals.value = null
  })
  whenStale('invoicesChanged', () => void load())

  return { totals, load }
})
