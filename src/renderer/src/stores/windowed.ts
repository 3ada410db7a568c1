/**
 * A list of any length of which the page holds a window: pages of PAGE_ROWS rows, loaded as they come into view.
 * Answers to a former query are dropped; its rows stay on screen until the new ones arrive.
 */
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'
import { errorFrom } from '../bridge.ts'
import { useApp } from './app.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { retryKeychainFor } from './notices.ts'
import { onOtherAccount } from './session.ts'
import { whenStale } from './stale.ts'

/** Rows in one request: more than a window shows. Main answers with at most 200. */
export const PAGE_ROWS = 50
/** Pages kept on either side of the visible ones. */
const KEEP_AROUND = 16
/** A view that leaps again within this time is on its way: its rows are asked for once it stays, ms. */
const SETTLED_MS = 50

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
  /** Load state; `ready` carries the latest answer without its rows. */
  load: ComputedRef<Load<Omit<Answer, 'rows'>>>
  matched: ComputedRef<number>
  /** Increases when another query's rows replace those on screen. */
  turn: ShallowRef<number>
  rowAt: (index: number) => Row | undefined
  placeOf: (key: string) => number
  /** Loads missing rows between two indexes, both included. */
  ensure: (first: number, last: number) => void
  /** Call when the query changed: its first rows replace the held ones. */
  restart: () => Promise<void>
  /** Call when the data changed: reloads the visible rows. */
  reload: () => Promise<void>
  /** Records the error of a fetch made elsewhere, such as a refresh; the next answer clears it. */
  fail: (error: ErrorInfo) => void
  /** Drops all rows without a new request. */
  forget: () => void
}

export function windowed<Row extends { key: string }, Answer extends WindowAnswer<Row>>(
  ask: (span: Span) => Promise<Answer>
): Windowed<Row, Answer> {
  const pages = shallowRef<ReadonlyMap<number, HeldPage<Row>>>(new Map())
  const latest = shallowRef<Omit<Answer, 'rows'> | null>(null)
  const refused = shallowRef<ErrorInfo | null>(null)
  const asking = shallowRef(false)
  const turn = shallowRef(0)
  const requested = new Set<number>()
  let generation = 0
  let inView = { first: 0, last: 0 }
  let leaptAt = -Infinity
  let settled: ReturnType<typeof setTimeout> | undefined
  /** The query changed and its first rows are still loading: the rows on screen belong to the former query. */
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
    const request = ++generation
    requested.clear()
    for (const number of numbers) requested.add(number)
    asking.value = true
    try {
      const answers = await Promise.all(numbers.map(askPage))
      if (request !== generation) return
      const next = new Map([...pages.value].filter(([, held]) => held.generation === request))
      answers.forEach((answer, i) => next.set(numbers[i] ?? 0, { rows: answer.rows, generation: request }))
      pages.value = next
      const newest = answers.reduce((a, b) => (b.freshness.revision >= a.freshness.revision ? b : a))
      takeLatest(newest)
      if (turning) {
        turning = false
        turn.value += 1
      }
      ensure(inView.first * PAGE_ROWS, inView.last * PAGE_ROWS)
    } catch (thrown) {
      if (request === generation) refused.value = errorFrom(thrown)
    } finally {
      if (request === generation) {
        asking.value = false
        for (const number of numbers) requested.delete(number)
      }
    }
  }

  async function fetchMissing(number: number): Promise<void> {
    const request = generation
    requested.add(number)
    try {
      const answer = await askPage(number)
      if (request !== generation) return
      const near = [...pages.value].filter(
        ([held]) => held >= inView.first - KEEP_AROUND && held <= inView.last + KEEP_AROUND
      )
      pages.value = new Map(near).set(number, { rows: answer.rows, generation: request })
      const changed = answer.freshness.revision !== latest.value?.freshness.revision
      takeLatest(answer)
      // A page of another revision: reload the held ones, so that no row is duplicated or missing.
      if (changed) void reload()
    } catch (thrown) {
      if (request === generation) refused.value = errorFrom(thrown)
    } finally {
      if (request === generation) requested.delete(number)
    }
  }

  function ensure(first: number, last: number): void {
    if (turning) return
    const end = Math.max(0, matched.value - 1)
    const former = inView
    inView = {
      first: Math.floor(Math.min(Math.max(0, first), end) / PAGE_ROWS),
      last: Math.floor(Math.min(Math.max(0, last), end) / PAGE_ROWS)
    }
    clearTimeout(settled)
    const leaps = inView.first > former.last || inView.last < former.first
    const isOnItsWay = leaps && performance.now() - leaptAt < SETTLED_MS
    if (leaps) leaptAt = performance.now()
    if (isOnItsWay) settled = setTimeout(fetchView, SETTLED_MS)
    else fetchView()
  }

  function fetchView(): void {
    if (turning || !latest.value) return
    for (let number = inView.first; number <= inView.last; number++) {
      if (!pages.value.has(number) && !requested.has(number)) void fetchMissing(number)
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
    requested.clear()
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

interface TopicList<Row, Answer extends WindowAnswer<Row>> extends Windowed<Row, Answer> {
  cursor: Ref<string | null>
  scrollTop: Ref<number>
  point: (key: string | null) => void
  scrolled: (top: number) => void
  /** Loads the list once; after that, events renew it. */
  start: () => Promise<void>
  /** Fetches from the provider; the outcome arrives as the list's freshness. */
  refresh: () => Promise<void>
}

/** A windowed list with cursor, scroll position and refresh. Call in a store's setup. @param plain resets the query */
export function topicList<Row extends { key: string }, Answer extends WindowAnswer<Row>>(
  topic: 'catalogue' | 'invoices',
  ask: (span: Span) => Promise<Answer>,
  plain: () => void
): TopicList<Row, Answer> {
  const app = useApp()
  const list = windowed<Row, Answer>(ask)
  const cursor = ref<string | null>(null)
  const scrollTop = ref(0)
  let started = false

  async function start(): Promise<void> {
    if (started) return
    started = true
    await list.restart()
  }

  async function refresh(): Promise<void> {
    try {
      if (await retryKeychainFor(list.load.value)) await list.reload()
      await app.refresh(topic)
    } catch (thrown) {
      list.fail(errorFrom(thrown))
    }
  }

  whenStale(`${topic}Changed`, () => void (started && list.reload()))
  onOtherAccount((signedIn) => {
    plain()
    cursor.value = null
    scrollTop.value = 0
    list.forget()
    started &&= signedIn
    if (started) void list.restart()
  })

  const point = (key: string | null): void => {
    cursor.value = key
  }
  const scrolled = (top: number): void => {
    scrollTop.value = top
  }

  return { ...list, cursor, scrollTop, point, scrolled, start, refresh }
}
