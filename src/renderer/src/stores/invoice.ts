/** The open invoice, its links and its PDF. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { InvoiceView } from '../../../shared/models/invoice.ts'
import { call, errorFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { useInvoices } from './invoices.ts'
import { whenStale } from './stale.ts'

export type InvoiceLink = 'page' | 'pdf'
/** `fresh` asks the provider for the link; `stored` uses the known one. */
export type LinkAge = 'fresh' | 'stored'
/** State of opening a link. */
export type PdfOpenState =
  | { state: 'idle' }
  | { state: 'opening'; which: InvoiceLink }
  | { state: 'opened'; which: InvoiceLink; /** null: nothing went to the browser. */ host: string | null }
  | { state: 'failed'; which: InvoiceLink; link: LinkAge; error: ErrorInfo }

export type PdfAction = 'save' | 'open' | 'drop'
/** State of saving, opening or removing the PDF. */
export type PdfSaveState =
  | { state: 'idle' }
  | { state: 'busy'; act: PdfAction }
  | { state: 'saved'; name: string; kept: boolean }
  | { state: 'dropped' }
  | { state: 'failed'; act: PdfAction; error: ErrorInfo }

export const useInvoice = defineStore('invoice', () => {
  const key = ref<string | null>(null)
  const load = shallowRef<Load<InvoiceView>>({ state: 'idle' })
  const opening = shallowRef<PdfOpenState>({ state: 'idle' })
  const keeping = shallowRef<PdfSaveState>({ state: 'idle' })
  let latestRequest = 0

  async function reread(): Promise<void> {
    const request = latestRequest
    const invoiceKey = key.value
    if (invoiceKey === null) return
    try {
      const { view, freshness } = await call('invoices', 'invoice', { key: invoiceKey })
      if (request !== latestRequest) return
      if (view === null && freshness.fetchedAt !== null && !freshness.refreshing) {
        load.value = { state: 'error', error: freshness.error ?? { code: 'NOT_FOUND' }, freshness }
      } else {
        // The list shows the state of its own refresh.
        const next = loadOf(view, freshness)
        load.value =
          next.state === 'ready' ? { ...next, freshness: { ...freshness, refreshing: false, error: null } } : next
      }
    } catch (thrown) {
      if (request === latestRequest && load.value.state !== 'ready') {
        load.value = { state: 'error', error: errorFrom(thrown), freshness: null }
      }
    }
  }

  /** Shows an invoice; null closes it. */
  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    latestRequest += 1
    key.value = next
    opening.value = { state: 'idle' }
    keeping.value = { state: 'idle' }
    load.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await reread()
  }

  /** Opens the hosted page or PDF in the browser; 'stored': with the known link, without a request to the provider. */
  async function openLink(which: InvoiceLink, link: LinkAge = 'fresh'): Promise<void> {
    const request = latestRequest
    const invoiceKey = key.value
    if (invoiceKey === null) return
    opening.value = { state: 'opening', which }
    try {
      const { host } = await call('invoices', 'openLink', { key: invoiceKey, which, link })
      if (request === latestRequest) opening.value = { state: 'opened', which, host }
    } catch (thrown) {
      if (request === latestRequest) opening.value = { state: 'failed', which, link, error: errorFrom(thrown) }
    }
  }

  const did: Record<PdfAction, (invoiceKey: string) => Promise<PdfSaveState>> = {
    async save(invoiceKey) {
      const { name, kept } = await call('invoices', 'savePdf', { key: invoiceKey })
      return name === null ? { state: 'idle' } : { state: 'saved', name, kept }
    },
    async open(invoiceKey) {
      await call('invoices', 'openPdf', { key: invoiceKey })
      return { state: 'idle' }
    },
    async drop(invoiceKey) {
      await call('invoices', 'dropPdf', { key: invoiceKey })
      return { state: 'dropped' }
    }
  }
  /** Saves the PDF, opens the kept copy, or removes it. */
  async function keep(act: PdfAction): Promise<void> {
    const request = latestRequest
    const invoiceKey = key.value
    if (invoiceKey === null || keeping.value.state === 'busy') return
    keeping.value = { state: 'busy', act }
    let outcome: PdfSaveState
    try {
      outcome = await did[act](invoiceKey)
    } catch (thrown) {
      outcome = { state: 'failed', act, error: errorFrom(thrown) }
    }
    if (request !== latestRequest) return
    await reread()
    if (request === latestRequest) keeping.value = outcome
  }

  onOtherAccount(() => void open(null))
  whenStale('invoicesChanged', () => void reread())

  /** Refreshes the list: the API has no call for one invoice. */
  const refresh = (): Promise<void> => useInvoices().refresh()

  return { key, load, opening, keeping, open, openLink, keep, refresh }
})
