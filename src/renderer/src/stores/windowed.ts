/**
 * A list of any length of which the page holds a window: pages of PAGE_ROWS rows, loaded as they come into view.
 * Answers to a former query are dropped; its rows stay on screen until the new ones arrive.
 */
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import { MOST_ROWS } from '../../../shared/ipc/contract.ts'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'
import { errorFrom } from '../bridge.ts'
import { useApp } from './app.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { retryKeychainFor } from './notices.ts'
import { onOtherAccount } from './session.ts'
import { whenStale } from './stale.ts'

/** Rows in a page, the unit in which rows are requested and dropped: about as many as a window of usual height shows. */
const PAGE_ROWS = 25
/** Rows loaded on either side of the visible ones, so that a slow scroll meets no blanks. */
const AHEAD_ROWS = 20
/** Rows in a list's first request, before its height is known. */
const FIRST_ROWS = 50
/** Pages kept on either side of the visible ones. */
const KEEP_AROUND = 32
/** A view that leaps again within this time is on its way: its rows are asked for once it stays, ms. */
const SETTLED_MS = 50

export interface Span {
  offset: number
  limit: number
}
/** Rows or pages, both included. */
interface Range {
  first: number
  last: number
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
  /** Loads the missing rows from `first` to `last` (the visible ones, both included), then AHEAD_ROWS on either side. */
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
  /** Rows that fit in the list's height, as far as known. */
  let fittingRows = FIRST_ROWS
  let inView: Range = { first: 0, last: fittingRows - 1 }
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

  const matched = computed(() => latest.value?.matched ?? 0)
  const pageOf = (row: number): number => Math.floor(Math.max(0, row) / PAGE_ROWS)
  /** The pages of the visible rows and of so many on either side. */
  const pagesInView = (ahead = 0): Range => ({ first: pageOf(inView.first - ahead), last: pageOf(inView.last + ahead) })

  /** @returns null if a later query or reload began meanwhile */
  async function fetchPages(
    { first, last }: Range,
    request: number
  ): Promise<[Answer, [number, HeldPage<Row>][]] | null> {
    const limit = Math.min((last - first + 1) * PAGE_ROWS, MOST_ROWS)
    const numbers = Array.from({ length: limit / PAGE_ROWS }, (_, i) => first + i)
    for (const number of numbers) requested.add(number)
    try {
      const answer = await ask({ offset: first * PAGE_ROWS, limit })
      if (request !== generation) return null
      return [
        answer,
        numbers.map((number, i) => [
          number,
          { rows: answer.rows.slice(i * PAGE_ROWS, (i + 1) * PAGE_ROWS), generation: request }
        ])
      ]
    } finally {
      if (request === generation) for (const number of numbers) requested.delete(number)
    }
  }

  function takeLatest(answer: Answer): void {
    const { rows: _rows, ...rest } = answer
    latest.value = rest
    refused.value = null
  }

  async function renew(span: Range): Promise<void> {
    const request = ++generation
    requested.clear()
    asking.value = true
    try {
      const fetched = await fetchPages(span, request)
      if (!fetched) return
      const [answer, renewed] = fetched
      pages.value = new Map([...[...pages.value].filter(([, held]) => held.generation === request), ...renewed])
      takeLatest(answer)
      if (turning) {
        turning = false
        turn.value += 1
      }
      fetchView()
    } catch (thrown) {
      if (request === generation) refused.value = errorFrom(thrown)
    } finally {
      if (request === generation) asking.value = false
    }
  }

  async function fetchMissing(span: Range): Promise<void> {
    const request = generation
    try {
      const fetched = await fetchPages(span, request)
      if (!fetched) return
      const [answer, missing] = fetched
      const { first, last } = pagesInView()
      const near = [...pages.value].filter(([held]) => held >= first - KEEP_AROUND && held <= last + KEEP_AROUND)
      pages.value = new Map([...near, ...missing])
      const changed = answer.freshness.revision !== latest.value?.freshness.revision
      takeLatest(answer)
      // Pages of another revision: reload what is in view, so that no row is duplicated or missing.
      if (changed) void reload()
    } catch (thrown) {
      if (request === generation) refused.value = errorFrom(thrown)
    }
  }

  function ensure(first: number, last: number): void {
    if (turning) return
    const before = pagesInView(AHEAD_ROWS)
    inView = { first, last }
    // A list that ends in view doesn't tell how many rows would fit, nor does one of unknown height, which has one in view.
    const rows = last - first + 1
    if (rows > 1) fittingRows = last < matched.value - 1 ? rows : Math.max(rows, fittingRows)
    const now = pagesInView(AHEAD_ROWS)
    clearTimeout(settled)
    const leaps = now.first > before.last || now.last < before.first
    const isOnItsWay = leaps && performance.now() - leaptAt < SETTLED_MS
    if (leaps) leaptAt = performance.now()
    if (isOnItsWay) settled = setTimeout(fetchView, SETTLED_MS)
    else fetchView()
  }

  /** The visible rows first. */
  function fetchView(): void {
    if (turning || !latest.value) return
    const end = pageOf(matched.value - 1)
    const view = pagesInView()
    const around = pagesInView(AHEAD_ROWS)
    for (const { first, last } of [
      view,
      { first: view.last + 1, last: around.last },
      { first: around.first, last: view.first - 1 }
    ]) {
      const missing: number[] = []
      for (let number = first; number <= Math.min(last, end); number++) {
        if (!pages.value.has(number) && !requested.has(number)) missing.push(number)
      }
      if (missing[0] !== undefined) void fetchMissing({ first: missing[0], last: missing.at(-1) ?? missing[0] })
    }
  }

  function restart(): Promise<void> {
    inView = { first: 0, last: fittingRows - 1 }
    turning = true
    return renew(pagesInView())
  }

  const reload = (): Promise<void> => renew(pagesInView(turning ? 0 : AHEAD_ROWS))

  function forget(): void {
    generation += 1
    requested.clear()
    pages.value = new Map()
    latest.value = null
    refused.value = null
    asking.value = false
    inView = { first: 0, last: fittingRows - 1 }
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
