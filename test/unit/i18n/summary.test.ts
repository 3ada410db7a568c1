import { describe, expect, test } from 'vitest'
import { openText, type OpenToPay } from '../../../src/shared/i18n/summary.ts'

const of = (more: Partial<OpenToPay> = {}): OpenToPay => ({
  open: 3,
  overdue: 0,
  unknown: 0,
  openAmounts: [{ currency: 'EUR', amount: '50' }],
  openWithoutAmount: 0,
  ...more
})
const NOTHING = of({ open: 0, openAmounts: [] })
const short = (counts: OpenToPay): string => openText(counts, { locale: 'en-GB' })

describe('what is open to pay', () => {
  test.each<[string, string, OpenToPay]>([
    ['3 open · €50.00', '3 open invoices · €50.00', of()],
    ['1 open · €50.00', '1 open invoice · €50.00', of({ open: 1 })],
    ['Nothing open', 'No open invoices', NOTHING]
  ])('“%s”, or “%s”', (brief, long, counts) => {
    expect(short(counts)).toBe(brief)
    expect(openText(counts, { locale: 'en-GB', long: true })).toBe(long)
  })

  test('the sum doesn’t look whole where it is not', () => {
    expect(short(of({ openWithoutAmount: 2, overdue: 1, unknown: 1 }))).toBe(
      '3 open · €50.00 · 2 without a readable amount · 1 overdue · 1 unrecognised'
    )
    const openAmounts = ['EUR', 'USD', 'GBP', 'CHF', null].map((currency) => ({ currency, amount: '1' }))
    expect(openText(of({ openAmounts }), { locale: 'en-GB', currencies: 3 })).toBe(
      '3 open · €1.00 · US$1.00 · £1.00 · 2 more currencies'
    )
    expect(short(of({ openAmounts }))).toMatch(/ · 1\.00 \(no currency\)$/)
  })

  test('that nothing is open is only said when it is known of all', () => {
    expect(short({ ...NOTHING, unknown: 3 })).toBe('None known to be open · 3 unrecognised')
    expect(openText(NOTHING, { locale: 'en-GB', allKnown: false })).toBe('None known to be open')
    expect(openText(of(), { locale: 'en-GB', allKnown: false })).toBe('3 open · €50.00')
  })
})
