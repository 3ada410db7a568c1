/** The folder that new PDFs are saved into: its settings, what is being saved, and its problem. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { PdfFolderState } from '../../../shared/models/pdf-folder.ts'
import { call } from '../bridge.ts'
import { latestRequest } from './load.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'

export type PdfFolderSettings = Pick<PdfFolderState, 'on' | 'pattern' | 'accounts' | 'from'>

export const usePdfFolder = defineStore('pdfFolder', () => {
  const saved = shallowRef<PdfFolderState | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  /** Changes that main has not answered yet. They show at once, and are undone if they fail. */
  const pending = shallowRef<Partial<PdfFolderSettings>>({})
  let unanswered = 0
  const state = computed<PdfFolderState | null>(() => saved.value && { ...saved.value, ...pending.value })
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

  async function showWhile(part: Partial<PdfFolderSettings>, act: () => Promise<void>): Promise<void> {
    pending.value = { ...pending.value, ...part }
    unanswered += 1
    try {
      await act()
    } finally {
      unanswered -= 1
      if (unanswered === 0) pending.value = {}
    }
  }
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
