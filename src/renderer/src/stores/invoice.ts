/** The one invoice that is open, its links to the person's browser, and its PDF. */
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
/** As the platform gives it when asked now, or as it is known. */
export type LinkAge = 'fresh' | 'stored'
/** How opening a link went. */
export type Opening =
  | { state: 'idle' }
  | { state: 'opening'; which: InvoiceLink }
  | { state: 'opened'; which: InvoiceLink; /** null: nothing went to the browser. */ host: string | null }
  | { state: 'failed'; which: InvoiceLink; link: LinkAge; error: ErrorInfo }

export type PdfAct = 'save' | 'open' | 'drop'
/** What was done with the PDF, and how that went. */
export type Keeping =
  | { state: 'idle' }
  | { state: 'busy'; act: PdfAct }
  | { state: 'saved'; name: string; kept: boolean }
  | { state: 'dropped' }
  | { state: 'failed'; act: PdfAct; error: ErrorInfo }

export const useInvoice = defineStore('invoice', () => {
  const key = ref<string | null>(null)
  const load = shallowRef<Load<InvoiceView>>({ state: 'idle' })
  const opening = shallowRef<Opening>({ state: 'idle' })
  const keeping = shallowRef<Keeping>({ state: 'idle' })
  let turn = 0

  async function reread(): Promise<void> {
    const mine = turn
    const asked = key.value
    if (asked === null) return
    try {
      const { view, freshness } = await call('invoices', 'invoice', { key: asked })
      if (mine !== turn) return
      if (view === null && freshness.fetchedAt !== null && !freshness.refreshing) {
        load.value = { state: 'error', error: freshness.error ?? { code: 'NOT_FOUND' }, freshness }
      } else {
        // How the list's renewal goes is told beside the list.
        const next = loadOf(view, freshness)
        load.value =
          next.state === 'ready' ? { ...next, freshness: { ...freshness, refreshing: false, error: null } } : next
      }
    } catch (thrown) {
      if (mine === turn && load.value.state !== 'ready') {
        load.value = { state: 'error', error: errorFrom(thrown), freshness: null }
      }
    }
  }

  /** Shows an invoice; null closes it. */
  async function open(next: string | null): Promise<void> {
    if (next === key.value) return
    turn += 1
    key.value = next
    opening.value = { state: 'idle' }
    keeping.value = { state: 'idle' }
    load.value = next === null ? { state: 'idle' } : { state: 'loading' }
    await reread()
  }

  /** Opens the hosted page or PDF in the person's browser; 'stored': by the link that is known, without asking the platform. */
  async function openLink(which: InvoiceLink, link: LinkAge = 'fresh'): Promise<void> {
    const mine = turn
    const asked = key.value
    if (asked === null) return
    opening.value = { state: 'opening', which }
    try {
      const { host } = await call('invoices', 'openLink', { key: asked, which, link })
      if (mine === turn) opening.value = { state: 'opened', which, host }
    } catch (thrown) {
      if (mine === turn) opening.value = { state: 'failed', which, link, error: errorFrom(thrown) }
    }
  }

  const did: Record<PdfAct, (asked: string) => Promise<Keeping>> = {
    async save(asked) {
      const { name, kept } = await call('invoices', 'savePdf', { key: asked })
      return name === null ? { state: 'idle' } : { state: 'saved', name, kept }
    },
    async open(asked) {
      await call('invoices', 'openPdf', { key: asked })
      return { state: 'idle' }
    },
    async drop(asked) {
      await call('invoices', 'dropPdf', { key: asked })
      return { state: 'dropped' }
    }
  }
  /** Saves the PDF, opens the kept copy, or removes it. */
  async function keep(act: PdfAct): Promise<void> {
    const mine = turn
    const asked = key.value
    if (asked === null || keeping.value.state === 'busy') return
    keeping.value = { state: 'busy', act }
    let outcome: Keeping
    try {
      outcome = await did[act](asked)
    } catch (thrown) {
      outcome = { state: 'failed', act, error: errorFrom(thrown) }
    }
    if (mine !== turn) return
    await reread()
    if (mine === turn) keeping.value = outcome
  }

  onOtherAccount(() => void open(null))
  whenStale('invoicesChanged', () => void reread())

  /** The platform gives invoices as a list only: that is asked anew. */
  const refresh = (): Promise<void> => useInvoices().refresh()

  return { key, load, opening, keeping, open, openLink, keep, refresh }
})
