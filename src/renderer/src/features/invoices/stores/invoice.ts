/** The open invoice, its links and its PDF. */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Output } from '../../../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { AccountLine } from '../../../../../shared/models/account.ts'
import type { InvoiceView } from '../../../../../shared/models/invoice.ts'
import { call } from '../../../bridge.ts'
import { useApp } from '../../../ui/data/app.ts'
import { useInvoices } from './invoices.ts'
import { listenForInvoices, onScopeChange, useInvoiceScope } from './invoiceScope.ts'
import { latestRequest, loadOf } from '../../../ui/data/load.ts'
import type { Load } from '../../../ui/data/load.ts'

/** `billing`: the provider's page for all invoices. */
export type InvoiceLink = 'page' | 'pdf' | 'billing'
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

async function handlePdf(act: PdfAction, invoiceKey: string): Promise<PdfState> {
  const input = { key: invoiceKey }
  if (act === 'save') {
    const { name, kept } = await call('invoices', 'savePdf', input)
    return name === null ? { state: 'idle' } : { state: 'saved', name, kept }
  }
  await call('invoices', act === 'open' ? 'openPdf' : 'dropPdf', input)
  return { state: act === 'open' ? 'idle' : 'dropped' }
}

const openBilling = (line: AccountLine | null): Promise<{ host: string }> =>
  call('invoices', 'openBilling', { of: line?.account.id ?? '', host: line?.provider.billing?.host ?? '' })

function accountOf(key: string | null, load: Load<InvoiceView>): AccountLine | null {
  const { list } = useInvoices()
  const invoice = load.state === 'ready' ? load.data.invoice : list.rowAt(list.placeOf(key ?? ''))
  return invoice ? useInvoiceScope().lineOf(invoice.account) : null
}

function loadStateOf({ view, freshness }: Output<'invoices', 'invoice'>): Load<InvoiceView> {
  if (view === null && freshness.fetchedAt !== null && !freshness.refreshing)
    return { state: 'error', error: freshness.error ?? { code: 'NOT_FOUND' }, freshness }
  // The list shows the state of its own refresh.
  const next = loadOf(view, freshness)
  return next.state === 'ready' ? { ...next, freshness: { ...freshness, refreshing: false, error: null } } : next
}

export const useInvoice = defineStore('invoice', () => {
  const key = ref<string | null>(null)
  const loadState = shallowRef<Load<InvoiceView>>({ state: 'idle' })
  const link = shallowRef<LinkState>({ state: 'idle' })
  const pdf = shallowRef<PdfState>({ state: 'idle' })
  const requests = { record: latestRequest(), fresh: latestRequest(), link: latestRequest(), pdf: latestRequest() }

  /** Whose invoice it is; null: not known. */
  const line = computed(() => accountOf(key.value, loadState.value))

  async function readStored(): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null) return
    await requests.record.send(
      () => call('invoices', 'invoice', { key: invoiceKey }),
      (answer) => (loadState.value = loadStateOf(answer)),
      (error) => {
        if (loadState.value.state !== 'ready') loadState.value = { state: 'error', error, freshness: null }
      }
    )
  }

  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    for (const request of Object.values(requests)) request.drop()
    key.value = next
    link.value = { state: 'idle' }
    pdf.value = { state: 'idle' }
    loadState.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await readStored()
    if (next === key.value) await refreshDetails()
  }

  /** By the invoice's own endpoint, which may say more than the list. A change of the record is published. */
  async function refreshDetails(): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null || !line.value?.provider.hasInvoiceCall) return
    await requests.fresh.send(
      () => call('invoices', 'refreshInvoice', { key: invoiceKey }),
      ({ error }) => showError(error),
      showError
    )
  }
  function showError(error: ErrorInfo | null): void {
    const { value } = loadState
    if (error && value.state === 'ready') loadState.value = { ...value, freshness: { ...value.freshness, error } }
  }

  /** Opens a page or the PDF in the browser; 'stored': without a request to the provider. */
  async function openLink(which: InvoiceLink, age: LinkAge = 'fresh'): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null) return
    link.value = { state: 'opening', which }
    await requests.link.send(
      () =>
        which === 'billing'
          ? openBilling(line.value)
          : call('invoices', 'openLink', { key: invoiceKey, which, link: age }),
      ({ host }) => (link.value = { state: 'opened', which, host }),
      (error) => (link.value = { state: 'failed', which, link: age, error })
    )
  }

  async function performPdfAction(act: PdfAction): Promise<void> {
    const invoiceKey = key.value
    if (invoiceKey === null || pdf.value.state === 'busy') return
    pdf.value = { state: 'busy', act }
    await requests.pdf.send(
      () => handlePdf(act, invoiceKey).finally(readStored),
      (outcome) => (pdf.value = outcome),
      (error) => (pdf.value = { state: 'failed', act, error })
    )
  }

  onScopeChange((_, isToggle) => void (isToggle || open(null)))
  listenForInvoices(() => void readStored())
  // An invoice that isn't stored may come with the refresh that begins.
  watch(
    () => useApp().isRefreshing('invoices'),
    (runs) => void (runs && loadState.value.state === 'error' && readStored())
  )

  /** Of the invoice alone, or of the list where the provider has no endpoint for one invoice. */
  const refresh = (): Promise<void> =>
    loadState.value.state === 'ready' && line.value?.provider.hasInvoiceCall
      ? refreshDetails()
      : useInvoices().refresh()

  return { key, line, loadState, link, pdf, open, openLink, performPdfAction, refresh }
})
