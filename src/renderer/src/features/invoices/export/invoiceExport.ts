/** The export of invoices: it continues while other views are open. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Output } from '../../../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type {
  AccountantExport,
  ExportKind,
  ExportProgress,
  InvoiceChoice,
  InvoiceOrder
} from '../../../../../shared/models/invoice.ts'
import { call } from '../../../bridge.ts'
import { onScopeChange, useInvoiceScope } from '../stores/invoiceScope.ts'
import { latestRequest } from '../../../ui/data/load.ts'
import { listenWhileVisible } from '../../../ui/data/listenWhileVisible.ts'

export type ChosenExport =
  | {
      kind: ExportKind
      choice: InvoiceChoice
      order: InvoiceOrder
      /** Only these of the choice; null: all. */
      keys: string[] | null
    }
  | ({ kind: 'accountant' } & AccountantExport)
export type ExportState =
  | { state: 'idle' }
  /** `what` null: the export started before this page loaded. */
  | { state: 'running'; what: ChosenExport | null; stopping: boolean }
  | { state: 'saved'; what: ChosenExport; saved: Output<'invoices', 'exportFile'> & { name: string } }
  | { state: 'failed'; what: ChosenExport; error: ErrorInfo }
  | { state: 'cancelled' }
  /** The result went to a page that is gone, or came while the app was locked. */
  | { state: 'ended' }

function stateAfter(error: ErrorInfo, what: ChosenExport): ExportState {
  if (error.code === 'CANCELLED') return { state: 'cancelled' }
  // It ended while the app was locked, and nobody was told how.
  return error.code === 'APP_LOCKED' ? { state: 'ended' } : { state: 'failed', what, error }
}

function request(what: ChosenExport): Promise<Output<'invoices', 'exportFile'>> {
  if (what.kind !== 'accountant') return call('invoices', 'exportFile', { of: useInvoiceScope().of, ...what })
  const { kind: _kind, ...wanted } = what
  return call('invoices', 'exportForAccountant', wanted)
}

export const useInvoiceExport = defineStore('invoiceExport', () => {
  const exporting = shallowRef<ExportState>({ state: 'idle' })
  /** The dialog of the export for the accountant. */
  const isDialogOpen = ref(false)
  /** Progress; null while the save dialog is open. */
  const progress = shallowRef<ExportProgress | null>(null)
  const reading = latestRequest()
  const saving = latestRequest()

  /** Follows an export that started before this page loaded. */
  function followExport(running: ExportProgress | null): void {
    progress.value = running
    const before = exporting.value
    if (running && before.state !== 'running') exporting.value = { state: 'running', what: null, stopping: false }
    else if (!running && before.state === 'running' && before.what === null)
      exporting.value = { state: before.stopping ? 'cancelled' : 'ended' }
  }
  const load = (): Promise<void> =>
    reading.send(
      () => call('invoices', 'exportProgress'),
      (answer) => followExport(answer.progress),
      // The export reports its own errors.
      () => followExport(null)
    )

  /** Exports the current selection; resolves when the export ends. `exporting` has the outcome. */
  async function save(what: ChosenExport): Promise<void> {
    if (exporting.value.state === 'running') return
    const end = (outcome: ExportState): void => {
      exporting.value = outcome
      progress.value = null
    }
    reading.drop()
    progress.value = null
    exporting.value = { state: 'running', what, stopping: false }
    await saving.send(
      () => request(what),
      ({ name, ...saved }) =>
        end(name === null ? { state: 'idle' } : { state: 'saved', what, saved: { ...saved, name } }),
      (error) => end(stateAfter(error, what))
    )
  }

  async function cancel(): Promise<void> {
    const running = exporting.value
    if (running.state !== 'running' || running.stopping) return
    exporting.value = { ...running, stopping: true }
    try {
      await call('invoices', 'cancelExport')
    } catch {
      if (exporting.value.state === 'running') exporting.value = { ...exporting.value, stopping: false }
    }
  }

  const close = (): void => {
    if (exporting.value.state !== 'running') exporting.value = { state: 'idle' }
  }

  // The outcome belongs to the former account, unless other invoices of it are shown now.
  onScopeChange((_, isToggle) => {
    if (isToggle) return
    saving.drop()
    progress.value = null
    exporting.value = { state: 'idle' }
    void load()
  })
  listenWhileVisible('export', () => void load())

  /** For another export: what the one before ended with is closed. */
  function openDialog(): void {
    close()
    isDialogOpen.value = true
  }

  return { exporting, isDialogOpen, progress, load, save, cancel, close, openDialog }
})
