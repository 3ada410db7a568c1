import { describe, expect, test } from 'vitest'
import { InvoiceList } from '../../../../src/main/invoices/storage/invoice-list.ts'
import { storedInvoice } from '../../../../src/main/invoices/storage/stored-invoice.ts'
import { EVERY_INVOICE, MOST_SUMS, type Invoice } from '../../../../src/shared/models/invoice.ts'
import { invoice } from '../../../support/ports.ts'

const TODAY = '2026-11-20'
const listOf = (all: Partial<Invoice>[]) =>
  new InvoiceList(
    all.map((fields, at) =>
      storedInvoice({ invoice: invoice(`k${at}`, { total: '10', ...fields }), raw: {}, pageUrl: null, pdfUrl: null })
    )
  )
/** One invoice for each: C100, C101 and so on. */
const each = (count: number, fields: Partial<Invoice>): Partial<Invoice>[] =>
  Array.from({ length: count }, (_none, at) => ({ ...fields, currency: `C${at + 100}` }))
const currenciesOf = (amounts: readonly { currency: string | null }[]) => amounts.map(({ currency }) => currency)

describe('of many currencies', () => {
  const open: Partial<Invoice> = { state: 'open', dueDay: '2026-11-01' }
  const few = [...Array.from({ length: MOST_SUMS }, (_none, at) => `C${at + 100}`)]

  test('as many sums as are listed are all listed', async () => {
    const list = listOf(each(MOST_SUMS, open))
    const { openAmounts, moreCurrencies } = (await list.summary(TODAY, null)).owed
    expect(currenciesOf(openAmounts)).toEqual(few)
    expect(moreCurrencies.openAmounts).toBe(0)
    expect(await list.totals(EVERY_INVOICE, TODAY)).toMatchObject({ moreCurrencies: 0 })
  })

  test('those with the most invoices and the unknown one are listed, and the rest is counted', async () => {
    const list = listOf([
      ...each(200, open),
      { ...open, currency: 'ZZZ' },
      { ...open, currency: 'ZZZ' },
      { ...open, currency: null }
    ])
    const { owed, paidThisYear } = await list.summary(TODAY, null)
    const { openAmounts, overdueAmounts, moreCurrencies } = owed
    const listed = [...few.slice(0, MOST_SUMS - 2), 'ZZZ', null]
    expect(currenciesOf(openAmounts)).toEqual(listed)
    expect(currenciesOf(overdueAmounts)).toEqual(listed)
    expect(moreCurrencies).toMatchObject({ openAmounts: 192, overdueAmounts: 192, credits: 0 })
    expect(paidThisYear.moreCurrencies).toBe(0)
    const totals = await list.totals(EVERY_INVOICE, TODAY)
    expect(currenciesOf(totals.amounts)).toEqual(listed)
    expect(totals.moreCurrencies).toBe(192)
  })

  test('what was paid, and credit that may have been used, too', async () => {
    const paid = each(20, { state: 'settled', paidAt: '2026-03-01' })
    const list = listOf([...paid, ...each(30, { state: 'credit' })])
    const { paidThisYear, owed } = await list.summary(TODAY, null)
    expect([paidThisYear.amounts, owed.credits].map(({ length }) => length)).toEqual([MOST_SUMS, MOST_SUMS])
    expect(owed.moreCurrencies).toMatchObject({ credits: 20, openAmounts: 0 })
    expect(paidThisYear.moreCurrencies).toBe(10)
  })

  test('unused credit is deducted in each, and what is left of it is exact where the amount to pay isn’t listed', async () => {
    const credits = each(40, { state: 'credit', remaining: '15' })
    const { owed } = await listOf([...each(30, open), ...credits]).summary(TODAY, null)
    const { deducted, unusedCredits, openAmounts, moreCurrencies } = owed
    const of = (amount: string) => few.map((currency) => ({ currency, amount }))
    expect({ openAmounts, deducted, unusedCredits }).toEqual({
      openAmounts: of('0'),
      deducted: of('10'),
      unusedCredits: of('5')
    })
    expect(moreCurrencies).toMatchObject({ openAmounts: 20, deducted: 20, unusedCredits: 30 })
  })
})
