/** The licences of everything in the app: a list to search in, and the text of the one that is open. */
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import type { LicenceRow } from '../../../shared/models/about.ts'
import { call } from '../bridge.ts'
import { latestRequest, type Load } from './load.ts'
import { localFreshness, localRows } from './localRows.ts'
import { pagedList, type RowsAnswer } from './pagedList.ts'

async function fetchText(key: string): Promise<string> {
  let text = ''
  for (let offset: number | null = 0; offset !== null;) {
    const piece: { text: string; next: number | null } = await call('about', 'licenceText', { key, offset })
    text += piece.text
    offset = piece.next
  }
  return text
}

export const useLicences = defineStore('licences', () => {
  const query = ref('')
  const list = pagedList<LicenceRow, RowsAnswer<LicenceRow>>(async (span) => {
    const { rows, matched } = await call('about', 'licences', { text: query.value, ...span })
    return localRows(rows, matched)
  })
  watch(query, () => list.restart())

  const textLoad = shallowRef<Load<string>>({ state: 'idle' })
  const request = latestRequest()
  async function loadText(key: string): Promise<void> {
    textLoad.value = { state: 'loading' }
    await request.send(
      () => fetchText(key),
      (data) => (textLoad.value = { state: 'ready', data, freshness: localFreshness(0) }),
      (error) => (textLoad.value = { state: 'error', error, freshness: null })
    )
  }

  return { query, list, textLoad, loadText }
})
