import { describe, expect, test } from 'vitest'
import { openText, type OpenToPay } from '../../../src/shared/i18n/summary.ts'

const of = (more: Partial<OpenToPay> = {}): OpenToPay => ({
  open: 3,
  overdue: 0,
  unknown: 0,
  openAmounts: [{ currency: 'EUR', amount: '50' }],
  openWithoutAmount: 0,
  credits: [],
  dueUnread: 0,
  isPartial: false,
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

  test('a credit that may have been used stands beside what is open', () => {
    const credits = [{ currency: 'EUR', amount: '50' }]
    expect(short(of({ credits }))).toBe('3 open · €50.00, and €50.00 credit')
    expect(short(of({ credits, overdue: 1, openWithoutAmount: 3, openAmounts: [] }))).toBe(
      '3 open, and €50.00 credit · 3 without a readable amount · 1 overdue'
    )
    const more = [...credits, { currency: 'USDT', amount: '7' }, { currency: null, amount: '1' }]
    expect(short(of({ credits: more }))).toBe('3 open · €50.00, and €50.00, 7.00 USDT, 1.00 (no currency) credit')
    expect(openText(of({ credits: more }), { locale: 'en-GB', currencies: 1 })).toBe(
      '3 open · €50.00, and €50.00 credit'
    )
    // Where nothing is open, it changes nothing.
    expect(short({ ...NOTHING, credits })).toBe('Nothing open')
  })

  test('due dates that couldn’t be read are said', () => {
    expect(short(of({ dueUnread: 1 }))).toBe('3 open · €50.00 · 1 due date couldn’t be read')
    expect(short(of({ dueUnread: 2, overdue: 1, unknown: 1 }))).toBe(
      '3 open · €50.00 · 1 overdue · 2 due dates couldn’t be read · 1 unrecognised'
    )
  })

  test('of a part of the list, the least is said', () => {
    expect(short(of({ isPartial: true }))).toBe('At least 3 open · €50.00')
    expect(openText(of({ isPartial: true, open: 1 }), { locale: 'en-GB', long: true })).toBe(
      'At least 1 open invoice · €50.00'
    )
    expect(short({ ...NOTHING, isPartial: true })).toBe('None known to be open')
  })

  test('that nothing is open is only said when it is known of all', () => {
    expect(short({ ...NOTHING, unknown: 3 })).toBe('None known to be open · 3 unrecognised')
    expect(openText(NOTHING, { locale: 'en-GB', allKnown: false })).toBe('None known to be open')
    expect(openText(of(), { locale: 'en-GB', allKnown: false })).toBe('3 open · €50.00')
  })
})
