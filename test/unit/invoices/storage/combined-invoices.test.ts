/** Lists of several accounts as one: compared with one list of all their invoices. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { CombinedInvoiceList } from '../../../../src/main/invoices/storage/combined-invoice-list.ts'
import { InvoiceList } from '../../../../src/main/invoices/storage/invoice-list.ts'
import { storedInvoice } from '../../../../src/main/invoices/storage/stored-invoice.ts'
import {
  EVERY_INVOICE,
  INVOICE_SORTS,
  INVOICE_STATES,
  invoiceKey,
  MOST_SUMS,
  NEWEST_FIRST,
  type Invoice,
  type InvoiceChoice,
  type InvoiceOrder
} from '../../../../src/shared/models/invoice.ts'
import type { InvoiceSummary } from '../../../../src/shared/models/invoice-sums.ts'
import { NOTHING_READ, owedByAll, type Owed } from '../../../../src/shared/models/owed.ts'
import { runs } from '../../../support/depth.ts'
import { NO_SUMMARY } from '../../../support/invoice-fields.ts'
import { invoice } from '../../../support/ports.ts'

const TODAY = '2026-11-20'

const listOf = (invoices: readonly Invoice[]): InvoiceList =>
  new InvoiceList(invoices.map((one) => storedInvoice({ invoice: one, raw: {}, pageUrl: null, pdfUrl: null })))

const combined = (accounts: readonly (readonly Invoice[])[], lacksAccounts = false): CombinedInvoiceList =>
  new CombinedInvoiceList(
    accounts.map((invoices, at) => ({ account: `a${at}`, invoices: listOf(invoices), partial: null })),
    lacksAccounts
  )

/** One list of the same invoices: their keys name the accounts. */
const union = (accounts: readonly (readonly Invoice[])[]): InvoiceList =>
  listOf(
    accounts.flatMap((invoices, at) =>
      invoices.map((one) => ({ ...one, key: invoiceKey({ account: `a${at}`, key: one.key }) }))
    )
  )

// Few values each, so that there are many ties, and the same keys in several accounts.
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-11-19', '2026-11-20')
const invoices: fc.Arbitrary<Invoice[]> = fc
  .array(
    fc.record({
      state: fc.constantFrom(...INVOICE_STATES),
      number: fc.constantFrom('1', '2', null),
      total: fc.constantFrom('1', '2.50', '-1', null),
      currency: fc.constantFrom('EUR', 'USD', null),
      issuedAt: fc.option(day),
      dueAt: fc.option(day),
      paidAt: fc.option(day)
    }),
    { maxLength: 8 }
  )
  .map((all) => all.map((facts, at) => invoice(`k${at}`, facts)))
const accounts = fc.array(invoices, { maxLength: 5 })
const order: fc.Arbitrary<InvoiceOrder> = fc.record({
  sort: fc.constantFrom(...INVOICE_SORTS),
  descending: fc.boolean()
})
const choice: fc.Arbitrary<InvoiceChoice> = fc.record({
  text: fc.constantFrom('', 'eur', '2'),
  state: fc.constantFrom('all' as const, 'outstanding' as const, 'overdue' as const, ...INVOICE_STATES),
  from: fc.option(day, { freq: 1 }),
  to: fc.option(day, { freq: 1 }),
  least: fc.option(fc.constant('0'), { freq: 1 }),
  most: fc.option(fc.constant('2'), { freq: 1 }),
  account: fc.constant(null),
  keys: fc.option(fc.subarray(['a0/k0', 'a0/k1', 'a1/k0', 'a2/k3', 'a9/k0', 'k0']), { nil: undefined })
})

test('rows, totals and months are those of one list of all invoices, in every order', async () => {
  await fc.assert(
    fc.asyncProperty(accounts, choice, order, fc.nat(6), async (all, which, by, offset) => {
      const list = combined(all)
      const model = union(all)
      const query = { ...which, ...by }
      const expected = (await model.choose(query, TODAY)).map(({ key }) => key)
      const chosen = await list.choose(query, TODAY)
      expect(chosen.map(({ key }) => key)).toEqual(expected)
      expect(chosen.map(({ account }) => account)).toEqual(expected.map((key) => key.split('/')[0]))
      const page = await list.page({ ...query, offset, limit: 3 }, TODAY)
      expect(page.rows.map(({ key }) => key)).toEqual(expected.slice(offset, offset + 3))
      expect(page.matched).toBe(expected.length)
      expect(await list.totals(which, TODAY)).toEqual(await model.totals(which, TODAY))
      expect(await list.months(TODAY)).toEqual(await model.months(TODAY))
    }),
    { numRuns: runs(300) }
  )
})

