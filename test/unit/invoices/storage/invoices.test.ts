/** Queries of random invoices, compared with a plain model. */
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { en, language } from '../../../../src/shared/i18n/translate.ts'
import { searchTexts } from '../../../../src/main/invoices/search-texts.ts'
import { InvoiceList } from '../../../../src/main/invoices/storage/invoice-list.ts'
import { fromBox, storedInvoice, toBoxes } from '../../../../src/main/invoices/storage/stored-invoice.ts'
import { nameSortKey } from '../../../../src/main/storage/sort-keys.ts'
import type { InvoiceRecord } from '../../../../src/main/ports/index.ts'
import { dayAfter, dayOf } from '../../../../src/shared/models/day.ts'
import {
  countedAmount,
  EVERY_INVOICE,
  INVOICE_COLUMNS,
  INVOICE_KINDS,
  INVOICE_STATES,
  MOST_CURRENCIES,
  NEWEST_FIRST,
  URGENT_FIRST,
  type Invoice,
  type InvoiceChoice,
  type InvoiceColumn,
  type InvoiceOrder,
  fieldOfColumn,
  type InvoiceState
} from '../../../../src/shared/models/invoice.ts'
import { plainLetters } from '../../../../src/shared/i18n/format.ts'
import { runs } from '../../../support/depth.ts'
import { growthOf, LINEAR, SMALL } from '../../../support/growth.ts'
import { NO_INVOICE_FIELDS } from '../../../support/invoice-fields.ts'

const TODAY = '2026-11-20'

// ── the model ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Places that every amount here fits into. */
const PLACES = 40
const exact = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  return BigInt(whole + fraction.padEnd(PLACES, '0')) * (decimal.startsWith('-') ? -1n : 1n)
}
type Amount = (invoice: Invoice) => string | null
const total: Amount = (invoice) => invoice.total
const toPay: Amount = (invoice) => invoice.remaining ?? invoice.total
/** The invoice's own total, or what an open one without a total asks for. */
const worth: Amount = (invoice) => invoice.total ?? (invoice.state === 'open' ? invoice.remaining : null)
const added = (records: InvoiceRecord[], amount = total): bigint =>
  records.reduce((before, { invoice }) => before + exact(amount(invoice) ?? '0'), 0n)
const addedUnsigned = (records: InvoiceRecord[]): bigint =>
  added(records, (invoice) => invoice.total?.replace('-', '') ?? null)
const has =
  (amount: Amount) =>
  (record: InvoiceRecord): boolean =>
    amount(record.invoice) !== null
const inState = (records: InvoiceRecord[], ...states: InvoiceState[]): InvoiceRecord[] =>
  records.filter(({ invoice }) => states.includes(invoice.state))
const inCurrency = (records: InvoiceRecord[], currency: string | null): InvoiceRecord[] =>
  records.filter(({ invoice }) => invoice.currency === currency)
const moneyOf = (all: { currency: string | null; amount: string }[]) =>
  all.map(({ currency, amount }) => [currency, exact(amount)])

const moment = (text: string | null): [string, number] | null =>
  text === null
    ? null
    : [text.slice(0, 10), Date.parse(text.length > 10 && !/Z|[+-]\d\d:/.test(text) ? `${text}Z` : text)]

// A column that isn't here is one of text.
const VALUES: Partial<Record<InvoiceColumn, (invoice: Invoice) => Value>> = {
  number: (one) => nameSortKey(one.number),
  issued: (one) => moment(one.issuedAt),
  state: (one) => INVOICE_STATES.indexOf(one.state),
  due: (one) => one.dueDay,
  paid: (one) => moment(one.paidAt),
  updated: (one) => moment(one.updatedAt),
  status: (one) => nameSortKey(one.providerStatus),
  method: (one) => nameSortKey(one.paymentMethod),
  kind: (one) => nameSortKey(one.kind),
  currency: (one) => one.currency,
  subtotal: (one) => one.subtotal && exact(one.subtotal),
  discount: (one) => one.discount && exact(one.discount),
  taxes: (one) => one.taxes && exact(one.taxes),
  total: (one) => one.total && exact(one.total),
  paidAmount: (one) => one.paidAmount && exact(one.paidAmount),
  remaining: (one) => one.remaining && exact(one.remaining)
}

type Value = string | bigint | number | [string, number] | null
function compare(one: Value, other: Value): number {
  if (Array.isArray(one) && Array.isArray(other)) return compare(one[0], other[0]) || compare(one[1], other[1])
  return one === other ? 0 : (one ?? 0) < (other ?? 0) ? -1 : 1
}
function ordered(one: Value, other: Value, descending: boolean): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  return descending ? -compare(one, other) : compare(one, other)
}

