/** The export of invoices: it continues while other views are open. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Output } from '../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ExportProgress, InvoiceChoice, InvoiceOrder } from '../../../shared/models/invoice.ts'
import { call, errorFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export type ExportKind = 'csv' | 'zip'
export interface Export {
  choice: InvoiceChoice
  order: InvoiceOrder
  kind: ExportKind
}
export type Exporting =
  | { state: 'idle' }
  /** `what` null: the export started before this page loaded. */
  | { state: 'running'; what: Export | null; stopping: boolean }
  | { state: 'saved'; kind: ExportKind; saved: Output<'invoices', 'exportFile'> & { name: string } }
  | { state: 'failed'; what: Export; error: ErrorInfo }
  | { state: 'cancelled' }
  /** The result went to a page that is gone. */
  | { state: 'ended' }

export const useInvoiceExport = defineStore('invoiceExport', () => {
  const exporting = shallowRef<Exporting>({ state: 'idle' })
  /** Progress; null while the save dialog is open. */
  const progress = shallowRef<ExportProgress | null>(null)
  let latestRequest = 0

  async function load(): Promise<void> {
    const request = latestRequest
    try {
      const answer = await call('invoices', 'exportProgress')
      if (request === latestRequest) progress.value = answer.progress
    } catch {
      // The export reports its own errors.
      if (request === latestRequest) progress.value = null
    }
    if (request !== latestRequest) return
    const { state } = exporting.value
    if (progress.value && state !== 'running') exporting.value = { state: 'running', what: null, stopping: false }
    else if (!progress.value && exporting.value.state === 'running' && exporting.value.what === null)
      exporting.value = { state: exporting.value.stopping ? 'cancelled' : 'ended' }
  }

  /** Exports the current selection; resolves when the export ends. `exporting` has the outcome. */
  async function save(what: Export): Promise<void> {
    if (exporting.value.state === 'running') return
    const request = ++latestRequest
    progress.value = null
    exporting.value = { state: 'running', what, stopping: false }
    const end = (outcome: Exporting): void => {
      if (request === latestRequest) exporting.value = outcome
    }
    try {
      const answer = await call('invoices', 'exportFile', what)
      const { name } = answer
      end(name === null ? { state: 'idle' } : { state: 'saved', kind: what.kind, saved: { ...answer, name } })
    } catch (thrown) {
      const error = errorFrom(thrown)
      end(error.code === 'CANCELLED' ? { state: 'cancelled' } : { state: 'failed', what, error })
    } finally {
      if (request === latestRequest) progress.value = null
    }
  }

  /** Cancels the export; no file is left. */
  async function cancel(): Promise<void> {
    const running = exporting.value
    if (running.state !== 'running' || running.stopping) return
    exporting.value = { ...running, stopping: true }
    try {
      await call('invoices', 'cancelExport')
    } catch {
      // The export continues and can be cancelled again.
      if (exporting.value.state === 'running') exporting.value = { ...exporting.value, stopping: false }
    }
  }

  const close = (): void => {
    if (exporting.value.state !== 'running') exporting.value = { state: 'idle' }
  }

  // The outcome belongs to the former account.
  onOtherAccount(() => {
    latestRequest += 1
    progress.value = null
    exporting.value = { state: 'idle' }
    void load()
  })
  whenStale('exportChanged', () => void load())

  return { exporting, progress, load, save, cancel, close }
})
