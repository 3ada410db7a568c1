/** The open invoice, its links and its PDF. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { InvoiceView } from '../../../shared/models/invoice.ts'
import { call } from '../bridge.ts'
import { useInvoices } from './invoices.ts'
import { latestRequest, loadOf } from './load.ts'
import type { Load } from './load.ts'
import { onOtherAccount } from './session.ts'
import { whenStale } from './stale.ts'

export type InvoiceLink = 'page' | 'pdf'
/** `fresh` asks the provider for the link; `stored` uses the known one. */
type LinkAge = 'fresh' | 'stored'
export type LinkState =
  | { state: 'idle' }
  | { state: 'opening'; which: InvoiceLink }
  | { state: 'opened'; which: InvoiceLink; /** null: nothing went to the browser. */ host: string | null }
  | { state: 'failed'; which: InvoiceLink; link: LinkAge; error: ErrorInfo }

export type PdfAction = 'save' | 'open' | 'drop'
export type PdfState =
  | { state: 'idle' }
  | { state: 'busy'; act: PdfAction }
  | { state: 'saved'; name: string; kept: boolean }
  | { state: 'dropped' }
  | { state: 'failed'; act: PdfAction; error: ErrorInfo }

export const useInvoice = defineStore('invoice', () => {
  const key = ref<string | null>(null)
  const load = shallowRef<Load<InvoiceView>>({ state: 'idle' })
  const opening = shallowRef<LinkState>({ state: 'idle' })
  const keeping = shallowRef<PdfState>({ state: 'idle' })
  const requests = { record: latestRequest(), link: latestRequest(), pdf: latestRequest() }

  async function reread(): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null) return
    await requests.record.run(
      () => call('invoices', 'invoice', { key: invoiceKey }),
      ({ view, freshness }) => {
        if (view === null && freshness.fetchedAt !== null && !freshness.refreshing) {
          load.value = { state: 'error', error: freshness.error ?? { code: 'NOT_FOUND' }, freshness }
          return
        }
        // The list shows the state of its own refresh.
        const next = loadOf(view, freshness)
        load.value =
          next.state === 'ready' ? { ...next, freshness: { ...freshness, refreshing: false, error: null } } : next
      },
      (error) => {
        if (load.value.state !== 'ready') load.value = { state: 'error', error, freshness: null }
      }
    )
  }

  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    for (const request of Object.values(requests)) request.drop()
    key.value = next
    opening.value = { state: 'idle' }
    keeping.value = { state: 'idle' }
    load.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await reread()
  }

  /** Opens the hosted page or PDF in the browser; 'stored': without a request to the provider. */
  async function openLink(which: InvoiceLink, link: LinkAge = 'fresh'): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null) return
    opening.value = { state: 'opening', which }
    await requests.link.run(
      () => call('invoices', 'openLink', { key: invoiceKey, which, link }),
      ({ host }) => (opening.value = { state: 'opened', which, host }),
      (error) => (opening.value = { state: 'failed', which, link, error })
    )
  }

  async function run(act: PdfAction, invoiceKey: string): Promise<PdfState> {
    const input = { key: invoiceKey }
    if (act === 'save') {
      const { name, kept } = await call('invoices', 'savePdf', input)
      return name === null ? { state: 'idle' } : { state: 'saved', name, kept }
    }
    await call('invoices', act === 'open' ? 'openPdf' : 'dropPdf', input)
    return { state: act === 'open' ? 'idle' : 'dropped' }
  }
  async function keep(act: PdfAction): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null || keeping.value.state === 'busy') return
    keeping.value = { state: 'busy', act }
    await requests.pdf.run(
      () => run(act, invoiceKey).finally(reread),
      (outcome) => (keeping.value = outcome),
      (error) => (keeping.value = { state: 'failed', act, error })
    )
  }

  onOtherAccount(() => void open(null))
  whenStale('invoicesChanged', () => void reread())

  /** Refreshes the list: the API has no call for one invoice. */
  const refresh = (): Promise<void> => useInvoices().refresh()

  return { key, load, opening, keeping, open, openLink, keep, refresh }
})