const tokens = (text: string): string[] =>
  plainLetters(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A word with marks in it is one phrase, of which the last part may go on. */
function hasWord(words: string[], phrase: string[]): boolean {
  return words.some((_none, at) =>
    phrase.every((part, index) =>
      index === phrase.length - 1 ? words[at + index]?.startsWith(part) : words[at + index] === part
    )
  )
}

function isChosen({ invoice, lineTexts = '' }: InvoiceRecord, choice: InvoiceChoice): boolean {
  const { text, state, from, to, least, most } = choice
  const { key, number, providerStatus, paymentMethod, currency, total, issuedDay } = invoice
  const method = paymentMethod?.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  const words = tokens(
    [number, key, providerStatus, paymentMethod, method, currency, lineTexts].filter(Boolean).join('\n')
  )
  const said = [...new Set(text.split(/\s+/))].filter((word) => tokens(word).length > 0)
  const telling = said.filter((word) => !said.some((other) => other !== word && other.startsWith(word)))
  const sought = telling.slice(0, 10).map(tokens)
  if (!sought.every((phrase) => phrase.length === 0 || hasWord(words, phrase))) return false
  const overdue = invoice.state === 'open' && invoice.dueDay !== null && invoice.dueDay < TODAY
  if (state === 'overdue' && !overdue) return false
  if (state === 'outstanding' && invoice.state !== 'open') return false
  if (INVOICE_STATES.some((one) => one === state) && (overdue || state !== invoice.state)) return false
  if ((from !== null || to !== null) && issuedDay === null) return false
  if ((from !== null && (issuedDay ?? '') < from) || (to !== null && (issuedDay ?? '') > to)) return false
  if ((least !== null || most !== null) && total === null) return false
  return (least === null || exact(total ?? '') >= exact(least)) && (most === null || exact(total ?? '') <= exact(most))
}

function keysOf(records: InvoiceRecord[], choice: InvoiceChoice & InvoiceOrder): string[] {
  const column = choice.sort as InvoiceColumn
  const value = VALUES[column] ?? ((one: Invoice) => nameSortKey(one[fieldOfColumn(column)]))
  return records
    .map((record, position) => ({ ...record, position }))
    .filter((record) => isChosen(record, choice))
    .sort(
      (a, b) =>
        ordered(value(a.invoice), value(b.invoice), choice.descending) ||
        ordered(moment(a.invoice.issuedAt), moment(b.invoice.issuedAt), true) ||
        a.position - b.position
    )
    .map(({ invoice }) => invoice.key)
}

const currenciesOf = (records: InvoiceRecord[]): (string | null)[] =>
  [...new Set(records.map(({ invoice }) => invoice.currency))].sort((one, other) =>
    one === null ? 1 : other === null ? -1 : one < other ? -1 : 1
  )

// ── random values ───────────────────────────────────────────────────────────────────────────────────────────

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 })

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength })
const decimal = fc.oneof(
  fc.constantFrom('0', '0.00', '1.5', '1.50', '-1.5', '-1', '-0.05', '10', '9.99', '9.990', '100'),
  fc.tuple(fc.boolean(), digits(30), fc.option(digits(30))).map(([minus, whole, fraction]) => {
    const text = `${whole.replace(/^0+(?=\d)/, '')}${fraction === null ? '' : `.${fraction}`}`
    return minus && /[1-9]/.test(text) ? `-${text}` : text
  })
)
const positive = decimal.map((text) => text.replace('-', ''))
/** Some of them often, so that bounds are met. */
const day = fc.oneof(
  fc.constantFrom(TODAY, dayAfter(TODAY, -1), '2026-10-31', '2026-11-01'),
  fc.integer({ min: -400, max: 40 }).map((days) => dayAfter(TODAY, days))
)
const date = fc
  .tuple(day, fc.constantFrom('', 'T00:00:00Z', 'T23:30:00+14:00', 'T23:30:00-11:00', 'T12:00:00', 'T12:00:00.500Z'))
  .map(([its, rest]) => its + rest)
const word = fc.constantFrom('Visa', 'Überweisung', 'bank-transfer', '9', '10', 'x%', 'a_b', '"OR"', 'Łódź')

