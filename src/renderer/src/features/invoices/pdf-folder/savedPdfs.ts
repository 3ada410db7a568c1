/** The newest PDFs that were saved into the folder. */
import { defineStore } from 'pinia'
import { call } from '../../../bridge.ts'
import { listenWhileVisible } from '../../../ui/data/listenWhileVisible.ts'
import { wholeList } from '../../../ui/data/wholeList.ts'

export const useSavedPdfs = defineStore('savedPdfs', () => {
  const list = wholeList(
    () => call('pdfFolder', 'saved'),
    ({ rows }) => rows.map((row) => ({ ...row, key: row.id }))
  )
  listenWhileVisible('pdfFolder', () => void list.load())
  return { list }
})
