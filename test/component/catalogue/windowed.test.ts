import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../../../src/renderer/src/bridge.ts'
import { windowed } from '../../../src/renderer/src/stores/windowed.ts'
import type { Span, WindowAnswer } from '../../../src/renderer/src/stores/windowed.ts'
import type { Freshness } from '../../../src/shared/models/freshness.ts'

interface Row {
  key: string
}

const freshness = (revision: number): Freshness => ({
  fetchedAt: '2026-11-01T00:00:00Z',
  refreshing: false,
  error: null,
  notes: [],
  revision
})

/** A list whose answers are given by hand, in any order. */
function byHand() {
  const asked: {
    span: Span
    answer: (rows: string, matched: number, revision?: number) => void
    refuse: () => void
  }[] = []
  const list = windowed<Row, WindowAnswer<Row>>(
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

const spans = (asked: readonly { span: Span }[]): [number, number][] =>
  asked.map(({ span }) => [span.offset, span.limit])

describe('a windowed list', () => {
  it('asks for its first rows, then only for pages that come into view', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    expect(list.load.value.state).toBe('loading')
    asked[0]?.answer('a', 1000)
    await started
    expect(list.load.value.state).toBe('ready')
    list.ensure(0, 20)
    list.ensure(460, 480)
    list.ensure(465, 485)
    // Those in view, then 20 rows on either side.
    expect(spans(asked)).toEqual([
      [0, 50],
      [50, 25],
      [450, 50],
      [500, 25],
      [425, 25]
    ])
    expect(list.rowAt(450)).toBeUndefined()
    asked[2]?.answer('a', 1000)
    await vi.waitFor(() => expect(list.rowAt(450)?.key).toBe('a450'))
    expect(list.placeOf('a450')).toBe(450)
  })

  it.for([
    [
      'the usual height',
      20,
      [
        [0, 25],
        [25, 25]
      ]
    ],
    [
      'a tall window',
      60,
      [
        [0, 75],
        [75, 25]
      ]
    ],
    [
      'a view of more rows than one request may have',
      210,
      [
        [0, 200],
        [200, 25],
        [225, 25]
      ]
    ]
  ] as const)('asks for the rows in view, and then for those below: %s', async ([, last, expected]) => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 1000)
    await started
    list.ensure(0, last)
    const before = asked.length
    const next = list.restart()
    asked[before]?.answer('b', 1000)
    await next
    expect(spans(asked.slice(before))).toEqual(expected)
  })

  it('asks for a full view when the data of an empty list is there', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 0)
    await started
    const renewed = list.reload()
    asked[1]?.answer('b', 1000, 2)
    await renewed
    expect(spans(asked)).toEqual([
      [0, 50],
      [0, 75]
    ])
  })

  it('takes a list of unknown height for one of the usual height', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 1000)
    await started
    list.ensure(0, 0)
    void list.restart()
    expect(asked.at(-1)?.span).toEqual({ offset: 0, limit: 50 })
  })

  it('keeps the rows around the view while the data is renewed', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 1000)
    await started
    list.ensure(50, 70)
    const renewed = list.reload()
    asked.at(-1)?.answer('b', 1000, 2)
    await renewed
    expect(list.placeOf('b30')).toBe(30)
    expect(list.placeOf('b90')).toBe(90)
  })

  it('asks again for as many rows as before after a query with few', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 1000)
    await started
    list.ensure(0, 60)
    for (const matched of [3, 1000]) {
      const before = asked.length
      const next = list.restart()
      expect(asked[before]?.span).toEqual({ offset: 0, limit: 75 })
      asked[before]?.answer('b', matched)
      await next
      list.ensure(0, Math.min(matched - 1, 60))
    }
  })

  it('asks for nothing that a view on its way leaps over, and for what it stays at', async () => {
    const { list, asked } = byHand()
    const started = list.restart()
    asked[0]?.answer('a', 10_000)
    await started
    for (const first of [1020, 2020, 3020, 4020]) list.ensure(first, first + 9)
    const landings = [
      [1000, 50],
      [4000, 50]
    ]
    await vi.waitFor(() => expect(spans(asked.slice(2))).toEqual(landings))
    list.ensure(4040, 4060)
    expect(asked.at(-1)?.span.offset).toBe(4075)
  })

  it('drops the late answer to a query that was given up, and shows the former rows until the new ones are here', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 10)
    await first
    void list.restart()
    const last = list.restart()
    expect(list.rowAt(0)?.key).toBe('a0')
    asked[2]?.answer('c', 3)
    await last
    asked[1]?.answer('b', 7)
    await Promise.resolve()
    expect(list.rowAt(0)?.key).toBe('c0')
    expect(list.matched.value).toBe(3)
    expect(list.turn.value).toBe(2)
  })

  it('renews what is in view when the data changed, without a turn', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 500)
    await first
    const renewed = list.reload()
    asked.at(-1)?.answer('b', 400, 2)
    await renewed
    expect(list.rowAt(0)?.key).toBe('b0')
    expect(list.turn.value).toBe(1)
  })

  it('renews what is in view when a page comes from another revision', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.answer('a', 500)
    await first
    list.ensure(40, 60)
    const before = asked.length
    asked[1]?.answer('b', 500, 2)
    await vi.waitFor(() => expect(asked).toHaveLength(before + 1))
    expect(spans(asked.slice(before))).toEqual([[0, 100]])
  })

  it('is an error with nothing to show, and data with an error beside it once there was some', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    asked[0]?.refuse()
    await first
    expect(list.load.value).toMatchObject({ state: 'error', error: { code: 'STORAGE' } })
    const second = list.restart()
    asked[1]?.answer('a', 5)
    await second
    const third = list.reload()
    asked[2]?.refuse()
    await third
    expect(list.load.value).toMatchObject({ state: 'ready', freshness: { error: { code: 'STORAGE' } } })
    expect(list.rowAt(0)?.key).toBe('a0')
  })

  it('forgets everything, an answer on its way too', async () => {
    const { list, asked } = byHand()
    const first = list.restart()
    list.forget()
    asked[0]?.answer('a', 5)
    await first
    expect(list.load.value.state).toBe('idle')
    expect(list.rowAt(0)).toBeUndefined()
  })
})