test('pages at the top and further down are those of one list of all invoices', async () => {
  const many = [0, 1, 2].map((account) =>
    Array.from({ length: 450 }, (_none, at) => invoice(`k${at}`, { total: `${(at * 7 + account) % 50}` }))
  )
  for (const descending of [true, false]) {
    const query = { ...EVERY_INVOICE, sort: 'total' as const, descending }
    const expected = (await union(many).choose(query, TODAY)).map(({ key }) => key)
    for (const [offset, limit] of [
      [0, 5],
      [0, 50],
      [60, 5],
      [990, 10],
      [990, 50],
      [1340, 50]
    ] as const) {
      const { rows, matched } = await combined(many).page({ ...query, offset, limit }, TODAY)
      expect(rows.map(({ key }) => key)).toEqual(expected.slice(offset, offset + limit))
      expect(matched).toBe(1350)
    }
  }
})

test('the summary is that of one list of all invoices, but for credit', async () => {
  const withoutCredit = accounts.map((all) => all.map((one) => one.filter(({ state }) => state !== 'credit')))
  await fc.assert(
    fc.asyncProperty(withoutCredit, async (all) => {
      const sorted = ({ paidThisYear, owed, ...summary }: InvoiceSummary) => ({
        ...summary,
        paid: paidThisYear.invoices,
        sums: [owed.openAmounts, owed.overdueAmounts, paidThisYear.amounts].map((sums) =>
          sums.map(({ currency, amount }) => `${String(currency)} ${Number(amount)}`).sort()
        ),
        owed: { ...owed, open: owed.open ?? 0, openAmounts: null, overdueAmounts: null }
      })
      expect(sorted(await combined(all).summary(TODAY))).toEqual(sorted(await union(all).summary(TODAY, null)))
    }),
    { numRuns: runs(150) }
  )
})

describe('one account of several', () => {
  const of = [[invoice('1'), invoice('2')], [invoice('1', { total: '7' })], []]

  test('a filter leaves its invoices only', async () => {
    const query = { ...EVERY_INVOICE, ...NEWEST_FIRST, account: 'a1' }
    expect((await combined(of).choose(query, TODAY)).map(({ key }) => key)).toEqual(['a1/1'])
    expect((await combined(of).totals(query, TODAY)).amounts).toMatchObject([{ invoices: 1, total: '7' }])
    expect(await combined(of).choose({ ...query, account: 'gone' }, TODAY)).toEqual([])
    expect(await combined(of).totals({ ...query, account: 'gone' }, TODAY)).toMatchObject({ amounts: [] })
  })

  test('the summary stays that of all', async () => {
    const list = combined(of)
    const query = { ...EVERY_INVOICE, ...NEWEST_FIRST, account: 'a1', offset: 0, limit: 9 }
    expect(await list.page(query, TODAY)).toMatchObject({ matched: 1 })
    expect(await list.summary(TODAY)).toMatchObject({ total: 3 })
  })
})

