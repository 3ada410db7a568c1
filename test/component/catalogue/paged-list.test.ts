import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../src/renderer/src/bridge.ts'
import { pagedList } from '../../../src/renderer/src/ui/data/pagedList.ts'
import type { RowsAnswer } from '../../../src/renderer/src/ui/data/pagedList.ts'
import type { RowSpan } from '../../../src/renderer/src/ui/data/pageRequests.ts'
import { PAGE_ROWS } from '../../../src/renderer/src/ui/data/pagesInView.ts'
import type { Freshness } from '../../../src/shared/models/freshness.ts'

interface Row {
  key: string
}

const freshness = (revision: number): Freshness => ({
  fetchedAt: '2026-11-01T00:00:00Z',
  refreshing: false,
  error: null,
  notes: [],
  partial: null,
  revision
})

/** A list whose answers are given by hand, in any order. */
function byHand() {
  const asked: {
    span: RowSpan
    answer: (rows: string, matched: number, revision?: number) => void
    refuse: () => void
  }[] = []
  const list = pagedList<Row, RowsAnswer<Row>>(
    (span) =>
      new Promise((resolve, reject) => {
        asked.push({
          span,
          answer(name, matched, revision = 1) {
            const rows = Array.from({ length: Math.max(0, Math.min(span.limit, matched - span.offset)) }, (_, i) => ({
              key: `${name}${span.offset + i}`
            }))
            resolve({ rows, matched, freshness: freshness(revision) })
          },
          refuse: () => reject(new CallError({ code: 'STORAGE' }))
        })
      })
  )
  return { list, asked }
}

describe('a paged list', () => {
  it('asks for the first page, then only for pages that come into view', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    expect(list.loadState.value.state).toBe('loading')
    asked[0]?.answer('a', 1000)
    await started
    expect(list.loadState.value.state).toBe('ready')
    list.loadBetween(0, PAGE_ROWS - 1)
    list.loadBetween(450, 480)
    list.loadBetween(455, 485)
    expect(asked.map(({ span }) => span.offset)).toEqual([0, 450])
    expect(list.rowAt(450)).toBeUndefined()
    asked[1]?.answer('a', 1000)
    await vi.waitFor(() => expect(list.rowAt(450)?.key).toBe('a450'))
    expect(list.placeOf('a450')).toBe(450)
  })

  it('asks for nothing that a view on its way leaps over, and for what it stays at', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 10_000)
    await started
    for (const first of [1000, 2000, 3000, 4000]) list.loadBetween(first, first + 30)
    await vi.waitFor(() => expect(asked.map(({ span }) => span.offset)).toEqual([0, 1000, 4000]))
    list.loadBetween(4020, 4070)
    expect(asked.at(-1)?.span.offset).toBe(4050)
  })

  it('drops the late answer to a query that was given up, and shows the former rows until the new ones are here', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 10)
    await first
    void list.restart()
    const last = list.restart()
    expect(list.rowAt(0)?.key).toBe('a0')
    expect(list.generation.value).toBe(1)
    asked[2]?.answer('c', 3)
    await last
    asked[1]?.answer('b', 7)
    await Promise.resolve()
    expect(list.rowAt(0)?.key).toBe('c0')
    expect(list.matched.value).toBe(3)
    expect(list.generation.value).toBe(3)
  })

  it('renews what is in view when the data changed, without another generation', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 500)
    await first
    const renewed = list.reload()
    asked[1]?.answer('b', 400, 2)
    await renewed
    expect(list.rowAt(0)?.key).toBe('b0')
    expect(list.generation.value).toBe(1)
  })

  it('renews all it holds when a page comes from another revision', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 500)
    await first
    list.loadBetween(40, 60)
    asked[1]?.answer('b', 500, 2)
    await vi.waitFor(() => expect(asked).toHaveLength(4))
    expect(asked.slice(2).map(({ span }) => span.offset)).toEqual([0, 50])
  })

  it('keeps a page that arrives during a reload, and drops those from before it', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 500)
    await first
    list.loadBetween(50, 99)
    asked[1]?.answer('a', 500)
    await vi.waitFor(() => expect(list.rowAt(50)?.key).toBe('a50'))
    const renewed = list.reload()
    list.loadBetween(50, 149)
    asked[3]?.answer('b', 500)
    await vi.waitFor(() => expect(list.rowAt(100)?.key).toBe('b100'))
    asked[2]?.answer('b', 500)
    await renewed
    expect([0, 50, 100].map((place) => list.rowAt(place)?.key)).toEqual([undefined, 'b50', 'b100'])
  })

  it('asks for the last page when the rows in view are gone', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 500)
    await first
    list.loadBetween(450, 480)
    asked[1]?.answer('a', 500)
    await vi.waitFor(() => expect(list.rowAt(450)?.key).toBe('a450'))
    const renewed = list.reload()
    asked[2]?.answer('b', 80, 2)
    await renewed
    expect(asked.map(({ span }) => span.offset)).toEqual([0, 450, 450, 50])
  })

  it('shows another query’s rows as such when the data changed before they came', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 10)
    await first
    void list.restart()
    const renewed = list.reload()
    asked[2]?.answer('b', 10, 2)
    await renewed
    expect(list.rowAt(0)?.key).toBe('b0')
    expect(list.generation.value).toBe(2)
  })

  it('is an error with nothing to show, and data with an error beside it once there was some', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.refuse()
    await first
    expect(list.loadState.value).toMatchObject({ state: 'error', error: { code: 'STORAGE' } })
    const second = list.restart()
    asked[1]?.answer('a', 5)
    await second
    const third = list.reload()
    asked[2]?.refuse()
    await third
    expect(list.loadState.value).toMatchObject({ state: 'ready', freshness: { error: { code: 'STORAGE' } } })
    expect(list.rowAt(0)?.key).toBe('a0')
  })

  it('forgets everything, an answer on its way too', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    list.clear()
    asked[0]?.answer('a', 5)
    await first
    expect(list.loadState.value.state).toBe('idle')
    expect(list.rowAt(0)).toBeUndefined()
  })
})
