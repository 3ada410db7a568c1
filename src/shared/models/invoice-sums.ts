/** Sums and counts of invoices. Amounts are exact decimals, each currency by itself. */
import { dayOf, type Day } from './day.ts'
import { addDecimals, compareDecimals, DecimalSum, isZero, subtractDecimals, type Decimal } from './decimal.ts'
import type { PartialList } from './freshness.ts'
import {
  countedAmount,
  MOST_CURRENCIES,
  MOST_SUMS,
  statusSaid,
  type Invoice,
  type InvoiceMonths,
  type AccountInvoice,
  type InvoiceState,
  type InvoiceTotals,
  type Money
} from './invoice.ts'
import type { Owed } from './owed.ts'
import { isOverdue } from './overdue.ts'

export interface InvoiceSummary {
  total: number
  owed: Owed
  /** Of the states that `owed` doesn't count. */
  byState: Record<Exclude<InvoiceState, 'open' | 'unknown'>, number>
  /** Paid in this calendar year, by the day of payment, else of issue. */
  paidThisYear: { invoices: number; amounts: Money[]; moreCurrencies: number }
  /** Paid invoices without either day: some of them may have been paid this year. */
  paidWithoutDay: number
}

/** For the overview. Rows with dates in `paid` come first. */
export interface InvoiceOverview {
  summary: InvoiceSummary
  /** Open invoices, the most urgent first: by due day, without due days the oldest. At most OVERVIEW_ROWS. */
  due: AccountInvoice[]
  /** The latest paid invoices. At most OVERVIEW_ROWS. */
  paid: AccountInvoice[]
}

type Work<T> = Generator<void, T, void>

interface CurrencySums {
  invoices: number
  sums: Record<InvoiceState, DecimalSum>
  /** Of open invoices: their totals. */
  ofOpen: DecimalSum
}
type Sums = Map<string | null, CurrencySums>

/** `byState.open` adds up what remains to pay, `total` the invoices' totals. The difference was paid. */
export function* totalsOf(invoices: Iterable<Invoice>): Work<InvoiceTotals> {
  return totalsFrom(yield* sumsOf(invoices))
}

function* sumsOf(invoices: Iterable<Invoice>): Work<{ sums: Sums; withoutAmount: number }> {
  const sums: Sums = new Map()
  let withoutAmount = 0
  for (const invoice of invoices) {
    yield
    const { currency, state } = invoice
    const amount = countedAmount(invoice)
    if (amount === null) {
      withoutAmount += 1
      continue
    }
    const entry = entryOf(sums, currency, newTotals)
    entry.invoices += 1
    if (state === 'open') entry.ofOpen.add(invoice.total ?? amount)
    entry.sums[state].add(amount)
  }
  return { sums, withoutAmount }
}

function totalsFrom({ sums: all, withoutAmount }: { sums: Sums; withoutAmount: number }): InvoiceTotals {
  const { listed, more } = listedOf(all)
  return {
    amounts: listed.map(([currency, { invoices: count, sums, ofOpen }]) => {
      const amounts = byState((state) => sums[state].toString())
      return {
        currency,
        invoices: count,
        total: addDecimals([ofOpen.toString(), amounts.settled, amounts.unknown]),
        byState: amounts
      }
    }),
    withoutAmount,
    moreCurrencies: more
  }
}

/** The unknown currency and those with the most invoices, in the order of their names. */
function listedOf<T extends { invoices: number }>(all: ReadonlyMap<string | null, T>) {
  const byInvoices = (one: [string | null, T], other: [string | null, T]): number =>
    Number(other[0] === null) - Number(one[0] === null) || other[1].invoices - one[1].invoices || byCurrency(one, other)
  const listed = [...all].sort(byInvoices).slice(0, MOST_SUMS).sort(byCurrency)
  return { listed, more: all.size - listed.length }
}

const newTotals = (): CurrencySums => ({ invoices: 0, sums: byState(newSum), ofOpen: newSum() })