const record: fc.Arbitrary<Omit<InvoiceRecord, 'raw' | 'pageUrl' | 'pdfUrl'>> = fc
  .record({
    number: orNull(fc.constantFrom('INV-9', 'INV-10', 'inv-9', 'Ä 3', 'a 3', 'Z')),
    state: fc.constantFrom(...INVOICE_STATES),
    providerStatus: orNull(word),
    total: orNull(decimal),
    subtotal: orNull(decimal),
    taxes: orNull(decimal),
    discount: orNull(decimal),
    paidAmount: orNull(positive),
    remaining: fc.option(positive, { freq: 2 }),
    currency: orNull(fc.constantFrom('EUR', 'USD', 'USDT', '€')),
    issuedAt: orNull(date),
    dueDay: orNull(day),
    paidAt: orNull(date),
    updatedAt: orNull(date),
    dueUnread: fc.boolean(),
    paymentMethod: orNull(word),
    kind: orNull(fc.constantFrom(...INVOICE_KINDS)),
    lineTexts: fc.constantFrom('', '4G mobile proxy, 10-gbit', 'Résidentiel 25 GB\nSet-up', 'naïve')
  })
  .map(({ lineTexts, ...fields }) => ({
    lineTexts,
    invoice: {
      ...NO_INVOICE_FIELDS,
      ...fields,
      key: '',
      statusIsNumber: false,
      otherWords: null,
      calledOverdue: false,
      dueAt: fields.dueDay,
      issuedDay: dayOf(fields.issuedAt),
      dueBy: fields.dueDay === null ? null : 'provider',
      hasPage: false,
      hasPdf: false
    }
  }))
const records = fc.array(record, { maxLength: 25 }).map((list) =>
  list.map((one, at): InvoiceRecord => ({
    ...one,
    invoice: { ...one.invoice, key: `k${at}` },
    raw: { at },
    pageUrl: null,
    pdfUrl: null
  }))
)
/** None begins the name of a month or a state, which `isChosen` doesn't know. */
const SEARCHES = [
  ...['inv', 'k1', 'vis', 'bank', 'bank-tr', 'transfer', 'uber', 'résid 25', '10-g', 'lodz', 'eur', 'x', '%', '_', '"'],
  ...["'; --", 'OR', 'nai set', 'NOT inv', 'z*']
]
const choice: fc.Arbitrary<InvoiceChoice> = fc.record({
  text: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.constantFrom(...SEARCHES)),
  state: fc.constantFrom('all', 'all', ...INVOICE_STATES, 'outstanding', 'overdue'),
  from: fc.option(day, { freq: 2 }),
  to: fc.option(day, { freq: 2 }),
  least: fc.option(decimal, { freq: 2 }),
  most: fc.option(decimal, { freq: 2 }),
  account: fc.constant(null)
})
const order: fc.Arbitrary<InvoiceOrder> = fc.record({
  sort: fc.constantFrom(...INVOICE_COLUMNS),
  descending: fc.boolean()
})

/** Invoices as they are after they were stored and read. */
const listOf = (all: readonly InvoiceRecord[]): InvoiceList =>
  new InvoiceList([...toBoxes(all.map(storedInvoice))].flatMap(fromBox))

// ── tests ───────────────────────────────────────────────────────────────────────────────────────────────────────

test('rows, their order and their number follow the query', async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.array(fc.tuple(choice, order), { minLength: 1, maxLength: 6 }),
      async (all, questions) => {
        const list = listOf(all)
        for (const [which, by] of [...questions, ...questions]) {
          const query = { ...which, ...by }
          const expected = keysOf(all, query)
          expect((await list.choose(query, TODAY)).map(({ key }) => key)).toEqual(expected)
          const { rows, matched } = await list.page({ ...query, offset: 1, limit: 3 }, TODAY)
          expect(rows).toEqual(expected.slice(1, 4).map((key) => list.find(key)?.invoice))
          expect(matched).toBe(expected.length)
        }
      }
    ),
    { numRuns: runs(150) }
  )
})

test('the most urgent come first: by due day, then the oldest open ones, then the newest of the others', async () => {
  const facts: [key: string, facts: Partial<Invoice>][] = [
    ['paid long ago', { state: 'settled', issuedAt: '2026-01-01' }],
    ['open, newer', { state: 'open', issuedAt: '2026-10-01' }],
    ['due later', { state: 'open', issuedAt: '2026-09-01', dueDay: '2026-12-01' }],
    ['paid lately, never due', { state: 'settled', issuedAt: '2026-11-01', dueDay: '2026-01-01' }],
    ['open without a day', { state: 'open' }],
    ['open, older', { state: 'open', issuedAt: '2026-08-01' }],
    ['called overdue', { state: 'open', issuedAt: '2026-10-02', calledOverdue: true }],
    ['unrecognised', { state: 'unknown', issuedAt: '2026-10-15' }],
    ['overdue', { state: 'open', issuedAt: '2026-11-02', dueDay: '2026-11-03' }]
  ]
  const list = listOf(
    facts.map(([key, more]) => ({
      invoice: {
        ...NO_INVOICE_FIELDS,
        ...{
          statusIsNumber: false,
          otherWords: null,
          calledOverdue: false,
          issuedDay: null,
          dueDay: null,
          dueBy: null
        },
        ...{ dueUnread: false, hasPage: false, hasPdf: false, state: 'open' as const, ...more, key }
      },
      raw: {},
      pageUrl: null,
      pdfUrl: null
    }))
  )
  expect((await list.choose({ ...EVERY_INVOICE, ...URGENT_FIRST }, TODAY)).map(({ key }) => key)).toEqual([
    ...['called overdue', 'overdue', 'due later', 'open, older', 'open, newer', 'open without a day'],
    ...['paid lately, never due', 'unrecognised', 'paid long ago']
  ])
})

