/** Amounts of the last twelve months, for the chart. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { InvoiceMonths } from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export const useInvoiceMonths = defineStore('invoiceMonths', () => {
  /** null: not loaded. */
  const months = shallowRef<InvoiceMonths | null>(null)
  /** Currency of the chart; undefined: the one with most invoices. */
  const currency = shallowRef<string | null | undefined>(undefined)
  let latestRequest = 0

  async function load(): Promise<void> {
    const request = ++latestRequest
    try {
      const answer = await call('invoices', 'months')
      if (request === latestRequest) months.value = answer
    } catch {
      // The invoice list shows this error.
      if (request === latestRequest) months.value = null
    }
  }

  const draw = (next: string | null): void => {
    currency.value = next
  }

  onOtherAccount(() => {
    latestRequest += 1
    months.value = null
    currency.value = undefined
  })
  whenStale('invoicesChanged', () => void (months.value !== null && load()))

  return { months, currency, load, draw }
})
