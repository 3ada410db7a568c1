import { describe, expect, it } from 'vitest'
import { BARS, printedRow, rowOf, tableOf } from '../../bench/bars.ts'
import { percentile, slope } from '../../bench/statistics.ts'
import { countWaves } from '../../bench/waves.ts'

describe('statistics', () => {
  it('takes the nearest rank', () => {
    const samples = [5, 1, 4, 2, 3]
    expect([0, 0.5, 0.95, 1].map((share) => percentile(samples, share))).toEqual([1, 3, 5, 5])
    expect(() => percentile([], 0.5)).toThrow('no samples')
  })

  it('fits a line', () => {
    const line = [
      [0, 10],
      [1, 12],
      [2, 14]
    ] as const
    const noisy = [
      [0, 10],
      [1, 13],
      [2, 10],
      [3, 13]
    ] as const
    expect(slope(line)).toBeCloseTo(2)
    expect(slope(noisy)).toBeCloseTo(0.6)
    expect(() => slope([[0, 1]])).toThrow('two points')
  })
})

describe('the verdict', () => {
  const beside = { what: 'other', value: 10 }
  const figure = { bar: 'P1', what: 'x', unit: 'ms' }

  it.each([
    ['met', { ours: 13, beside, mostRatio: 1.3 }],
    ['missed', { ours: 13.1, beside, mostRatio: 1.3 }],
    ['met', { ours: 50, most: 50 }],
    ['missed', { ours: 51, most: 50 }],
    ['missed', { ours: 30, beside, most: 50, mostRatio: 2 }],
    ['missed', { ours: 60, beside: { what: 'other', value: 100 }, most: 50, mostRatio: 2 }],
    ['met', { ours: 0, beside: { what: 'other', value: 0 }, most: 2 }],
    ['not measured', { ours: Number.NaN, most: 50 }],
    ['not measured', { ours: 5, mostRatio: 2 }],
    [null, { ours: 5, beside }]
  ] as const)('is %s for %j', (verdict, given) => {
    expect(rowOf({ ...figure, ...given }).verdict).toBe(verdict)
  })

  it('has a row for every bar, in their order', () => {
    const rows = tableOf([
      { ...figure, bar: 'P3', ours: 1, most: 2 },
      { ...figure, bar: 'P1', ours: 1, most: 2 },
      { ...figure, bar: 'P1', ours: 3, most: 2 }
    ])
    expect(rows.map(({ bar }) => bar)).toEqual(['P1', ...Object.keys(BARS)])
    expect(rows.map(({ verdict }) => verdict)).toEqual([
      'met',
      'missed',
      'not measured',
      'met',
      ...Array<string>(Object.keys(BARS).length - 3).fill('not measured')
    ])
  })

  it('prints figures with three digits, their units and both limits', () => {
    expect(printedRow(rowOf({ ...figure, ours: 20.04, beside, most: 50, mostRatio: 2 }))).toMatchObject({
      ours: '20.0 ms',
      beside: '10 ms, other',
      ratio: '2.00 ×',
      limit: '≤ 50 ms, ≤ 2 ×',
      verdict: 'missed'
    })
  })
})

describe('waves of requests', () => {
  const request = (begun: number, ended: number) => ({ name: '', begun, ended })

  it('counts the longest chain of requests that waited for an answer', () => {
    expect(countWaves([])).toBe(0)
    expect(countWaves([request(0, 10), request(1, 30), request(5, 6)])).toBe(1)
    expect(countWaves([request(0, 10), request(12, 20), request(13, 25), request(40, 50)])).toBe(3)
  })

  it('takes a request that was sent before the answer arrived for an independent one', () => {
    expect(countWaves([request(0, 10), request(10.5, 12)])).toBe(1)
  })
})