test('a text that is typed letter by letter, and the next one, find what they find at once', async () => {
  const search = fc.constantFrom(...SEARCHES)
  await fc.assert(
    fc.asyncProperty(records, order, search, search, async (all, by, first, next) => {
      const typed = listOf(all)
      const letters = Array.from({ length: first.length + 1 }, (_none, length) => first.slice(0, length))
      for (const text of [...letters, next, `${next} ${first}`, first]) {
        const query = { ...EVERY_INVOICE, ...by, text }
        expect(await typed.choose(query, TODAY)).toEqual(await listOf(all).choose(query, TODAY))
        expect(await typed.totals(query, TODAY)).toEqual(await listOf(all).totals(query, TODAY))
      }
    }),
    { numRuns: runs(100) }
  )
})

describe('a search finds what is on screen', () => {
  const shown: InvoiceRecord = {
    invoice: {
      ...NO_INVOICE_FIELDS,
      ...{
        key: 'k',
        state: 'open',
        statusIsNumber: false,
        otherWords: null,
        calledOverdue: false,
        total: '1234.5',
        remaining: '50',
        currency: 'EUR',
        dueUnread: false,
        hasPage: false,
        hasPdf: false
      },
      ...{
        issuedAt: '2026-11-04',
        issuedDay: '2026-11-04',
        dueAt: '2026-12-01',
        dueDay: '2026-12-01',
        dueBy: 'provider'
      }
    },
    raw: {},
    pageUrl: null,
    pdfUrl: null
  }
  const isFound = async (text: string, locale: string, today = TODAY): Promise<boolean> =>
    (
      await listOf([shown]).page(
        { ...EVERY_INVOICE, ...NEWEST_FIRST, text, offset: 0, limit: 1 },
        today,
        searchTexts(locale)
      )
    ).matched > 0

  test.for([
    [
      'en',
      'en-GB',
      ['1,234.50', '€1,234', '1234.5', '€50.00', '50.00', 'november', 'nov 2026', '4 Nov 2026', '1 dec', 'open']
    ],
    ['de', 'de-DE', ['1.234,50', '1.234,50 €', '1234,5', '50,00 €', 'dezember', '04.11.2026']],
    ['en', 'de-DE', ['1.234,50', '4 Nov 2026', 'december']],
    ['ru', 'ru-RU', ['4 нояб', 'ноябрь 2026', 'декабрь']],
    ['en', 'en-US', ['Nov 4', 'december 2026']]
  ] as const)('in %s with the regional format %s', async ([tag, locale, texts]) => {
    language.use(tag, en)
    onTestFinished(() => language.use('en', en))
    for (const text of texts) expect([text, await isFound(text, locale)]).toEqual([text, true])
  })

  test('and nothing else', async () => {
    for (const text of ['34', 'october', 'paid', 'overdue', '€124', 'nov 2025']) {
      expect([text, await isFound(text, 'en-GB')]).toEqual([text, false])
    }
  })

  test('overdue from the day after the due day on', async () => {
    expect(await isFound('overdue', 'en', '2026-12-01')).toBe(false)
    expect(await isFound('overdue', 'en', '2026-12-02')).toBe(true)
    expect(await isFound('open', 'en', '2026-12-02')).toBe(false)
  })
})

test('results are remembered by their choice, but not for a selection, whose keys can have megabytes', async () => {
  const [one, other] = fc.sample(records, { seed: 1, numRuns: 20 }).find(({ length }) => length > 1) ?? []
  const list = listOf([one, other].filter((each) => each !== undefined))
  const asked = (choice: InvoiceChoice) => Promise.all([list.totals(choice, TODAY), list.totals(choice, TODAY)])
  const [all, again] = await asked(EVERY_INVOICE)
  expect(again).toBe(all)
  const [selected, selectedAgain] = await asked({ ...EVERY_INVOICE, keys: ['k0', 'b'] })
  expect(selectedAgain).toEqual(selected)
  expect(selectedAgain).not.toBe(selected)
})

