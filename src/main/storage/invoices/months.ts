/** The last twelve months of invoices, by the day of issue. */
import type { DatabaseSync } from 'node:sqlite'
import { MOST_CURRENCIES, type InvoiceMonths } from '../../../shared/models/invoice.ts'
import { sum } from '../decimal.ts'
import { parse } from '../json-column.ts'
import { remembered } from '../query/memo.ts'
import { byCurrency, of } from './totals.ts'

type Month = InvoiceMonths['currencies'][number]['months'][number]

/** @param today a Day, in the last of the months */
export function invoiceMonths(db: DatabaseSync, today: string): InvoiceMonths {
  const months = monthsUpTo(today)
  return remembered(db, `invoice months ${months.at(-1)}`, () => {
    const groups = db
      .prepare(
        `SELECT currency, substr(issued_day, 1, 7) AS month, count(*) AS n, json_group_array(amount) AS amounts,
           json_group_array(amount) FILTER (WHERE state = 'open') AS open,
           json_group_array(amount) FILTER (WHERE state = 'unknown') AS unknown
         FROM invoices
         WHERE state <> 'void' AND amount IS NOT NULL AND substr(issued_day, 1, 7) BETWEEN ? AND ?
         GROUP BY 1, 2`
      )
      .all(months[0] ?? '', months.at(-1) ?? '')
    const left = db
      .prepare("SELECT count(*) AS n FROM invoices WHERE state <> 'void' AND (amount IS NULL OR issued_day IS NULL)")
      .get()
    const currencies = new Map<string | null, Map<string, Month>>()
    for (const { currency, month, n, amounts, open, unknown } of groups) {
      const name = String(month)
      of(currencies, currency as string | null, () => new Map<string, Month>()).set(name, {
        month: name,
        invoices: Number(n),
        amount: sum(parse<string[]>(amounts)),
        open: sum(parse<string[]>(open)),
        unknown: sum(parse<string[]>(unknown))
      })
    }
    return {
      currencies: [...currencies]
        .sort((one, other) => invoicesIn(other[1]) - invoicesIn(one[1]) || byCurrency(one, other))
        .slice(0, MOST_CURRENCIES)
        .map(([currency, its]) => ({
          currency,
          months: months.map((month) => its.get(month) ?? { month, invoices: 0, amount: '0', open: '0', unknown: '0' }),
          unknown: sum([...its.values()].map((month) => month.unknown))
        })),
      leftOut: Number(left?.['n'])
    }
  })
}

const invoicesIn = (months: ReadonlyMap<string, Month>): number =>
  [...months.values()].reduce((count, { invoices }) => count + invoices, 0)

/** "YYYY-MM" of twelve months, the last one that of the day. */
function monthsUpTo(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 12 }, (_, at) => {
    // Months since the year 0.
    const count = year * 12 + (month - 1) - 11 + at
    return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`
  })
}
