/** The amounts of the last twelve months, for the chart. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { InvoiceMonths } from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export const useInvoiceMonths = defineStore('invoiceMonths', () => {
  /** null: not known. */
  const months = shallowRef<InvoiceMonths | null>(null)
  /** Currency of those drawn; undefined: the one with most invoices. */
  const currency = shallowRef<string | null | undefined>(undefined)
  let turn = 0

  async function load(): Promise<void> {
    const mine = ++turn
    try {
      const answer = await call('invoices', 'months')
      if (mine === turn) months.value = answer
    } catch {
      // Why main can't read its invoices is told with their list.
      if (mine === turn) months.value = null
    }
  }

  const draw = (next: string | null): void => {
    currency.value = next
  }

  onOtherAccount(() => {
    turn += 1
    months.value = null
    currency.value = undefined
  })
  whenStale('invoicesChanged', () => void (months.value !== null && load()))

  return { months, currency, load, draw }
})
