/** Sums and counts of invoices. Amounts are exact decimals, each currency by itself. */
import type { InvoiceStatus } from '../../../shared/models/connection.ts'
import { dayOf, type Day } from '../../../shared/models/day.ts'
import {
  addDecimals,
  compareDecimals,
  DecimalSum,
  isZero,
  subtractDecimals,
  type Decimal
} from '../../../shared/models/decimal.ts'
import {
  countedAmount,
  INVOICE_STATES,
  MOST_CURRENCIES,
  type Invoice,
  type InvoiceMonths,
  type InvoiceState,
  type InvoiceSummary,
  type InvoiceTotals,
  type Money
} from '../../../shared/models/invoice.ts'

type Work<T> = Generator<void, T, void>

export const isOverdue = ({ state, dueDay }: Invoice, today: string): boolean =>
  state === 'open' && dueDay !== null && dueDay < today

/** `byState.open` adds up what remains to pay, `total` the invoices' totals. The difference was paid. */
export function* totalsOf(invoices: Iterable<Invoice>): Work<InvoiceTotals> {
  const currencies = new Map<string | null, ReturnType<typeof newTotals>>()
  let withoutAmount = 0
  for (const invoice of invoices) {
    yield
    const { currency, state } = invoice
    const amount = countedAmount(invoice)
    if (amount === null) {
      withoutAmount += 1
      continue
    }
    const entry = entryOf(currencies, currency, newTotals)
    entry.invoices += 1
    if (state === 'open') entry.ofOpen.add(invoice.total ?? amount)
    entry.sums[state].add(amount)
  }
  return {
    amounts: [...currencies].sort(byCurrency).map(([currency, { invoices: count, sums, ofOpen }]) => {
      const amounts = byState((state) => sums[state].toString())
      return {
        currency,
        invoices: count,
        total: addDecimals([ofOpen.toString(), amounts.settled, amounts.unknown]),
        byState: amounts
      }
    }),
    withoutAmount
  }
}

const newTotals = () => ({ invoices: 0, sums: byState(newSum), ofOpen: newSum() })

export function* summaryOf(invoices: Iterable<Invoice>, today: string): Work<InvoiceSummary> {
  const counts = byState(() => 0)
  const open: Invoice[] = []
  const overdue: Invoice[] = []
  const paid: Invoice[] = []
  const credits: Invoice[] = []
  const year = today.slice(0, 5)
  let total = 0
  let withoutStatus = 0
  for (const invoice of invoices) {
    yield
    total += 1
    counts[invoice.state] += 1
    if (invoice.state === 'open') open.push(invoice)
    if (invoice.state === 'credit') credits.push(invoice)
    if (invoice.state === 'unknown' && invoice.providerStatus === null) withoutStatus += 1
    if (isOverdue(invoice, today)) overdue.push(invoice)
    if (invoice.state === 'settled' && (dayOf(invoice.paidAt) ?? invoice.issuedDay)?.startsWith(year))
      paid.push(invoice)
  }
  const openTotals = yield* totalsOf(open)
  const unused = yield* unusedIn(credits)
  const deductions = deductionsFrom(moneyOf(openTotals, 'open'), unused)
  const deducted = deductions.map(({ currency, deducted: amount }) => ({ currency, amount }))
  const isSome = ({ amount }: Money): boolean => !isZero(amount)
  const maybeUsed = yield* totalsOf(credits.filter(({ remaining }) => remaining === null))
  return {
    total,
    byState: counts,
    overdue: overdue.length,
    openAmounts: deductions.map(({ currency, owed, deducted: less }) => ({
      currency,
      amount: subtractDecimals(owed, less)
    })),
    openWithoutAmount: openTotals.withoutAmount,
    oldestOpenDay: firstDay(open.map(({ issuedDay }) => issuedDay)),
    overdueAmounts: moneyOf(yield* totalsOf(overdue), 'open'),
    overdueSince: firstDay(overdue.map(({ dueDay }) => dueDay)),
    nextDueDay: firstDay(open.map(({ dueDay }) => dueDay).filter((day) => day !== null && day >= today)),
    deducted: deducted.filter(isSome),
    unusedCredits: leftOf(unused, deducted).filter(isSome),
    credits: moneyOf(maybeUsed, 'credit').filter(isSome),
    dueUnread: open.filter(({ dueUnread }) => dueUnread).length,
    withoutStatus,
    paidThisYear: { invoices: paid.length, amounts: moneyOf(yield* totalsOf(paid), 'settled') }
  }
}

const moneyOf = ({ amounts }: InvoiceTotals, state: InvoiceState): Money[] =>
  amounts.map(({ currency, byState: of }) => ({ currency, amount: of[state] }))

