/** Invoices of several accounts as one list. Rows and chosen keys name the account; the accounts' own lists stay as they are. */
import {
  EVERY_INVOICE,
  invoiceKey,
  NEWEST_FIRST,
  type AccountInvoice,
  type Invoice,
  type InvoiceChoice,
  type InvoiceMonths,
  type InvoiceOrder,
  type InvoicePage,
  type InvoiceQuery,
  type InvoiceTotals
} from '../../../shared/models/invoice.ts'
import { addAccountSums, NOTHING_READ, owedByAll } from '../../../shared/models/owed.ts'
import { inSlices, oneByOne } from '../../concurrency.ts'
import type { AccountList, CombinedInvoices, SortedInvoices } from '../../ports/index.ts'
import { ResultCache } from '../../storage/query.ts'
import { compareSortKeys, NO_STATE_NAMES } from './invoice-list.ts'
import { monthsOf, totalsOf, type InvoiceSummary } from '../../../shared/models/invoice-sums.ts'

/** Of one list: more than MOST_INVOICES. */
const PLACES = 65_536

/** For rows down to these, only the top of each account's list is merged. The overview shows a few, a window of the list some dozens. */
const TOP_ROWS = [32, 1000]

/** A row is a number: the place of its list times PLACES, and its place in that list. */
interface MergedLists {
  readonly lists: readonly (SortedInvoices & { account: string })[]
  readonly rows: readonly number[]
  /** All rows, also those that aren't among them. */
  readonly matched: number
}

export class CombinedInvoiceList implements CombinedInvoices {
  readonly #lists: readonly AccountList[]
  readonly #lacksAccounts: boolean
  readonly #results = new ResultCache()

  /** @param lists in the order of the accounts @param lacksAccounts nothing is known of further accounts */
  constructor(lists: readonly AccountList[], lacksAccounts: boolean) {
    this.#lists = lists
    this.#lacksAccounts = lacksAccounts
  }

  async page(query: InvoiceQuery, today: string, texts = NO_STATE_NAMES): Promise<InvoicePage> {
    const { offset, limit } = query
    const top = TOP_ROWS.find((rows) => offset + limit <= rows)
    const { lists, rows, matched } = await this.#merged(query, today, texts, top)
    const shown = { lists, rows: rows.slice(offset, offset + limit) }
    return { rows: await inSlices(accountInvoicesIn(shown)), matched }
  }

