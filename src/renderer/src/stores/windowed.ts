/**
 * A list of any length of which the page holds a window: pages of PAGE_ROWS rows are asked for as they come into view.
 * Answers to a query that was given up meanwhile are dropped; what is on screen stays until its successor is here.
 */
import { computed, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'
import { errorFrom } from '../bridge.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'

/** Rows asked for at a time; main answers with 200 at most. */
export const PAGE_ROWS = 100
/** Pages kept on either side of those in view. */
const KEEP_AROUND = 8

export interface Span {
  offset: number
  limit: number
}
export interface WindowAnswer<Row> {
  rows: Row[]
  matched: number
  freshness: Freshness
}
interface HeldPage<Row> {
  rows: readonly Row[]
  generation: number
}

export interface Windowed<Row, Answer extends WindowAnswer<Row>> {
  /** How far the list is; `ready` carries the latest answer without its rows. */
  load: ComputedRef<Load<Omit<Answer, 'rows'>>>
  /** Rows there are for the query, shown or not. */
  matched: ComputedRef<number>
  /** Grows when the rows of another query took the place of those shown. */
  turn: ShallowRef<number>
  /** The row at a place, if it is held. */
  rowAt: (index: number) => Row | undefined
  /** Place of the held row with this key, or -1. */
  placeOf: (key: string) => number
  /** Asks for what is missing between two places, both included. */
  ensure: (first: number, last: number) => void
  /** The query changed: asks for its beginning, which takes the place of what is held. */
  restart: () => Promise<void>
  /** The data changed: asks again for what is in view. */
  reload: () => Promise<void>
  /** Notes why a try failed that was made elsewhere, such as a refresh; the next answer clears it. */
  fail: (error: ErrorInfo) => void
  /** Drops everything; nothing is asked. */
  forget: () => void
}

/** @param ask fetches one span of the current query; it may throw a Refusal */
export function windowed<Row extends { key: string }, Answer extends WindowAnswer<Row>>(
  ask: (span: Span) => Promise<Answer>
): Windowed<Row, Answer> {
  const pages = shallowRef<ReadonlyMap<number, HeldPage<Row>>>(new Map())
  const latest = shallowRef<Omit<Answer, 'rows'> | null>(null)
  const refused = shallowRef<ErrorInfo | null>(null)
  const asking = shallowRef(false)
  const turn = shallowRef(0)
  const asked = new Set<number>()
  let generation = 0
  let inView = { first: 0, last: 0 }
  /** The query changed and its first rows are not here yet: what is on screen belongs to the former one. */
  let turning = false

  const load = computed<Load<Omit<Answer, 'rows'>>>(() => {
    const answer = latest.value
    if (!answer) {
      if (refused.value) return { state: 'error', error: refused.value, freshness: null }
      return { state: asking.value ? 'loading' : 'idle' }
    }
    const { freshness } = answer
    return loadOf(answer, refused.value ? { ...freshness, error: refused.value } : freshness)
  })

  const askPage = (page: number): Promise<Answer> => ask({ offset: page * PAGE_ROWS, limit: PAGE_ROWS })

  function takeLatest(answer: Answer): void {
    const { rows: _rows, ...rest } = answer
    latest.value = rest
    refused.value = null
  }

  async function renew(numbers: number[]): Promise<void> {
    const mine = ++generation
    asked.clear()
    for (const number of numbers) asked.add(number)
    asking.value = true
    try {
      const answers = await Promise.all(numbers.map(askPage))
      if (mine !== generation) return
      const next = new Map([...pages.value].filter(([, held]) => held.generation === mine))
      answers.forEach((answer, i) => next.set(numbers[i] ?? 0, { rows: answer.rows, generation: mine }))
      pages.value = next
      const newest = answers.reduce((a, b) => (b.freshness.revision >= a.freshness.revision ? b : a))
      takeLatest(newest)
      if (turning) {
        turning = false
        turn.value += 1
      }
      ensure(inView.first * PAGE_ROWS, inView.last * PAGE_ROWS)
    } catch (thrown) {
      if (mine === generation) refused.value = errorFrom(thrown)
    } finally {
      if (mine === generation) {
        asking.value = false
        for (const number of numbers) asked.delete(number)
      }
    }
  }

  async function fetchMissing(number: number): Promise<void> {
    const mine = generation
    asked.add(number)
    try {
      const answer = await askPage(number)
      if (mine !== generation) return
      const near = [...pages.value].filter(
        ([held]) => held >= inView.first - KEEP_AROUND && held <= inView.last + KEEP_AROUND
      )
      pages.value = new Map(near).set(number, { rows: answer.rows, generation: mine })
      const changed = answer.freshness.revision !== latest.value?.freshness.revision
      takeLatest(answer)
      // A page of another revision beside the ones held: renew them, so that no row is shown twice or left out.
      if (changed) void reload()
    } catch (thrown) {
      if (mine === generation) refused.value = errorFrom(thrown)
    } finally {
      if (mine === generation) asked.delete(number)
    }
  }

  function ensure(first: number, last: number): void {
    if (turning) return
    const end = Math.max(0, matched.value - 1)
    inView = {
      first: Math.floor(Math.min(Math.max(0, first), end) / PAGE_ROWS),
      last: Math.floor(Math.min(Math.max(0, last), end) / PAGE_ROWS)
    }
    if (!latest.value) return
    for (let number = inView.first; number <= inView.last; number++) {
      if (!pages.value.has(number) && !asked.has(number)) void fetchMissing(number)
    }
  }

  const matched = computed(() => latest.value?.matched ?? 0)

  function restart(): Promise<void> {
    inView = { first: 0, last: 0 }
    turning = true
    return renew([0])
  }

  function reload(): Promise<void> {
    const numbers: number[] = []
    for (let number = inView.first; number <= inView.last; number++) numbers.push(number)
    return renew(numbers)
  }

  function forget(): void {
    generation += 1
    asked.clear()
    pages.value = new Map()
    latest.value = null
    refused.value = null
    asking.value = false
    inView = { first: 0, last: 0 }
    turning = false
    turn.value += 1
  }

  return {
    load,
    matched,
    turn,
    rowAt: (index) => pages.value.get(Math.floor(index / PAGE_ROWS))?.rows[index % PAGE_ROWS],
    placeOf(key) {
      for (const [number, page] of pages.value) {
        const at = page.rows.findIndex((row) => row.key === key)
        if (at >= 0) return number * PAGE_ROWS + at
      }
      return -1
    },
    ensure,
    restart,
    reload,
    fail: (error) => {
      refused.value = error
    },
    forget
  }
}
