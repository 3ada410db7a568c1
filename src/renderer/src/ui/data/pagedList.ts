/**
 * A list of any length of which the page holds some pages of PAGE_ROWS rows, loaded as they come into view. Answers to a
 * former query are dropped; its rows stay on screen until the new ones arrive.
 */
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Freshness } from '../../../../shared/models/freshness.ts'
import { loadOf } from './load.ts'
import type { Load } from './load.ts'
import { createPageRequests } from './pageRequests.ts'
import type { RowSpan } from './pageRequests.ts'
import { createPagesInView, PAGE_ROWS } from './pagesInView.ts'

export interface RowsAnswer<Row> {
  rows: Row[]
  matched: number
  freshness: Freshness
}

type Pages<Row> = ReadonlyMap<number, readonly Row[]>

/** What the page holds of the list. */
type Held<Row, Answer> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'error'; error: ErrorInfo }
  /** `answer`: the latest one. `error`: why a later request failed. */
  | { state: 'ready'; pages: Pages<Row>; answer: Omit<Answer, 'rows'>; error: ErrorInfo | null }

function loadOfHeld<Row, Answer extends RowsAnswer<Row>>(held: Held<Row, Answer>): Load<Omit<Answer, 'rows'>> {
  if (held.state === 'error') return { ...held, freshness: null }
  if (held.state !== 'ready') return held
  const { answer, error } = held
  return loadOf(answer, error ? { ...answer.freshness, error } : answer.freshness)
}

/** `place`: the first visible row. It may be in a list of another layout, in which the row is elsewhere. */
export type ScrollPosition = { top: number } | { place: number }

export interface PagedList<Row, Answer extends RowsAnswer<Row>> {
  /** `ready` carries the latest answer without its rows. */
  loadState: ComputedRef<Load<Omit<Answer, 'rows'>>>
  matched: ComputedRef<number>
  /** Number of the query whose rows are on screen. */
  generation: ShallowRef<number>
  /** Key of the row with the cursor. */
  cursor: Ref<string | null>
  position: ShallowRef<ScrollPosition>
  rowAt: (place: number) => Row | undefined
  placeOf: (key: string) => number
  /** Loads missing rows between two places, both included; either may lie outside the list. */
  loadBetween: (first: number, last: number) => void
  /** Call when the query changed: its first rows replace the held ones. */
  restart: () => Promise<void>
  /** Call when the data changed: reloads the visible rows. */
  reload: () => Promise<void>
  /** Records the error of a fetch made elsewhere, such as a refresh; the next answer clears it. */
  setError: (error: ErrorInfo) => void
  setCursor: (key: string | null) => void
  setPosition: (position: ScrollPosition) => void
  /** Drops everything without a new request. */
  clear: () => void
}

export function pagedList<Row extends { key: string }, Answer extends RowsAnswer<Row>>(
  fetchRows: (span: RowSpan) => Promise<Answer>
): PagedList<Row, Answer> {
  const held = shallowRef<Held<Row, Answer>>({ state: 'idle' })
  const generation = shallowRef(0)
  const cursor = ref<string | null>(null)
  const position = shallowRef<ScrollPosition>({ top: 0 })
  const inView = createPagesInView(loadMissing)
  const requests = createPageRequests(fetchRows, setError)
  /** Of the latest query. */
  let queryNumber = 0

  const matched = computed(() => (held.value.state === 'ready' ? held.value.answer.matched : 0))
  const heldPages = (): Pages<Row> => (held.value.state === 'ready' ? held.value.pages : new Map())
  const isFormerQuery = (): boolean => generation.value !== queryNumber

  function hold(pages: Pages<Row>, { rows: _rows, ...answer }: Answer): void {
    held.value = { state: 'ready', pages, answer, error: null }
  }
  function setError(error: ErrorInfo): void {
    held.value = held.value.state === 'ready' ? { ...held.value, error } : { state: 'error', error }
  }

  async function reload(): Promise<void> {
    const former = heldPages()
    const numbers = inView.numbers()
    requests.startBatch()
    if (held.value.state === 'idle') held.value = { state: 'loading' }
    await requests.send(numbers, (answers) => {
      // Pages that arrived since the requests went out are as new.
      const pages = new Map([...heldPages()].filter(([number, rows]) => former.get(number) !== rows))
      answers.forEach(({ rows }, at) => pages.set(numbers[at] ?? 0, rows))
      hold(pages, newestOf(answers))
      generation.value = queryNumber
      inView.clamp(matched.value)
      loadMissing()
    })
  }

  function loadMissing(): void {
    if (isFormerQuery() || held.value.state !== 'ready') return
    for (const number of inView.numbers()) {
      if (heldPages().has(number) || requests.has(number)) continue
      void requests.send([number], (answers) => answers.forEach((answer) => addPage(number, answer)))
    }
  }
  function addPage(number: number, answer: Answer): void {
    const isOtherRevision =
      held.value.state === 'ready' && held.value.answer.freshness.revision !== answer.freshness.revision
    const near = [...heldPages()].filter(([other]) => inView.isNear(other))
    hold(new Map(near).set(number, answer.rows), answer)
    // Reloads the visible pages, so that no row is duplicated or missing.
    if (isOtherRevision) void reload()
  }

  return {
    loadState: computed(() => loadOfHeld(held.value)),
    matched,
    generation,
    cursor,
    position,
    rowAt: (place) => heldPages().get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS],
    placeOf: (key) => placeOf(key, heldPages()),
    loadBetween(first, last) {
      // While the rows on screen are those of the former query, the view is about to move to the top.
      if (!isFormerQuery()) inView.move(first, last, matched.value)
    },
    restart() {
      queryNumber += 1
      inView.reset()
      return reload()
    },
    reload,
    setError,
    setCursor: (key) => void (cursor.value = key),
    setPosition: (to) => void (position.value = to),
    clear() {
      queryNumber += 1
      generation.value = queryNumber
      requests.startBatch()
      inView.reset()
      held.value = { state: 'idle' }
      cursor.value = null
      position.value = { top: 0 }
    }
  }
}

function placeOf(key: string, pages: Pages<{ key: string }>): number {
  for (const [number, rows] of pages) {
    const at = rows.findIndex((row) => row.key === key)
    if (at >= 0) return number * PAGE_ROWS + at
  }
  return -1
}

const newestOf = <Answer extends RowsAnswer<unknown>>(answers: Answer[]): Answer =>
  answers.reduce((a, b) => (b.freshness.revision >= a.freshness.revision ? b : a))
