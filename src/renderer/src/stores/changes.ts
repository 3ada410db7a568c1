/**
 * Catalogue changes, newest first, loaded page by page. Changes that are new on arrival stay marked until the person leaves
 * the view, though they count as seen once they were on screen.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ChangePage, ProductChange } from '../../../shared/models/change.ts'
import { call } from '../bridge.ts'
import { latestRequest } from './load.ts'
import { onOtherAccount } from './session.ts'
import { whenStale } from './stale.ts'

/** Changes in one request; main's maximum. */
const CHANGES_PER_PAGE = 100

export const useChanges = defineStore('changes', () => {
  const rows = shallowRef<readonly ProductChange[]>([])
  const total = ref<number | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  const asking = ref(false)
  /** The newest change seen before this visit; null: no visit, or not known. */
  const seenBefore = ref<number | null>(null)
  const scrollTop = ref(0)
  let visiting = false
  let newest = 0
  let marked = 0
  const requests = { newest: latestRequest(), earlier: latestRequest(), seen: latestRequest() }

  const unseen = computed(() => {
    const seen = seenBefore.value
    return seen === null ? 0 : rows.value.filter(({ id }) => id > seen).length
  })
  const more = computed(() => rows.value.length < (total.value ?? 0))

  const fail = (why: ErrorInfo): void => {
    error.value = why
  }

  async function renew(): Promise<void> {
    requests.earlier.drop()
    asking.value = false
    await requests.newest.run(
      () => ask(0),
      (page) => {
        rows.value = onTop(page, rows.value)
        take(page)
      },
      fail
    )
  }

  async function earlier(): Promise<void> {
    if (asking.value || !more.value) return
    asking.value = true
    await requests.earlier.run(
      () => ask(rows.value.length),
      (page) => {
        asking.value = false
        // New changes shift the pages: skip those already held.
        const last = rows.value.at(-1)?.id ?? Infinity
        rows.value = [...rows.value, ...page.rows.filter(({ id }) => id < last)]
        take(page)
      },
      (why) => {
        asking.value = false
        fail(why)
      }
    )
  }

  const ask = (offset: number): Promise<ChangePage> => call('catalogue', 'changes', { offset, limit: CHANGES_PER_PAGE })

  function take(page: ChangePage): void {
    total.value = page.total
    newest = page.newest
    marked = page.seenUpTo
    error.value = null
    if (visiting) seenBefore.value ??= page.seenUpTo
  }

  /** Call when the view opens. */
  function arrive(): void {
    visiting = true
    seenBefore.value = null
    void renew()
  }
  function leave(): void {
    visiting = false
    seenBefore.value = null
  }

  /** Call when the held changes are on screen. */
  async function markSeen(): Promise<void> {
    if (newest <= marked) return
    const upTo = newest
    await requests.seen.run(
      () => call('catalogue', 'markSeen', { upTo }),
      () => (marked = Math.max(marked, upTo)),
      fail
    )
  }

  whenStale('catalogueChanged', () => void (visiting && renew()))
  onOtherAccount((signedIn) => {
    for (const request of Object.values(requests)) request.drop()
    rows.value = []
    total.value = null
    error.value = null
    asking.value = false
    seenBefore.value = null
    scrollTop.value = 0
    newest = 0
    marked = 0
    if (visiting && signedIn) void renew()
  })

  return { rows, total, error, asking, seenBefore, scrollTop, unseen, more, renew, earlier, arrive, leave, markSeen }
})

/** Puts the newest page on top of the held changes; drops held ones that would leave a gap. */
function onTop(page: ChangePage, held: readonly ProductChange[]): readonly ProductChange[] {
  const last = page.rows.at(-1)
  const first = held[0]
  if (!last || !first || first.id < last.id || first.id > page.newest) return page.rows
  return [...page.rows, ...held.filter(({ id }) => id < last.id)].slice(0, page.total)
}
