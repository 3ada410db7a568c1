/** The folder that new PDFs are saved into: what is being saved, and its problem. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { PdfFolderState } from '../../../../../shared/models/pdf-folder.ts'
import { call } from '../../../bridge.ts'
import { useApp } from '../../../ui/data/app.ts'
import { latestRequest } from '../../../ui/data/load.ts'
import { listenWhileVisible } from '../../../ui/data/listenWhileVisible.ts'
import { usePendingSettings } from '../../settings/pendingSettings.ts'

export const usePdfFolder = defineStore('pdfFolder', () => {
  const app = useApp()
  const settings = usePendingSettings()
  const state = shallowRef<PdfFolderState | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const reading = latestRequest()

  function hold(answer: PdfFolderState): void {
    // A read that started earlier knows less.
    reading.drop()
    state.value = answer
    error.value = null
  }
  const load = (): Promise<void> =>
    reading.send(
      () => call('pdfFolder', 'state'),
      hold,
      (why) => (error.value = why)
    )

  /** The system's dialog asks: the page can't name a folder. */
  async function chooseFolder(): Promise<void> {
    hold(await call('pdfFolder', 'chooseFolder'))
  }
  /** Asks for a folder first if there is none. Without one, it stays off. */
  const turn = (pdfFolderOn: boolean): Promise<void> =>
    settings.showWhile({ pdfFolderOn }, async () => {
      if (pdfFolderOn && state.value?.folder === null) await chooseFolder()
      if (!pdfFolderOn || state.value?.folder) await app.changeSettings({ pdfFolderOn })
    })
  async function retry(): Promise<void> {
    hold(await call('pdfFolder', 'retry'))
  }

  listenWhileVisible('pdfFolder', () => void load())

  return { state, error, load, chooseFolder, turn, retry }
})
