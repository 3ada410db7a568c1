/**
 * The view of the catalogue's changes. Changes that are new on arrival stay marked until the visit ends, though they count as
 * seen once they were on screen.
 */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { useThrottleFn } from '@vueuse/core'
import { MOST_SEEN, type ChangePeriod } from '../../../../../shared/models/change.ts'
import { call, errorFrom } from '../../../bridge.ts'
import { changeList, type ChangeList } from './changeList.ts'
import { listenForShown, onAccountChange, useSession } from '../../accounts/session.ts'

/** While the user scrolls, seen changes are sent together. */
const SEND_MS = 250

/** Marks changes as seen, each once in a visit. */
function seenMarks(list: ChangeList) {
  /** Were on screen, and aren’t sent yet. */
  const pending = new Set<number>()
  const sent = new Set<number>()

  async function send(): Promise<void> {
    const ids = [...pending].slice(0, MOST_SEEN)
    if (ids.length === 0) return
    for (const id of ids) {
      pending.delete(id)
      sent.add(id)
    }
    await mark(() => call('catalogue', 'markSeen', { of: useSession().of, ids }))
    if (pending.size > 0) await send()
  }
  const sendSoon = useThrottleFn(send, SEND_MS, true)

  /** Call with the changes that are on screen. */
  function add(ids: readonly number[]): void {
    const unseen = new Set(list.rows.value.filter(({ seen }) => !seen).map(({ id }) => id))
    for (const id of ids) if (unseen.has(id) && !sent.has(id)) pending.add(id)
    if (pending.size > 0) void sendSoon()
  }

  /** Also those that weren’t on screen. */
  async function addAll(): Promise<void> {
    const upTo = list.about.value?.newest ?? 0
    await mark(() => call('catalogue', 'markAllSeen', { of: useSession().of, upTo }))
  }

  async function mark(markIn: () => Promise<null>): Promise<void> {
    const { of } = useSession()
    try {
      await markIn()
    } catch (thrown) {
      if (useSession().of === of) list.setError(errorFrom(thrown))
    }
  }

  function clear(): void {
    pending.clear()
    sent.clear()
  }

  return { add, addAll, send, clear }
}

export const useChanges = defineStore('changes', () => {
  const period = ref<ChangePeriod>('look')
  /** For a visit that finds nothing new. */
  let days: Exclude<ChangePeriod, 'look'> = 'week'
  const allFields = ref(false)
  /** null: the view is closed. `began`: ISO 8601; null: its first page hasn’t come. */
  const visit = shallowRef<{ began: string | null } | null>(null)
  /** The latest one, for a return to it. */
  let left: typeof visit.value = null
  const scrollTop = ref(0)
  const list = changeList(
    () => ({ period: period.value, visit: visit.value?.began ?? null, allFields: allFields.value }),
    (page) => {
      if (visit.value?.began !== null) return
      visit.value = { began: page.visit }
      if (period.value === 'look' && page.total === 0 && page.newest > 0) show({ period: days })
    }
  )
  const seen = seenMarks(list)

  /** Call when the view opens. @param isReturn by Back: the visit goes on */
  function arrive(isReturn: boolean): void {
    if (isReturn && left) {
      visit.value = left
      return void list.reload()
    }
    beginVisit()
    void list.restart()
  }
  function leave(): void {
    void seen.send()
    left = visit.value
    visit.value = null
  }
  function beginVisit(): void {
    visit.value = { began: null }
    period.value = 'look'
    seen.clear()
  }

  function show(what: { period?: ChangePeriod; allFields?: boolean }): void {
    period.value = what.period ?? period.value
    if (period.value !== 'look') days = period.value
    allFields.value = what.allFields ?? allFields.value
    scrollTop.value = 0
    void list.restart()
  }

  listenForShown('catalogue', () => void (visit.value && list.reload()))
  onAccountChange((signedIn) => {
    seen.clear()
    left = null
    list.clear()
    scrollTop.value = 0
    if (!visit.value) return
    beginVisit()
    if (signedIn) void list.reload()
  })

  return { list, period, allFields, scrollTop, arrive, leave, show, markSeen: seen.add, markAllSeen: seen.addAll }
})
