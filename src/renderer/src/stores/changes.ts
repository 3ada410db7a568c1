/**
 * What changed in the catalogue, the newest first, held from there down as far as the person asked. What was new on arriving
 * stays marked until the view is left, though it counts as seen once it was on screen.
 */
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { ChangePage, ProductChange } from '../../../shared/models/change.ts'
import { call, errorFrom } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

/** Changes asked for at a time, which is what main answers at most. */
export const CHANGES_AT_A_TIME = 100

export const useChanges = defineStore('changes', () => {
  const rows = shallowRef<readonly ProductChange[]>([])
  /** null: not known. */
  const total = ref<number | null>(null)
  const error = shallowRef<ErrorInfo | null>(null)
  /** Earlier ones are being asked for. */
  const asking = ref(false)
  /** The newest that had been seen when this visit began; null: no visit, or it is not known. */
  const seenBefore = ref<number | null>(null)
  /** Where the view was scrolled to, px. */
  const scrollTop = ref(0)
  let visiting = false
  let newest = 0
  let marked = 0
  let turn = 0

  const unseen = computed(() => {
    const seen = seenBefore.value
    return seen === null ? 0 : rows.value.filter(({ id }) => id > seen).length
  })
  const more = computed(() => rows.value.length < (total.value ?? 0))

  async function renew(): Promise<void> {
    const mine = ++turn
    asking.value = false
    try {
      const page = await ask(0)
      if (mine !== turn) return
      rows.value = onTop(page, rows.value)
      take(page)
    } catch (thrown) {
      if (mine === turn) error.value = errorFrom(thrown)
    }
  }

  /** Asks for those before the ones held. */
  async function earlier(): Promise<void> {
    if (asking.value || !more.value) return
    const mine = turn
    asking.value = true
    try {
      const page = await ask(rows.value.length)
      if (mine !== turn) return
      // What came meanwhile moved the others down, so that some of these are held already.
      const last = rows.value.at(-1)?.id ?? Infinity
      rows.value = [...rows.value, ...page.rows.filter(({ id }) => id < last)]
      take(page)
    } catch (thrown) {
      if (mine === turn) error.value = errorFrom(thrown)
    } finally {
      if (mine === turn) asking.value = false
    }
  }

  const ask = (offset: number): Promise<ChangePage> =>
    call('catalogue', 'changes', { offset, limit: CHANGES_AT_A_TIME })

  function take(page: ChangePage): void {
    total.value = page.total
    newest = page.newest
    marked = page.seenUpTo
    error.value = null
    if (visiting) seenBefore.value ??= page.seenUpTo
  }

  /** The view is opened. */
  function arrive(): void {
    visiting = true
    seenBefore.value = null
    void renew()
  }
  function leave(): void {
    visiting = false
    seenBefore.value = null
  }

  /** What is held is on screen. */
  async function markSeen(): Promise<void> {
    if (newest <= marked) return
    const mine = turn
    const upTo = newest
    try {
      await call('catalogue', 'markSeen', { upTo })
      if (mine === turn) marked = Math.max(marked, upTo)
    } catch (thrown) {
      if (mine === turn) error.value = errorFrom(thrown)
    }
  }

  whenStale('catalogueChanged', () => void (visiting && renew()))
  onOtherAccount((signedIn) => {
    turn += 1
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

/** The newest page on top of those held, without a gap: those that don't go on where it ends are dropped. */
function onTop(page: ChangePage, held: readonly ProductChange[]): readonly ProductChange[] {
  const last = page.rows.at(-1)
  const first = held[0]
  if (!last || !first || first.id < last.id || first.id > page.newest) return page.rows
  return [...page.rows, ...held.filter(({ id }) => id < last.id)].slice(0, page.total)
}
