/** The newest PDFs that were saved into the folder. */
import { defineStore } from 'pinia'
import { call } from '../bridge.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'
import { wholeList } from './wholeList.ts'

export const useSavedPdfs = defineStore('savedPdfs', () => {
  const list = wholeList(
    () => call('pdfFolder', 'saved'),
    ({ rows }) => rows.map((row) => ({ ...row, key: row.id }))
  )
  listenWhileVisible('pdfFolder', () => void list.load())
  return { list }
})
