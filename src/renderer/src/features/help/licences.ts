/** The licences of everything in the app: a list to search in, and the text of the one that is open. */
import { defineStore } from 'pinia'
import { ref, shallowRef, watch } from 'vue'
import { call } from '../../bridge.ts'
import { latestRequest, localFreshness, type Load } from '../../ui/data/load.ts'
import { wholeList } from '../../ui/data/wholeList.ts'

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
  const list = wholeList(
    () => call('about', 'licences'),
    (rows) => {
      const wanted = query.value.trim().toLowerCase()
      return rows.filter(({ name, licence }) => `${name}\n${licence}`.toLowerCase().includes(wanted))
    }
  )
  watch(query, () => (list.generation.value += 1))

  const textLoad = shallowRef<Load<string>>({ state: 'idle' })
  const request = latestRequest()
  async function loadText(key: string): Promise<void> {
    textLoad.value = { state: 'loading' }
    await request.send(
      () => fetchText(key),
      (data) => (textLoad.value = { state: 'ready', data, freshness: localFreshness() }),
      (error) => (textLoad.value = { state: 'error', error, freshness: null })
    )
  }

  return { query, list, textLoad, loadText }
})