test('totals are exact, by currency and state: of the open ones what remains, and without what is void or a credit', async () => {
  await fc.assert(
    fc.asyncProperty(records, choice, async (all, which) => {
      const chosen = all.filter((one) => isChosen(one, which))
      const known = chosen.filter(has(worth))
      const { amounts, withoutAmount } = await listOf(all).totals(which, TODAY)
      expect(withoutAmount).toBe(chosen.length - known.length)
      expect(amounts.map(({ currency }) => currency)).toEqual(currenciesOf(known))
      for (const { currency, invoices, total: sum, byState } of amounts) {
        const its = inCurrency(known, currency)
        expect(invoices).toBe(its.length)
        expect(exact(sum)).toBe(added(inState(its, 'open', 'settled', 'unknown'), worth))
        expect(exact(byState.open)).toBe(added(inState(its, 'open'), toPay))
        expect(exact(byState.credit)).toBe(addedUnsigned(inState(its, 'credit')))
        for (const state of ['settled', 'void', 'unknown'] as const)
          expect(exact(byState[state])).toBe(added(inState(its, state)))
      }
    })
  )
})

test('the summary counts all invoices, and adds up what remains of the open ones, less the unused credit', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const open = inState(all, 'open')
      const known = open.filter(has(toPay))
      const { owed, ...summary } = await listOf(all).summary(TODAY, null)
      expect(summary.total).toBe(all.length)
      const counts = { ...summary.byState, open: owed.open, unknown: owed.unknown }
      for (const state of INVOICE_STATES) expect(counts[state]).toBe(inState(all, state).length)
      expect(owed.overdue).toBe(open.filter(({ invoice }) => (invoice.dueDay ?? TODAY) < TODAY).length)
      expect(owed.openWithoutAmount).toBe(open.length - known.length)
      expect(owed.dueUnread).toBe(open.filter(({ invoice }) => invoice.dueUnread).length)
      const unknown = inState(all, 'unknown')
      expect(owed.withoutStatus).toBe(unknown.filter(({ invoice }) => invoice.providerStatus === null).length)

      const credits = inState(all, 'credit')
      const unused = credits.filter(has((invoice) => invoice.remaining))
      const sums = currenciesOf(known).map((currency) => {
        const owed = added(inCurrency(known, currency), toPay)
        const credit = added(inCurrency(unused, currency), (invoice) => invoice.remaining)
        const least = owed < credit ? owed : credit
        return { currency, owed, deducted: least > 0n ? least : 0n }
      })
      expect(moneyOf(owed.openAmounts)).toEqual(sums.map(({ currency, owed, deducted }) => [currency, owed - deducted]))
      expect(moneyOf(owed.deducted)).toEqual(
        sums.filter(({ deducted }) => deducted > 0n).map(({ currency, deducted }) => [currency, deducted])
      )
      const left = currenciesOf(unused)
        .map((currency) => {
          const credit = added(inCurrency(unused, currency), (invoice) => invoice.remaining)
          return [currency, credit - (sums.find((sum) => sum.currency === currency)?.deducted ?? 0n)] as const
        })
        .filter(([, amount]) => amount > 0n)
      expect(moneyOf(owed.unusedCredits)).toEqual(left)
      const maybeUsed = credits.filter(({ invoice }) => invoice.remaining === null && invoice.total !== null)
      expect(moneyOf(owed.credits)).toEqual(
        currenciesOf(maybeUsed)
          .map((currency) => [currency, addedUnsigned(inCurrency(maybeUsed, currency))] as const)
          .filter(([, amount]) => amount > 0n)
      )
    })
  )
})

test('the summary says how urgent the open ones are, and what was paid this year', async () => {
  const earliest = (days: (string | null)[]): string | null => days.filter((one) => one !== null).toSorted()[0] ?? null
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const open = all.filter(({ invoice }) => invoice.state === 'open')
      const isLate = ({ invoice }: InvoiceRecord): boolean => invoice.dueDay !== null && invoice.dueDay < TODAY
      const overdue = open.filter(isLate)
      const paid = all.filter(
        ({ invoice }) =>
          invoice.state === 'settled' && (dayOf(invoice.paidAt) ?? invoice.issuedDay)?.slice(0, 4) === TODAY.slice(0, 4)
      )
      const { owed, ...summary } = await listOf(all).summary(TODAY, null)
      expect(owed.oldestOpenDay).toBe(earliest(open.map(({ invoice }) => invoice.issuedDay)))
      const withoutCurrency = all.filter(({ invoice }) => invoice.currency === null && countedAmount(invoice) !== null)
      expect(owed.withoutCurrency).toBe(withoutCurrency.length)
      expect(owed.overdueSince).toBe(earliest(overdue.map(({ invoice }) => invoice.dueDay)))
      const waiting = open.filter((one) => !isLate(one))
      expect(owed.nextDueDay).toBe(earliest(waiting.map(({ invoice }) => invoice.dueDay)))
      expect(summary.paidThisYear.invoices).toBe(paid.length)
      for (const [amounts, its, amount] of [
        [owed.overdueAmounts, overdue, toPay],
        [summary.paidThisYear.amounts, paid, total]
      ] as const) {
        const known = its.filter(has(amount))
        const expected = currenciesOf(known).map((currency) => [currency, added(inCurrency(known, currency), amount)])
        expect(moneyOf(amounts)).toEqual(expected)
      }
    })
  )
})

