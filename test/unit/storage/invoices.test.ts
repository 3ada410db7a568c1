/** Queries of random invoices, compared with a plain model. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createInvoiceList,
  fromBox,
  storedInvoice,
  toBoxes,
  type InvoiceList
} from '../../../src/main/storage/invoices/invoice-list.ts'
import { nameOrder } from '../../../src/main/storage/sort-keys.ts'
import type { InvoiceRecord } from '../../../src/main/core/ports/index.ts'
import { dayAfter, dayOf } from '../../../src/shared/models/day.ts'
import {
  EVERY_INVOICE,
  INVOICE_COLUMNS,
  INVOICE_STATES,
  MOST_CURRENCIES,
  NEWEST_FIRST,
  type Invoice,
  type InvoiceChoice,
  type InvoiceColumn,
  type InvoiceOrder,
  fieldOfColumn,
  type InvoiceState
} from '../../../src/shared/models/invoice.ts'
import { plainLetters } from '../../../src/shared/i18n/format.ts'
import { runs } from '../../support/depth.ts'
import { NO_INVOICE_FIELDS } from '../../support/invoice-fields.ts'

const TODAY = '2026-11-20'

// ── the model ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Places that every amount here fits into. */
const PLACES = 40
const exact = (decimal: string): bigint => {
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.')
  return BigInt(whole + fraction.padEnd(PLACES, '0')) * (decimal.startsWith('-') ? -1n : 1n)
}
const added = (records: InvoiceRecord[]): bigint =>
  records.reduce((before, { invoice }) => before + exact(invoice.total ?? '0'), 0n)

const moment = (text: string | null): [string, number] | null =>
  text === null
    ? null
    : [text.slice(0, 10), Date.parse(text.length > 10 && !/Z|[+-]\d\d:/.test(text) ? `${text}Z` : text)]