  async choose(query: InvoiceChoice & InvoiceOrder, today: string, texts = NO_STATE_NAMES): Promise<AccountInvoice[]> {
    return inSlices(accountInvoicesIn(await this.#merged(query, today, texts)))
  }

  async totals(choice: InvoiceChoice, today: string, texts = NO_STATE_NAMES): Promise<InvoiceTotals> {
    const [first, ...others] = this.#listsOf(choice)
    if (first && others.length === 0) return first.invoices.totals(choiceWithin(choice, first.account), today, texts)
    return inSlices(totalsOf(invoicesIn(await this.#merged({ ...choice, ...NEWEST_FIRST }, today, texts))))
  }

  async months(today: string): Promise<InvoiceMonths> {
    const [first, ...others] = this.#lists
    if (first && others.length === 0) return first.invoices.months(today)
    return inSlices(monthsOf(invoicesIn(await this.#merged({ ...EVERY_INVOICE, ...NEWEST_FIRST }, today)), today))
  }

  /** Credit at one provider pays nothing at another, so each account's is deducted from its own invoices. */
  summary(today: string): Promise<InvoiceSummary> {
    return this.#results.remember(`summary ${today}`, async () => {
      const all = await oneByOne(this.#lists, ({ invoices, partial }) => invoices.summary(today, partial))
      return combineSummaries(all, this.#lacksAccounts)
    })
  }

  /** @param top how many rows are needed */
  #merged(
    query: InvoiceChoice & InvoiceOrder,
    today: string,
    texts = NO_STATE_NAMES,
    top = Infinity
  ): Promise<MergedLists> {
    const { text, state, from, to, least, most, account, keys, sort, descending } = query
    const merge = (): Promise<MergedLists> => this.#merge(query, today, texts, top)
    // A selection's keys can have megabytes, and it is seldom asked for again.
    if (keys) return merge()
    const name = [text, state, from, to, least, most, account, sort, descending, today, texts, top]
    return this.#results.remember(JSON.stringify(name), merge)
  }

  async #merge(
    query: InvoiceChoice & InvoiceOrder,
    today: string,
    texts: Parameters<CombinedInvoices['choose']>[2],
    top: number
  ): Promise<MergedLists> {
    const lists = await oneByOne(this.#listsOf(query), async ({ account, invoices }) => ({
      account,
      ...(await invoices.sorted(choiceWithin(query, account), today, texts))
    }))
    const [first, ...others] = lists
    const matched = lists.reduce((sum, { places }) => sum + places.length, 0)
    if (first && others.length === 0) return { lists, rows: first.places, matched }
    const keyOf = (row: number, of: 'keys' | 'issued') => lists[listOf(row)]?.[of][placeOf(row)] ?? null
    const compare = (one: number, other: number): number =>
      compareSortKeys(keyOf(one, 'keys'), keyOf(other, 'keys'), query.descending) ||
      compareSortKeys(keyOf(one, 'issued'), keyOf(other, 'issued'), true)
    const rows = lists.map(({ places }, list) => places.slice(0, top).map((place) => list * PLACES + place))
    return { lists, rows: await inSlices(mergeSorted(rows, compare, top)), matched }
  }

  #listsOf({ account }: Pick<InvoiceChoice, 'account'>): readonly AccountList[] {
    return account === null ? this.#lists : this.#lists.filter((list) => list.account === account)
  }
}

/** The summary of several accounts: sums and counts are added. @param lacksAccounts nothing is known of further accounts */
function combineSummaries(all: readonly InvoiceSummary[], lacksAccounts: boolean): InvoiceSummary {
  const count = (of: (summary: InvoiceSummary) => number): number => all.reduce((sum, one) => sum + of(one), 0)
  const paid = addAccountSums(
    all.map(({ paidThisYear: { amounts, moreCurrencies } }) => ({ amounts, more: moreCurrencies }))
  )
  return {
    total: count(({ total }) => total),
    owed: owedByAll([...all.map(({ owed }) => owed), ...(lacksAccounts ? [NOTHING_READ] : [])]),
    byState: {
      settled: count(({ byState }) => byState.settled),
      void: count(({ byState }) => byState.void),
      credit: count(({ byState }) => byState.credit)
    },
    paidThisYear: {
      invoices: count(({ paidThisYear }) => paidThisYear.invoices),
      amounts: paid.amounts,
      moreCurrencies: paid.more
    },
    paidWithoutDay: count(({ paidWithoutDay }) => paidWithoutDay)
  }
}

/** Lists that are sorted become one, in pairs. Of equal rows, that of the earlier list comes first. */
function* mergeSorted(
  sorted: readonly (readonly number[])[],
  compare: (one: number, other: number) => number,
  top: number
): Generator<void, readonly number[], void> {
  let lists = sorted
  while (lists.length > 1) {
    const merged: (readonly number[])[] = []
    for (let at = 0; at < lists.length; at += 2)
      merged.push((yield* mergePair(lists[at], lists[at + 1], compare)).slice(0, top))
    lists = merged
  }
  return lists[0] ?? []
}

function* mergePair(
  ones: readonly number[] = [],
  others: readonly number[] = [],
  compare: (one: number, other: number) => number
): Generator<void, readonly number[], void> {
  if (ones.length === 0 || others.length === 0) return ones.length === 0 ? others : ones
  const merged: number[] = []
  let [at, otherAt] = [0, 0]
  while (at < ones.length && otherAt < others.length) {
    const [one, other] = [ones[at] as number, others[otherAt] as number]
    if (compare(one, other) <= 0) {
      merged.push(one)
      at += 1
    } else {
      merged.push(other)
      otherAt += 1
    }
    yield
  }
  return merged.concat(ones.slice(at), others.slice(otherAt))
}

const listOf = (row: number): number => Math.floor(row / PLACES)
const placeOf = (row: number): number => row % PLACES

/** The choice as one account's list knows it: its keys don't name the account. */
function choiceWithin<T extends InvoiceChoice>(choice: T, account: string): T {
  if (!choice.keys) return choice
  const prefix = invoiceKey({ account, key: '' })
  const own = choice.keys.filter((key) => key.startsWith(prefix))
  return { ...choice, keys: own.map((key) => key.slice(prefix.length)) }
}

const invoicesIn = ({ lists, rows }: MergedLists): Invoice[] =>
  rows.map((row) => lists[listOf(row)]?.all[placeOf(row)] as Invoice)

function* accountInvoicesIn({
  lists,
  rows
}: Pick<MergedLists, 'lists' | 'rows'>): Generator<void, AccountInvoice[], void> {
  const found: AccountInvoice[] = []
  for (const row of rows) {
    const { account, all } = lists[listOf(row)] as MergedLists['lists'][number]
    const invoice = all[placeOf(row)] as Invoice
    found.push({ ...invoice, account, key: invoiceKey({ account, key: invoice.key }) })
    yield
  }
  return found
}
