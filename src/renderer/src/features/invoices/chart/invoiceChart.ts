/** The chart of monthly amounts: whether it is shown, its currency and its amounts. */
import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { call } from '../../../bridge.ts'
import { useApp } from '../../../ui/data/app.ts'
import { listenForInvoices, onScopeChange, useInvoiceScope } from '../stores/invoiceScope.ts'
import { latestAnswer } from '../../../ui/data/load.ts'

export const useInvoiceChart = defineStore('invoiceChart', () => {
  const app = useApp()
  const shown = computed(() => app.settings?.invoiceChart ?? false)
  /** The empty string for the unknown currency. undefined: the one with most invoices. */
  const currency = ref<string>()
  /** null: not loaded, or the request failed, and the list shows that error. */
  const { answer: months, load, clear } = latestAnswer(() => call('invoices', 'months', { of: useInvoiceScope().of }))

  /** A change that can't be saved is not shown either. */
  const toggle = (): Promise<void> => app.changeSettings({ invoiceChart: !shown.value }).catch(() => undefined)

  listenForInvoices(() => void (months.value && load()))
  onScopeChange(() => {
    clear()
    currency.value = undefined
  })

  return { shown, currency, months, load, toggle }
})