const MONTHS = ['2025-12', ...Array.from({ length: 11 }, (_none, at) => `2026-${String(at + 1).padStart(2, '0')}`)]

test('the last twelve months add up, by currency, without what is void or a credit', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const counted = inState(all, 'open', 'settled', 'unknown')
      const known = counted.filter(has(worth)).filter(({ invoice }) => invoice.issuedDay !== null)
      const { currencies, leftOut } = await listOf(all).months(TODAY)
      expect(leftOut).toBe(counted.length - known.length)
      const within = known.filter(({ invoice }) => MONTHS.includes(invoice.issuedDay?.slice(0, 7) ?? ''))
      expect(new Set(currencies.map(({ currency }) => currency))).toEqual(new Set(currenciesOf(within)))
      const numbers = currencies.map(({ months }) => months.reduce((sum, { invoices }) => sum + invoices, 0))
      expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
      for (const { currency, months, unknown: unknownInAll } of currencies) {
        const its = inCurrency(within, currency)
        expect(months.map(({ month }) => month)).toEqual(MONTHS)
        for (const { month, invoices, amount, open, unknown } of months) {
          const issued = its.filter(({ invoice }) => invoice.issuedDay?.startsWith(month))
          expect(invoices).toBe(issued.length)
          expect(exact(amount)).toBe(added(issued, worth))
          expect(exact(open)).toBe(added(inState(issued, 'open'), toPay))
          expect(exact(unknown)).toBe(added(inState(issued, 'unknown')))
        }
        expect(exact(unknownInAll)).toBe(added(inState(its, 'unknown')))
      }
    })
  )
})

const [sample] = fc.sample(record, { numRuns: 1, seed: 3 })
const like = (all: Partial<Invoice>[]): InvoiceRecord[] =>
  all.map((fields, at) => ({
    invoice: { ...(sample?.invoice as Invoice), ...fields, key: `k${at}` },
    raw: {},
    pageUrl: null,
    pdfUrl: null
  }))

const EUR = (state: InvoiceState, total: string | null, remaining: string | null = null): Partial<Invoice> => ({
  ...{ state, total, remaining, currency: 'EUR' },
  ...{ issuedDay: '2026-11-01', dueDay: '2026-11-10', paidAmount: null }
})

describe('of a part-paid invoice', () => {
  const list = listOf(like([EUR('open', '300', '50')]))

  test('what remains is to pay and overdue', async () => {
    const remains = [{ currency: 'EUR', amount: '50' }]
    expect((await list.summary(TODAY, null)).owed).toMatchObject({ openAmounts: remains, overdueAmounts: remains })
  })

  test('the chart and the totals show the rest as paid', async () => {
    const { amounts } = await list.totals(EVERY_INVOICE, TODAY)
    expect(amounts).toMatchObject([{ total: '300', byState: { open: '50', settled: '0' } }])
    const { currencies } = await list.months(TODAY)
    expect(currencies[0]?.months.at(-1)).toMatchObject({ amount: '300', open: '50' })
  })

  test('without a total, what remains is its amount', async () => {
    const remaining = listOf(like([EUR('open', null, '50')]))
    const amounts = [{ currency: 'EUR', amount: '50' }]
    expect((await remaining.summary(TODAY, null)).owed).toMatchObject({ openAmounts: amounts, openWithoutAmount: 0 })
    expect(await remaining.totals(EVERY_INVOICE, TODAY)).toMatchObject({ amounts: [{ total: '50' }], withoutAmount: 0 })
  })
})

