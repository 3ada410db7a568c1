/** The notice about the folder for new PDFs, until its problem is solved or the notice dismissed. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { FolderProblem } from '../../../../../shared/models/pdf-folder.ts'
import { call } from '../../../bridge.ts'
import { useApp } from '../../../ui/data/app.ts'
import { useNotices } from '../../../ui/shell/notices.ts'

export const useFolderNotice = defineStore('folderNotice', () => {
  const app = useApp()
  const notices = useNotices()
  const dismissed = shallowRef<FolderProblem | null>(null)
  const found = computed(() => app.status?.folderProblem ?? null)
  const problem = computed(() => (found.value === dismissed.value ? null : found.value))

  const dismiss = (): void => {
    dismissed.value = found.value
  }
  /** Its end comes with a status. */
  const retry = (): Promise<void> =>
    notices.attempt(async () => {
      await call('pdfFolder', 'retry')
    })

  // Once solved, the same problem is a new one.
  watch(found, () => (dismissed.value = null))

  return { problem, dismiss, retry }
})