type UnusedCredit = ReadonlyMap<string | null, DecimalSum>

function* unusedIn(credits: readonly Invoice[]): Work<UnusedCredit> {
  const unused = new Map<string | null, DecimalSum>()
  for (const { currency, remaining } of credits) {
    yield
    if (remaining !== null) entryOf(unused, currency, newSum).add(remaining)
  }
  return unused
}

interface Deduction {
  currency: string | null
  owed: Decimal
  /** The unused credit in this currency, up to `owed`. */
  deducted: Decimal
}

const deductionsFrom = (open: readonly Money[], unused: UnusedCredit): Deduction[] =>
  open.map(({ currency, amount: owed }) => {
    const credit = String(unused.get(currency) ?? '0')
    const most = compareDecimals(owed, '0') > 0 ? owed : '0'
    return { currency, owed, deducted: compareDecimals(credit, owed) < 0 ? credit : most }
  })

const leftOf = (unused: UnusedCredit, deducted: readonly Money[]): Money[] =>
  [...unused].sort(byCurrency).map(([currency, credit]) => {
    const used = deducted.find((money) => money.currency === currency)?.amount ?? '0'
    return { currency, amount: subtractDecimals(String(credit), used) }
  })

const firstDay = (days: readonly (Day | null)[]): Day | null =>
  days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null)

/** The last twelve months up to today's, by the day of issue. A part-paid invoice has its whole total in `amount`. */
export function* monthsOf(invoices: Iterable<Invoice>, today: string): Work<InvoiceMonths> {
  const names = monthsUpTo(today)
  const newMonth = (month: string) => ({ month, invoices: 0, all: newSum(), open: newSum(), unknown: newSum() })
  const currencies = new Map<string | null, ReturnType<typeof newMonth>[]>()
  let leftOut = 0
  for (const invoice of invoices) {
    yield
    const { currency, state, issuedDay } = invoice
    if (state === 'void' || state === 'credit') continue
    const amount = countedAmount(invoice)
    if (amount === null || issuedDay === null) {
      leftOut += 1
      continue
    }
    const at = names.indexOf(issuedDay.slice(0, 7))
    if (at < 0) continue
    const month = entryOf(currencies, currency, () => names.map(newMonth))[at]
    if (!month) continue
    month.invoices += 1
    month.all.add(invoice.total ?? amount)
    if (state === 'open' || state === 'unknown') month[state].add(amount)
  }
  const countIn = (months: readonly { invoices: number }[]) =>
    months.reduce((count, month) => count + month.invoices, 0)
  return {
    currencies: [...currencies]
      .sort((one, other) => countIn(other[1]) - countIn(one[1]) || byCurrency(one, other))
      .slice(0, MOST_CURRENCIES)
      .map(([currency, all]) => {
        const months = all.map((month) => ({
          month: month.month,
          invoices: month.invoices,
          amount: String(month.all),
          open: String(month.open),
          unknown: String(month.unknown)
        }))
        return { currency, months, unknown: addDecimals(months.map(({ unknown }) => unknown)) }
      }),
    leftOut
  }
}

const newSum = (): DecimalSum => new DecimalSum()

function monthsUpTo(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, at) => {
    const count = year * 12 + (month - 1) - 11 + at
    return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  })
}

/** Statuses that are listed. A provider with more writes free text in their place. */
const MOST_STATUSES = 200

/** The most frequent first. A status counts as the state of most of its invoices: a paid flag may change that of some. */
export function statusesOf(invoices: Iterable<Invoice>): InvoiceStatus[] {
  const statuses = new Map<string, { first: Invoice; count: number; states: Record<InvoiceState, number> }>()
  for (const invoice of invoices) {
    const { providerStatus: status, state } = invoice
    if (status === null) continue
    const entry = entryOf(statuses, status, () => ({ first: invoice, count: 0, states: byState(() => 0) }))
    entry.count += 1
    entry.states[state] += 1
  }
  return [...statuses]
    .sort(([, one], [, other]) => other.count - one.count)
    .slice(0, MOST_STATUSES)
    .map(([status, { first, count, states }]) => ({
      status,
      isNumber: first.statusIsNumber,
      count,
      state: INVOICE_STATES.reduce((most, state) => (states[state] > states[most] ? state : most))
    }))
}

const byState = <T>(make: (state: InvoiceState) => T): Record<InvoiceState, T> => ({
  open: make('open'),
  settled: make('settled'),
  void: make('void'),
  credit: make('credit'),
  unknown: make('unknown')
})

const byCurrency = ([one]: readonly [string | null, unknown], [other]: readonly [string | null, unknown]): number =>
  one === null ? 1 : other === null ? -1 : one < other ? -1 : 1

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