/** @param partial what of the provider's list these are; null: the whole list */
export function* summaryOf(
  invoices: Iterable<Invoice>,
  today: string,
  partial: PartialList | null
): Work<InvoiceSummary> {
  const counts = byState(() => 0)
  const open: Invoice[] = []
  const overdue: Invoice[] = []
  const paid: Invoice[] = []
  const credits: Invoice[] = []
  const year = today.slice(0, 5)
  let total = 0
  let withoutStatus = 0
  let withoutCurrency = 0
  let paidWithoutDay = 0
  for (const invoice of invoices) {
    yield
    total += 1
    counts[invoice.state] += 1
    if (invoice.state === 'open') open.push(invoice)
    if (invoice.state === 'credit') credits.push(invoice)
    if (invoice.state === 'unknown' && statusSaid(invoice) === null) withoutStatus += 1
    if (invoice.currency === null && countedAmount(invoice) !== null) withoutCurrency += 1
    if (isOverdue(invoice, today)) overdue.push(invoice)
    if (invoice.state === 'settled') {
      const day = dayOf(invoice.paidAt) ?? invoice.issuedDay
      if (day === null) paidWithoutDay += 1
      else if (day.startsWith(year)) paid.push(invoice)
    }
  }
  const openSums = yield* sumsOf(open)
  const openTotals = totalsFrom(openSums)
  const unused = yield* unusedIn(credits, openSums.sums)
  const overdueTotals = yield* totalsOf(overdue)
  const paidTotals = yield* totalsOf(paid)
  const maybeUsed = creditsFrom(yield* sumsOf(credits.filter(({ remaining }) => remaining === null)))
  const openAmounts = moneyOf(openTotals, 'open').map(({ currency, amount }) => ({
    currency,
    amount: subtractDecimals(amount, unused.deducted.get(currency) ?? '0')
  }))
  const deducted = openAmounts.flatMap(({ currency }) => {
    const amount = unused.deducted.get(currency)
    return amount === undefined ? [] : [{ currency, amount }]
  })
  const left = listedOf(unused.left)
  return {
    total,
    owed: {
      open: counts.open,
      unknown: counts.unknown,
      withoutStatus,
      isPartial: partial !== null,
      overdue: overdue.length,
      openAmounts,
      overdueAmounts: moneyOf(overdueTotals, 'open'),
      deducted,
      unusedCredits: left.listed.map(([currency, { amount }]) => ({ currency, amount })),
      credits: moneyOf(maybeUsed, 'credit'),
      openWithoutAmount: openTotals.withoutAmount,
      dueUnread: open.filter(({ dueUnread }) => dueUnread).length,
      ...daysOf(open, today),
      withoutCurrency,
      moreCurrencies: {
        openAmounts: openTotals.moreCurrencies,
        overdueAmounts: overdueTotals.moreCurrencies,
        deducted: unused.deducted.size - deducted.length,
        unusedCredits: left.more,
        credits: maybeUsed.moreCurrencies
      }
    },
    byState: { settled: counts.settled, void: counts.void, credit: counts.credit },
    paidThisYear: {
      invoices: paid.length,
      amounts: moneyOf(paidTotals, 'settled'),
      moreCurrencies: paidTotals.moreCurrencies
    },
    paidWithoutDay
  }
}

const moneyOf = ({ amounts }: InvoiceTotals, state: InvoiceState): Money[] =>
  amounts.map(({ currency, byState: of }) => ({ currency, amount: of[state] }))

/** Without currencies whose credit adds up to 0. */
const creditsFrom = ({ sums, withoutAmount }: { sums: Sums; withoutAmount: number }): InvoiceTotals =>
  totalsFrom({
    sums: new Map([...sums].filter(([, { sums: of }]) => !isZero(of.credit.toString()))),
    withoutAmount
  })

interface UnusedCredit {
  /** Up to what is open, by currency. Without zeros, as `left`. */
  deducted: Map<string | null, Decimal>
  left: Map<string | null, { invoices: number; amount: Decimal }>
}

/** Known unused credit: what of it is deducted from what is open in its currency, and what is left of it. */
function* unusedIn(credits: readonly Invoice[], open: Sums): Work<UnusedCredit> {
  const unused = new Map<string | null, { invoices: number; sum: DecimalSum }>()
  for (const { currency, remaining } of credits) {
    yield
    if (remaining === null) continue
    const entry = entryOf(unused, currency, () => ({ invoices: 0, sum: newSum() }))
    entry.invoices += 1
    entry.sum.add(remaining)
  }
  const deducted: UnusedCredit['deducted'] = new Map()
  const left: UnusedCredit['left'] = new Map()
  for (const [currency, { invoices, sum }] of unused) {
    yield
    const [credit, owed] = [String(sum), String(open.get(currency)?.sums.open ?? '0')]
    const most = compareDecimals(owed, '0') > 0 ? owed : '0'
    const used = compareDecimals(credit, owed) < 0 ? credit : most
    if (!isZero(used)) deducted.set(currency, used)
    const amount = subtractDecimals(credit, used)
    if (!isZero(amount)) left.set(currency, { invoices, amount })
  }
  return { deducted, left }
}

function daysOf(
  open: readonly Invoice[],
  today: string
): Pick<Owed, 'oldestOpenDay' | 'overdueSince' | 'nextDueDay' | 'byTerm'> {
  const dueDays = open.map(({ dueDay }) => dueDay)
  const overdueSince = firstDay(open.filter((invoice) => isOverdue(invoice, today)).map(({ dueDay }) => dueDay))
  const nextDueDay = firstDay(dueDays.filter((day) => day !== null && day >= today))
  return {
    oldestOpenDay: firstDay(open.map(({ issuedDay }) => issuedDay)),
    overdueSince,
    nextDueDay,
    byTerm: { overdueSince: isByTerm(open, overdueSince), nextDueDay: isByTerm(open, nextDueDay) }
  }
}

const isByTerm = (open: readonly Invoice[], day: Day | null): boolean =>
  day !== null && open.every(({ dueDay, dueBy }) => dueDay !== day || dueBy === 'term')

const firstDay = (days: readonly (Day | null)[]): Day | null =>
  days.reduce((first, day) => (first === null || (day !== null && day < first) ? day : first), null)

interface MonthSums {
  month: string
  invoices: number
  all: DecimalSum
  open: DecimalSum
  unknown: DecimalSum
}

const newMonth = (month: string): MonthSums => ({
  month,
  invoices: 0,
  all: newSum(),
  open: newSum(),
  unknown: newSum()
})

/** The last twelve months up to today's, by the day of issue. A part-paid invoice has its whole total in `amount`. */
export function* monthsOf(invoices: Iterable<Invoice>, today: string): Work<InvoiceMonths> {
  const names = monthsUpTo(today)
  const currencies = new Map<string | null, MonthSums[]>()
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
