/** The export of invoices: it goes on while the person looks at something else, and is found again on coming back. */
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
  /** `what` null: it was begun before this page was opened. */
  | { state: 'running'; what: Export | null; stopping: boolean }
  | { state: 'saved'; kind: ExportKind; saved: Output<'invoices', 'exportFile'> & { name: string } }
  | { state: 'failed'; what: Export; error: ErrorInfo }
  | { state: 'cancelled' }
  /** What came of it was told to a page that is gone. */
  | { state: 'ended' }

export const useInvoiceExport = defineStore('invoiceExport', () => {
  const exporting = shallowRef<Exporting>({ state: 'idle' })
  /** How far it is; null: the person is being asked where to. */
  const progress = shallowRef<ExportProgress | null>(null)
  let turn = 0

  async function load(): Promise<void> {
    const mine = turn
    try {
      const answer = await call('invoices', 'exportProgress')
      if (mine === turn) progress.value = answer.progress
    } catch {
      // The progress is unknown, which is no error of the export: the export reports its own.
      if (mine === turn) progress.value = null
    }
    if (mine !== turn) return
    const { state } = exporting.value
    if (progress.value && state !== 'running') exporting.value = { state: 'running', what: null, stopping: false }
    else if (!progress.value && exporting.value.state === 'running' && exporting.value.what === null)
      exporting.value = { state: exporting.value.stopping ? 'cancelled' : 'ended' }
  }

  /** Exports what is chosen; ends when that ended, its outcome is told by `exporting`. */
  async function save(what: Export): Promise<void> {
    if (exporting.value.state === 'running') return
    const mine = ++turn
    progress.value = null
    exporting.value = { state: 'running', what, stopping: false }
    const end = (outcome: Exporting): void => {
      if (mine === turn) exporting.value = outcome
    }
    try {
      const answer = await call('invoices', 'exportFile', what)
      const { name } = answer
      end(name === null ? { state: 'idle' } : { state: 'saved', kind: what.kind, saved: { ...answer, name } })
    } catch (thrown) {
      const error = errorFrom(thrown)
      end(error.code === 'CANCELLED' ? { state: 'cancelled' } : { state: 'failed', what, error })
    } finally {
      if (mine === turn) progress.value = null
    }
  }

  /** Ends the export; no file is left. */
  async function cancel(): Promise<void> {
    const running = exporting.value
    if (running.state !== 'running' || running.stopping) return
    exporting.value = { ...running, stopping: true }
    try {
      await call('invoices', 'cancelExport')
    } catch {
      // It goes on, and can be cancelled again.
      if (exporting.value.state === 'running') exporting.value = { ...exporting.value, stopping: false }
    }
  }

  const close = (): void => {
    if (exporting.value.state !== 'running') exporting.value = { state: 'idle' }
  }

  // What is told of one account's invoices is nothing for another one.
  onOtherAccount(() => {
    turn += 1
    progress.value = null
    exporting.value = { state: 'idle' }
    void load()
  })
  whenStale('exportChanged', () => void load())

  return { exporting, progress, load, save, cancel, close }
})