describe('a credit', () => {
  const OPEN = EUR('open', '300.00')
  const owedOf = async (...credits: Partial<Invoice>[]) =>
    (await listOf(like([OPEN, ...credits])).summary(TODAY, null)).owed

  test.each<[string, string, Partial<Invoice>]>([
    ['that it states', '250.00', EUR('credit', '80', '50')],
    ['that is all of it', '150.00', EUR('credit', '-150', '150')],
    ['that is more than what is open', '0.00', EUR('credit', '500', '500')],
    ['that was used', '300.00', EUR('credit', '50', '0')],
    ['in another currency', '300.00', { ...EUR('credit', '50', '50'), currency: '€' }],
    ['without a currency', '300.00', { ...EUR('credit', '50', '50'), currency: null }]
  ])('reduces what is open by an unused remainder %s: €%s', async (_, amount, credit) => {
    const { openAmounts, credits, overdueAmounts } = await owedOf(credit)
    expect(openAmounts).toEqual([{ currency: 'EUR', amount }])
    expect(credits).toEqual([])
    expect(overdueAmounts).toEqual([{ currency: 'EUR', amount: '300.00' }])
  })

  test('that may have been used stands beside what is open', async () => {
    const credits = [
      EUR('credit', '50'),
      EUR('credit', '-7.5'),
      EUR('credit', null),
      { ...EUR('credit', '1'), currency: null }
    ]
    expect(await owedOf(...credits)).toMatchObject({
      openAmounts: [{ currency: 'EUR', amount: '300.00' }],
      deducted: [],
      credits: [
        { currency: 'EUR', amount: '57.5' },
        { currency: null, amount: '1' }
      ]
    })
  })

  test('is no reason to list a currency in which nothing is open', async () => {
    const list = listOf(like([EUR('settled', '10'), EUR('credit', '50', '50')]))
    expect((await list.summary(TODAY, null)).owed).toMatchObject({ openAmounts: [], deducted: [], credits: [] })
  })

  test('is neither open, overdue, due next, paid nor in the chart, and is left out of the total', async () => {
    const list = listOf(
      like([
        { ...EUR('credit', '-50'), paidAt: TODAY },
        { ...EUR('credit', '9'), dueDay: dayAfter(TODAY, 5) }
      ])
    )
    expect(await list.summary(TODAY, null)).toMatchObject({
      byState: { credit: 2 },
      owed: { open: 0, overdue: 0, overdueSince: null, nextDueDay: null, oldestOpenDay: null },
      paidThisYear: { invoices: 0, amounts: [] }
    })
    expect(await list.months(TODAY)).toEqual({ currencies: [], leftOut: 0 })
    expect(await list.totals(EVERY_INVOICE, TODAY)).toMatchObject({
      amounts: [{ total: '0', byState: { credit: '59' } }]
    })
    for (const state of ['outstanding', 'overdue', 'open'] as const)
      expect(await list.choose({ ...EVERY_INVOICE, ...NEWEST_FIRST, state }, TODAY)).toEqual([])
    expect(await list.choose({ ...EVERY_INVOICE, ...NEWEST_FIRST, state: 'credit' }, TODAY)).toHaveLength(2)
  })
})

test.each<[string, Partial<Invoice>, number, number]>([
  ['the day of payment', { paidAt: '2026-01-01', issuedDay: '2025-12-20' }, 1, 0],
  ['the day of payment, which was last year', { paidAt: '2025-12-31T23:59:00Z', issuedDay: '2026-01-02' }, 0, 0],
  ['the day of issue without one', { paidAt: null, issuedDay: '2026-03-01' }, 1, 0],
  ['neither', { paidAt: null, issuedDay: null }, 0, 1]
])('what was paid this year goes by %s', async (_, fields, invoices, withoutDay) => {
  const paid = like([{ state: 'settled', total: '5', ...fields }])
  const { paidThisYear, paidWithoutDay } = await listOf(paid).summary(TODAY, null)
  expect([paidThisYear.invoices, paidWithoutDay]).toEqual([invoices, withoutDay])
})

describe('months', () => {
  const issuedIn = (month: string, currency: string): Partial<Invoice> => ({
    state: 'open',
    total: '1',
    currency,
    issuedDay: `${month}-01`
  })

  test.each([
    ['2026-01-01', '2025-02', '2026-01'],
    ['2026-12-31', '2026-01', '2026-12'],
    ['2024-02-29', '2023-03', '2024-02']
  ])('up to %s are from %s to %s', async (today, first, last) => {
    const { currencies } = await listOf(like([issuedIn(last, 'EUR')])).months(today)
    expect(currencies[0]?.months).toEqual(
      expect.objectContaining({
        length: 12,
        0: expect.objectContaining({ month: first }),
        11: expect.objectContaining({ month: last, invoices: 1 })
      })
    )
  })

  test('are those of the currencies with the most invoices', async () => {
    const codes = Array.from({ length: 12 }, (_none, at) => `C${String.fromCharCode(65 + at)}X`)
    const all = codes.flatMap((code, at) => Array.from({ length: at + 1 }, () => issuedIn('2026-11', code)))
    const { currencies } = await listOf(like(all)).months(TODAY)
    expect(currencies.map(({ currency }) => currency)).toEqual(codes.toReversed().slice(0, MOST_CURRENCIES))
  })
})

test.each(['credit card', 'creditcard', 'card'])('%j finds the payment method CreditCard', async (text) => {
  const list = listOf(like([{ paymentMethod: 'CreditCard' }, { paymentMethod: 'Giro' }]))
  expect(await list.choose({ ...EVERY_INVOICE, ...NEWEST_FIRST, text }, TODAY)).toMatchObject([{ key: 'k0' }])
})

