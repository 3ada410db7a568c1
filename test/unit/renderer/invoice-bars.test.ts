import { describe, expect, test } from 'vitest'
import { barsOf, largestAmount } from '../../../src/renderer/src/components/invoices/bars.ts'

const of = (...amounts: [amount: string, open?: string][]) =>
  amounts.map(([amount, open = '0'], n) => ({ month: `2026-0${n + 1}`, invoices: 1, amount, open, unknown: '0' }))

describe('the bars of the chart', () => {
  test('stand on the line of nothing, credit notes hang from it', () => {
    const { zero, months } = barsOf(of(['300', '100'], ['-100'], ['0']), 80)
    expect(zero).toBe(60)
    expect(months[0]).toEqual({ amount: { top: 0, height: 60 }, open: { top: 40, height: 20 } })
    expect(months[1]).toEqual({ amount: { top: 60, height: 20 }, open: null })
    expect(months[2]).toEqual({ amount: null, open: null })
  })

  test('have room for more open than there is in all, as a credit note makes it', () => {
    const { zero, months } = barsOf(of(['50', '200']), 80)
    expect(zero).toBe(80)
    expect(months[0]).toEqual({ amount: { top: 60, height: 20 }, open: { top: 0, height: 80 } })
  })

  test('can be seen, however small, and are none where nothing is', () => {
    expect(barsOf(of(['1000000'], ['0.01']), 80).months[1]?.amount?.height).toBe(2)
    expect(barsOf(of(['0'], ['0.00']), 80)).toEqual({ zero: 80, months: Array(2).fill({ amount: null, open: null }) })
    expect(barsOf(of(['-5']), 80)).toEqual({ zero: 0, months: [{ amount: { top: 0, height: 80 }, open: null }] })
  })

  test('are measured by the month with most', () => {
    expect(largestAmount(of(['3'], ['12.50'], ['-40']))).toBe('12.50')
    expect(largestAmount(of(['0'], ['-40']))).toBe(null)
  })
})
