/** The folder that new PDFs are saved into: its settings, what is being saved, and its problem. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { PdfFolderState } from '../../../shared/models/pdf-folder.ts'
import { call } from '../bridge.ts'
import { latestRequest } from './load.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'
import { unansweredChanges } from './unansweredChanges.ts'

export type PdfFolderSettings = Pick<PdfFolderState, 'on' | 'pattern' | 'accounts' | 'from'>

export const usePdfFolder = defineStore('pdfFolder', () => {
  const saved = shallowRef<PdfFolderState | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const { all: unanswered, showWhile } = unansweredChanges<PdfFolderSettings>()
  const state = computed<PdfFolderState | null>(() => saved.value && { ...saved.value, ...unanswered.value })
  const reading = latestRequest()

  function hold(answer: PdfFolderState): void {
    // A read that started earlier knows less.
    reading.drop()
    saved.value = answer
    error.value = null
  }
  const load = (): Promise<void> =>
    reading.send(
      () => call('pdfFolder', 'state'),
      hold,
      (why) => (error.value = why)
    )

  const change = (part: Partial<PdfFolderSettings>): Promise<void> =>
    showWhile(part, async () => hold(await call('pdfFolder', 'change', part)))
  /** The system's dialog asks: the page can't name a folder. */
  async function chooseFolder(): Promise<void> {
    hold(await call('pdfFolder', 'chooseFolder'))
  }
  /** Asks for a folder first if there is none. Without one, it stays off. */
  const turn = (on: boolean): Promise<void> =>
    showWhile({ on }, async () => {
      if (on && saved.value?.folder === null) await chooseFolder()
      if (!on || saved.value?.folder) await change({ on })
    })
  async function retry(): Promise<void> {
    hold(await call('pdfFolder', 'retry'))
  }

  listenWhileVisible('pdfFolderChanged', () => void load())

  return { state, error, load, change, chooseFolder, turn, retry }
})