test('the same question is answered from memory', async () => {
  const lists = [listOf([invoice('1')]), listOf([invoice('2')])]
  const sorted = lists.map((list) => vi.spyOn(list, 'sorted'))
  const all = lists.map((of, at) => ({ account: `a${at}`, invoices: of, partial: null }))
  const list = new CombinedInvoiceList(all, false)
  for (const offset of [0, 1, 0]) await list.page({ ...EVERY_INVOICE, ...NEWEST_FIRST, offset, limit: 1 }, TODAY)
  expect(sorted.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

describe('sums of several accounts', () => {
  const owed = (more: Partial<Owed>): Owed => ({ ...NO_SUMMARY.owed, ...more })
  const money = (amount: string, currency: string | null = 'EUR') => [{ currency, amount }]

  test('credit at one provider pays nothing at another', async () => {
    const open = invoice('1', { total: '10', remaining: '10', currency: 'EUR' })
    const credit = invoice('2', { state: 'credit', total: '30', remaining: '30', currency: 'EUR' })
    const { owed: apart } = await combined([[open], [credit]]).summary(TODAY)
    expect(apart).toMatchObject({ openAmounts: money('10'), deducted: [], unusedCredits: money('30') })
    const { owed: together } = await combined([[open, credit]]).summary(TODAY)
    expect(together).toMatchObject({ deducted: money('10'), unusedCredits: money('20') })
  })

  test('without an account, nothing is known to be open', async () => {
    expect(await combined([]).summary(TODAY)).toEqual({ ...NO_SUMMARY, owed: NOTHING_READ })
  })

  test('a part of one list is a part of all', async () => {
    const lists = [null, { received: 1, total: 9 }].map((partial, at) => ({
      account: `a${at}`,
      invoices: listOf([invoice(String(at))]),
      partial
    }))
    const { owed } = await new CombinedInvoiceList(lists, false).summary(TODAY)
    expect(owed).toMatchObject({ open: 2, isPartial: true })
  })

  test('with an account of which nothing is known, they are the least that there may be', async () => {
    const { owed } = await combined([[invoice('1')]], true).summary(TODAY)
    expect(owed).toMatchObject({ open: 1, isPartial: true })
    expect((await combined([], true).summary(TODAY)).owed).toMatchObject({ open: null, isPartial: true })
  })

  test('days are the earliest ones', () => {
    const days = (oldestOpenDay: string | null, overdueSince: string | null, nextDueDay: string | null) =>
      owed({ oldestOpenDay, overdueSince, nextDueDay })
    expect(
      owedByAll([
        days('2026-02-01', null, '2026-12-02'),
        days('2026-01-01', '2026-10-01', '2026-12-01'),
        NO_SUMMARY.owed
      ])
    ).toMatchObject({ oldestOpenDay: '2026-01-01', overdueSince: '2026-10-01', nextDueDay: '2026-12-01' })
  })

  test('a day is the payment term’s only if no provider sent it', () => {
    const byTerm = { overdueSince: false, nextDueDay: true }
    const term = owed({ nextDueDay: '2026-12-01', byTerm })
    const sent = (nextDueDay: string) => owed({ nextDueDay })
    const isByTerm = (...all: Owed[]): boolean => owedByAll(all).byTerm.nextDueDay
    expect(isByTerm(term, sent('2026-12-02'), NO_SUMMARY.owed)).toBe(true)
    expect(isByTerm(term, sent('2026-12-01'))).toBe(false)
    expect(isByTerm(term, sent('2026-11-30'))).toBe(false)
    expect(isByTerm(NO_SUMMARY.owed)).toBe(false)
  })

  test('adds up no currency of which an account may have an unlisted part', () => {
    const few = owed({
      openAmounts: [...money('1', 'EUR'), ...money('2', null)],
      moreCurrencies: { ...NO_SUMMARY.owed.moreCurrencies, openAmounts: 1 }
    })
    const other = owed({ openAmounts: [...money('4', 'EUR'), ...money('8', 'USD'), ...money('16', null)] })
    const { openAmounts, moreCurrencies } = owedByAll([few, other])
    expect(openAmounts).toEqual([...money('5', 'EUR'), ...money('18', null)])
    expect(moreCurrencies.openAmounts).toBe(2)
  })

  test('lists a few currencies, says how many more there are, and keeps the unknown one', () => {
    const currencies = Array.from({ length: MOST_SUMS }, (_none, at) => `C${at}`)
    const many = owed({
      openAmounts: currencies.map((currency) => ({ currency, amount: '1' })),
      moreCurrencies: { ...NO_SUMMARY.owed.moreCurrencies, openAmounts: 2 }
    })
    const { openAmounts, moreCurrencies } = owedByAll([many, owed({ openAmounts: money('5', null) })])
    expect(openAmounts).toHaveLength(MOST_SUMS)
    expect(openAmounts.at(-1)).toEqual({ currency: null, amount: '5' })
    expect(moreCurrencies.openAmounts).toBe(3)
  })
})
