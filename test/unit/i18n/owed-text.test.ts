import { describe, expect, test } from 'vitest'
import { NO_MORE_CURRENCIES } from '../../support/invoice-fields.ts'
import { owedText } from '../../../src/shared/i18n/owed-text.ts'
import { NOTHING_READ, owedByAll, type Owed } from '../../../src/shared/models/owed.ts'

const of = (more: Partial<Owed> = {}): Owed => ({
  ...NOTHING_READ,
  open: 3,
  openAmounts: [{ currency: 'EUR', amount: '50' }],
  ...more
})
const NOTHING = of({ open: 0, openAmounts: [] })
const short = (counts: Owed): string => owedText(counts, { locale: 'en-GB' })

describe('what is open to pay', () => {
  test.each<[string, string, Owed]>([
    ['3 to pay · €50.00', '3 invoices to pay · €50.00', of()],
    ['1 to pay · €50.00', '1 invoice to pay · €50.00', of({ open: 1 })],
    ['Nothing to pay', 'Nothing to pay', NOTHING]
  ])('“%s”, or “%s”', (brief, long, counts) => {
    expect(short(counts)).toBe(brief)
    expect(owedText(counts, { locale: 'en-GB', long: true })).toBe(long)
  })

  test('the sum doesn’t look whole where it is not', () => {
    expect(short(of({ openWithoutAmount: 2, overdue: 1, unknown: 1 }))).toBe(
      '3 to pay · 1 overdue · 2 without a readable amount · 1 unrecognised · €50.00'
    )
    const openAmounts = ['EUR', 'USD', 'GBP', 'CHF', null].map((currency) => ({ currency, amount: '1' }))
    expect(owedText(of({ openAmounts }), { locale: 'en-GB', currencies: 3 })).toBe(
      '3 to pay · €1.00 · US$1.00 · £1.00 · 2 more currencies'
    )
    expect(short(of({ openAmounts }))).toMatch(/ · 1\.00 \(no currency\)$/)
  })

  test('currencies that aren’t listed are counted, those of credit, too', () => {
    const sum = [{ currency: 'EUR', amount: '1' }]
    const moreCurrencies = { ...NO_MORE_CURRENCIES, openAmounts: 200, credits: 1, unusedCredits: 2 }
    const counts = of({ openAmounts: sum, credits: sum, unusedCredits: sum, moreCurrencies })
    expect(short(counts)).toBe(
      '3 to pay · €1.00 · 200 more currencies, and €1.00, 1 more currency credit not deducted · €1.00, 2 more currencies unused credit'
    )
  })

  test('a credit that may have been used stands beside what is open', () => {
    const credits = [{ currency: 'EUR', amount: '50' }]
    expect(short(of({ credits }))).toBe('3 to pay · €50.00, and €50.00 credit not deducted')
    expect(short(of({ credits, overdue: 1, openWithoutAmount: 3, openAmounts: [] }))).toBe(
      '3 to pay · 1 overdue · 3 without a readable amount · €50.00 credit not deducted'
    )
    const more = [...credits, { currency: 'USDT', amount: '7' }, { currency: null, amount: '1' }]
    expect(short(of({ credits: more }))).toBe(
      '3 to pay · €50.00, and €50.00, 7.00 USDT, 1.00 (no currency) credit not deducted'
    )
    expect(owedText(of({ credits: more }), { locale: 'en-GB', currencies: 1 })).toBe(
      '3 to pay · €50.00, and €50.00, 2 more currencies credit not deducted'
    )
    // Where nothing is open, it changes nothing.
    expect(short({ ...NOTHING, credits })).toBe('Nothing to pay')
  })

  test('credit that was deducted is said with the amount in its currency, apart from credit that wasn’t', () => {
    const money = (currency: string | null, amount: string) => ({ currency, amount })
    const deducted = [money('EUR', '20')]
    expect(short(of({ open: 1, openAmounts: [money('EUR', '0')], deducted }))).toBe(
      '1 to pay · €0.00 after €20.00 credit'
    )
    const openAmounts = [money('EUR', '50'), money('USD', '5'), money(null, '1')]
    expect(short(of({ openAmounts, deducted: [...deducted, money(null, '2')], credits: [money('EUR', '7')] }))).toBe(
      '3 to pay · €50.00 after €20.00 credit · US$5.00 · 1.00 (no currency) after 2.00 (no currency) credit, ' +
        'and €7.00 credit not deducted'
    )
  })

  test('unused credit that is left is said, also where nothing is open', () => {
    const unusedCredits = [
      { currency: 'EUR', amount: '55.5' },
      { currency: 'USD', amount: '1' }
    ]
    expect(short({ ...NOTHING, unusedCredits })).toBe('Nothing to pay · €55.50, US$1.00 unused credit')
    expect(short({ ...NOTHING, unusedCredits, unknown: 1 })).toBe(
      'No known invoices to pay · 1 unrecognised · €55.50, US$1.00 unused credit'
    )
    expect(short(of({ unusedCredits }))).toBe('3 to pay · €50.00 · €55.50, US$1.00 unused credit')
  })

  test('due dates that couldn’t be read are said, and every count comes before the amounts', () => {
    expect(short(of({ dueUnread: 1 }))).toBe('3 to pay · 1 due date couldn’t be read · €50.00')
    expect(short(of({ dueUnread: 2, overdue: 1, unknown: 1 }))).toBe(
      '3 to pay · 1 overdue · 2 due dates couldn’t be read · 1 unrecognised · €50.00'
    )
  })

  test('invoices without a status are not called unrecognised', () => {
    expect(short(of({ unknown: 6, withoutStatus: 4 }))).toBe('3 to pay · 2 unrecognised · 4 without a status · €50.00')
    expect(short({ ...NOTHING, unknown: 4, withoutStatus: 4 })).toBe('No known invoices to pay · 4 without a status')
  })

  test('of a part of the list, the least is said', () => {
    expect(short(of({ isPartial: true }))).toBe('At least 3 to pay · €50.00')
    expect(owedText(of({ isPartial: true, open: 1 }), { locale: 'en-GB', long: true })).toBe(
      'At least 1 invoice to pay · €50.00'
    )
    expect(short({ ...NOTHING, isPartial: true })).toBe('No known invoices to pay')
  })

  test('that nothing is open is only said when it is known of all', () => {
    expect(short({ ...NOTHING, unknown: 3 })).toBe('No known invoices to pay · 3 unrecognised')
    expect(short(owedByAll([NOTHING, NOTHING_READ]))).toBe('No known invoices to pay')
    expect(short(owedByAll([of(), NOTHING_READ]))).toBe('At least 3 to pay · €50.00')
  })
})