test('lists at most 200 statuses, the most frequent first, each with the state of most of its invoices', () => {
  const statuses: [string | null, InvoiceState][] = [
    ['paid', 'settled'],
    ['paid', 'open'],
    ['paid', 'settled'],
    [null, 'void'],
    ...Array.from({ length: 300 }, (_none, at): [string, InvoiceState] => [`status ${at}`, 'unknown'])
  ]
  const list = listOf(like(statuses.map(([providerStatus, state]) => ({ providerStatus, state }))))
  expect(list.statuses()).toHaveLength(200)
  expect(list.statuses()[0]).toEqual({ status: 'paid', isNumber: false, count: 3, state: 'settled' })
})

test('boxes hold all invoices, in order, whatever their size', () => {
  const all = like(Array.from({ length: 700 }, () => ({ number: 'n\n'.repeat(1000) })))
  const boxes = [...toBoxes(all.map(storedInvoice))]
  expect(boxes.length).toBeGreaterThan(2)
  const stored = boxes.flatMap(fromBox)
  expect(stored.map(({ invoice }) => invoice)).toEqual(all.map(({ invoice }) => invoice))
})

describe('an original', () => {
  const raw = { note: 'ü'.repeat(500) }
  const all = like(Array.from({ length: 2000 }, (_none, at) => ({ number: `ü ${at}` }))).map((one) => ({ ...one, raw }))
  const written = all.map(storedInvoice)
  const boxes = [...toBoxes(written)]
  const read = boxes.flatMap(fromBox)

  test.each([
    ['was written', written],
    ['was read', read]
  ])('that %s is kept as bytes, those of a box together and without the rest of the box', async (_how, stored) => {
    const buffers = new Set(stored.map(({ rest }) => (rest as Buffer).buffer))
    expect(buffers.size).toBe(boxes.length)
    const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
    expect(bytes).toBe(stored.reduce((sum, { rest }) => sum + (rest as Buffer).length, 0))
    expect(await new InvoiceList(stored).records()).toEqual(all.map(({ lineTexts: _texts, ...record }) => record))
  })

  test('that can’t be decoded leaves the list, and all others, readable', async () => {
    const [first, second, ...others] = read
    const list = new InvoiceList([first, { ...second, rest: Buffer.from('{') }, ...others] as typeof read)
    expect((await list.totals(EVERY_INVOICE, TODAY)).withoutAmount).toBe(all.length)
    expect(list.find(all[0]?.invoice.key ?? '')?.invoice).toEqual(all[0]?.invoice)
    expect(() => list.find(all[1]?.invoice.key ?? '')).toThrow('unreadable JSON')
  })
})

/** With the keys k0, k1 and so on. */
const numbered = (size: number): InvoiceRecord[] => like(Array.from({ length: size }, () => ({})))

test.each([
  ['each', (at: number) => `k${at}`],
  ['the last, again and again,', (_at: number, size: number) => `k${size - 1}`],
  ['none', (at: number) => `x${at}`]
])('%s of many invoices is looked up in linear time', (_name, keyAt) => {
  const run = (stored: InvoiceList['stored']): void => {
    const list = new InvoiceList(stored)
    stored.forEach((_one, at) => list.find(keyAt(at, stored.length)))
  }
  const growth = growthOf((size) => numbered(size).map(storedInvoice), run, SMALL)
  expect(growth).toBeLessThan(LINEAR)
})

test('an invoice is found by its key, however often one was looked up', () => {
  const list = listOf(numbered(300))
  for (let round = 0; round < 2; round += 1) {
    for (const { invoice } of list.stored) expect(list.find(invoice.key)?.invoice).toBe(invoice)
    expect(list.find('k300')).toBeNull()
  }
})

test('invoices that are opened one by one add to the list only while it has room', () => {
  const [one] = like([{}])
  const record = (key: string): InvoiceRecord => ({ ...one!, invoice: { ...one!.invoice, key } })
  const keys = Array.from({ length: 40 }, (_, at) => `k${at}`)
  const rest = Buffer.alloc(1_000_000, ' ')
  let list = listOf(keys.map(record))
  for (const key of keys) list = list.with({ ...storedInvoice(record(key)), rest })
  const grown = list.stored.filter((one) => one.rest === rest)
  expect(grown.map(({ invoice }) => invoice.key)).toEqual(keys.slice(0, 31))
  // One that shrinks makes room.
  list = list.with({ ...storedInvoice(record('k0')), rest: Buffer.alloc(10) })
  expect(list.with({ ...storedInvoice(record('k39')), rest }).stored[39]?.rest).toBe(rest)
})
