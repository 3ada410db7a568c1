/**
 * The view of the catalogue's changes. Changes that are new on arrival stay marked until the user leaves the view, though
 * they count as seen once they were on screen.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { call } from '../bridge.ts'
import { changeList } from './changeList.ts'
import { latestRequest } from './load.ts'
import { listenForShown, onAccountChange, useSession } from './session.ts'

export const useChanges = defineStore('changes', () => {
  /** null: the view is closed. `seenBefore`: the newest change seen before this visit; null: not known yet. */
  const visit = shallowRef<{ seenBefore: number | null } | null>(null)
  const scrollTop = ref(0)
  let newest = 0
  let seenUpTo = 0
  const marking = latestRequest()

  const list = changeList((page) => {
    newest = page.newest
    seenUpTo = page.seenUpTo
    if (visit.value?.seenBefore === null) visit.value = { seenBefore: page.seenUpTo }
  })
  const seenBefore = computed(() => visit.value?.seenBefore ?? null)
  const unseen = computed(() => {
    const seen = seenBefore.value
    return seen === null ? 0 : list.rows.value.filter(({ id }) => id > seen).length
  })

  /** Call when the view opens. */
  function arrive(): void {
    visit.value = { seenBefore: null }
    void list.reload()
  }
  function leave(): void {
    visit.value = null
  }

  /** Call when the held changes are on screen. */
  async function markSeen(): Promise<void> {
    if (newest <= seenUpTo) return
    const upTo = newest
    await marking.send(
      () => call('catalogue', 'markSeen', { of: useSession().of, upTo }),
      () => (seenUpTo = Math.max(seenUpTo, upTo)),
      list.setError
    )
  }

  listenForShown('catalogue', () => void (visit.value && list.reload()))
  onAccountChange((signedIn) => {
    marking.drop()
    list.clear()
    scrollTop.value = 0
    newest = 0
    seenUpTo = 0
    if (!visit.value) return
    visit.value = { seenBefore: null }
    if (signedIn) void list.reload()
  })

  return { list, scrollTop, seenBefore, unseen, arrive, leave, markSeen }
})
