/** The list of PDFs that were saved into the folder, newest first. */
import { defineStore } from 'pinia'
import type { SavedPdf } from '../../../shared/models/pdf-folder.ts'
import { call } from '../bridge.ts'
import { localRows } from './localRows.ts'
import { pagedList, type RowsAnswer } from './pagedList.ts'
import type { RowSpan } from './pageRequests.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'

export type SavedPdfRow = SavedPdf & { key: string }

async function fetchRows(span: RowSpan): Promise<RowsAnswer<SavedPdfRow>> {
  const { rows, total } = await call('pdfFolder', 'saved', span)
  return localRows(
    rows.map((row) => ({ ...row, key: row.id })),
    total
  )
}

export const useSavedPdfs = defineStore('savedPdfs', () => {
  const list = pagedList<SavedPdfRow, RowsAnswer<SavedPdfRow>>(fetchRows)
  /** Loads the newest rows; those that are held stay on screen until then. */
  const load = (): Promise<void> => list.reload()
  const reveal = async (id: string): Promise<void> => {
    await call('pdfFolder', 'reveal', { id })
  }

  listenWhileVisible('pdfFolderChanged', () => void (list.loadState.value.state !== 'idle' && list.reload()))

  return { list, load, reveal }
})