// A column that isn't here is one of text.
const VALUES: Partial<Record<InvoiceColumn, (invoice: Invoice) => Value>> = {
  number: (one) => nameOrder(one.number),
  issued: (one) => moment(one.issuedAt),
  state: (one) => INVOICE_STATES.indexOf(one.state),
  due: (one) => one.dueDay,
  paid: (one) => moment(one.paidAt),
  updated: (one) => moment(one.updatedAt),
  status: (one) => nameOrder(one.providerStatus),
  method: (one) => nameOrder(one.paymentMethod),
  currency: (one) => one.currency,
  subtotal: (one) => one.subtotal && exact(one.subtotal),
  discount: (one) => one.discount && exact(one.discount),
  taxes: (one) => one.taxes && exact(one.taxes),
  total: (one) => one.total && exact(one.total)
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
  const value = VALUES[choice.sort] ?? ((one: Invoice) => nameOrder(one[fieldOfColumn(choice.sort)]))
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
    currency: orNull(fc.constantFrom('EUR', 'USD', 'CHF')),
    issuedAt: orNull(date),
    dueDay: orNull(day),
    paidAt: orNull(date),
    updatedAt: orNull(date),
    paymentMethod: orNull(word),
    lineTexts: fc.constantFrom('', '4G mobile proxy, 10-gbit', 'Résidentiel 25 GB\nSet-up', 'naïve')
  })
  .map(({ lineTexts, ...fields }) => ({
    lineTexts,
    invoice: {
      ...NO_INVOICE_FIELDS,
      ...fields,
      key: '',
      statusIsNumber: false,
      dueAt: fields.dueDay,
      issuedDay: dayOf(fields.issuedAt),
      dueBy: fields.dueDay === null ? null : 'platform',
      dueUnread: false,
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
  most: fc.option(decimal, { freq: 2 })
})
const order: fc.Arbitrary<InvoiceOrder> = fc.record({
  sort: fc.constantFrom(...INVOICE_COLUMNS),
  descending: fc.boolean()
})

/** Invoices as they are after they were stored and read. */
const listOf = (all: readonly InvoiceRecord[]): InvoiceList =>
  createInvoiceList([...toBoxes(all.map(storedInvoice))].flatMap(fromBox))

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

describe('a search finds what is on screen', () => {
  const shown: InvoiceRecord = {
    invoice: {
      ...NO_INVOICE_FIELDS,
      ...{
        key: 'k',
        state: 'open',
        statusIsNumber: false,
        total: '1234.5',
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
        dueBy: 'platform'
      }
    },
    raw: {},
    pageUrl: null,
    pdfUrl: null
  }
  const isFound = async (text: string, locale: string, today = TODAY): Promise<boolean> =>
    (await listOf([shown]).page({ ...EVERY_INVOICE, ...NEWEST_FIRST, text, offset: 0, limit: 1 }, today, locale))
      .matched > 0

  test.for([
    ['en-GB', ['1,234.50', '€1,234', '1234.5', 'november', 'nov 2026', '4 Nov 2026', '1 dec', 'open']],
    ['de-DE', ['1.234,50', '1.234,50 €', '1234,5', 'dezember', '04.11.2026']],
    ['en-US', ['Nov 4', 'december 2026']]
  ] as const)('in %s', async ([locale, texts]) => {
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

test('totals are exact, by currency and state', async () => {
  await fc.assert(
    fc.asyncProperty(records, choice, async (all, which) => {
      const chosen = all.filter((one) => isChosen(one, which))
      const known = chosen.filter(({ invoice }) => invoice.total !== null)
      const { amounts, withoutAmount } = await listOf(all).totals(which, TODAY)
      expect(withoutAmount).toBe(chosen.length - known.length)
      expect(amounts.map(({ currency }) => currency)).toEqual(currenciesOf(known))
      for (const { currency, invoices, total, byState } of amounts) {
        const its = known.filter(({ invoice }) => invoice.currency === currency)
        expect(invoices).toBe(its.length)
        expect(exact(total)).toBe(added(its.filter(({ invoice }) => invoice.state !== 'void')))
        for (const state of INVOICE_STATES) {
          expect(exact(byState[state])).toBe(added(its.filter(({ invoice }) => invoice.state === state)))
        }
      }
    })
  )
})

test('the summary counts all invoices and adds up the open ones', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const open = all.filter(({ invoice }) => invoice.state === 'open')
      const known = open.filter(({ invoice }) => invoice.total !== null)
      const summary = await listOf(all).summary(TODAY)
      expect(summary.total).toBe(all.length)
      for (const state of INVOICE_STATES) {
        expect(summary.byState[state]).toBe(all.filter(({ invoice }) => invoice.state === state).length)
      }
      expect(summary.overdue).toBe(open.filter(({ invoice }) => (invoice.dueDay ?? TODAY) < TODAY).length)
      expect(summary.openWithoutAmount).toBe(open.length - known.length)
      expect(summary.openAmounts.map(({ currency }) => currency)).toEqual(currenciesOf(known))
      for (const { currency, amount } of summary.openAmounts) {
        expect(exact(amount)).toBe(added(known.filter(({ invoice }) => invoice.currency === currency)))
      }
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
      const summary = await listOf(all).summary(TODAY)
      expect(summary.oldestOpenDay).toBe(earliest(open.map(({ invoice }) => invoice.issuedDay)))
      expect(summary.overdueSince).toBe(earliest(overdue.map(({ invoice }) => invoice.dueDay)))
      const waiting = open.filter((one) => !isLate(one))
      expect(summary.nextDueDay).toBe(earliest(waiting.map(({ invoice }) => invoice.dueDay)))
      expect(summary.paidThisYear.invoices).toBe(paid.length)
      for (const [amounts, its] of [
        [summary.overdueAmounts, overdue],
        [summary.paidThisYear.amounts, paid]
      ] as const) {
        const known = its.filter(({ invoice }) => invoice.total !== null)
        expect(amounts.map(({ currency }) => currency)).toEqual(currenciesOf(known))
        for (const { currency, amount } of amounts) {
          expect(exact(amount)).toBe(added(known.filter(({ invoice }) => invoice.currency === currency)))
        }
      }
    })
  )
})

const MONTHS = ['2025-12', ...Array.from({ length: 11 }, (_none, at) => `2026-${String(at + 1).padStart(2, '0')}`)]

test('the last twelve months add up, by currency', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (all) => {
      const counted = all.filter(({ invoice }) => invoice.state !== 'void')
      const known = counted.filter(({ invoice }) => invoice.issuedDay !== null && invoice.total !== null)
      const { currencies, leftOut } = await listOf(all).months(TODAY)
      expect(leftOut).toBe(counted.length - known.length)
      const within = known.filter(({ invoice }) => MONTHS.includes(invoice.issuedDay?.slice(0, 7) ?? ''))
      expect(new Set(currencies.map(({ currency }) => currency))).toEqual(new Set(currenciesOf(within)))
      const numbers = currencies.map(({ months }) => months.reduce((sum, { invoices }) => sum + invoices, 0))
      expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
      for (const { currency, months, unknown: unknownInAll } of currencies) {
        const its = within.filter(({ invoice }) => invoice.currency === currency)
        const inState = (some: InvoiceRecord[], state: string) =>
          added(some.filter(({ invoice }) => invoice.state === state))
        expect(months.map(({ month }) => month)).toEqual(MONTHS)
        for (const { month, invoices, amount, open, unknown } of months) {
          const issued = its.filter(({ invoice }) => invoice.issuedDay?.startsWith(month))
          expect(invoices).toBe(issued.length)
          expect(exact(amount)).toBe(added(issued))
          expect(exact(open)).toBe(inState(issued, 'open'))
          expect(exact(unknown)).toBe(inState(issued, 'unknown'))
        }
        expect(exact(unknownInAll)).toBe(inState(its, 'unknown'))
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

test.each<[string, Partial<Invoice>, number]>([
  ['the day of payment', { paidAt: '2026-01-01', issuedDay: '2025-12-20' }, 1],
  ['the day of payment, which was last year', { paidAt: '2025-12-31T23:59:00Z', issuedDay: '2026-01-02' }, 0],
  ['the day of issue without one', { paidAt: null, issuedDay: '2026-03-01' }, 1],
  ['neither', { paidAt: null, issuedDay: null }, 0]
])('what was paid this year goes by %s', async (_, fields, invoices) => {
  const { paidThisYear } = await listOf(like([{ state: 'settled', total: '5', ...fields }])).summary(TODAY)
  expect(paidThisYear.invoices).toBe(invoices)
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
