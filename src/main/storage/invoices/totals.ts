/** What invoices add up to, exactly, each currency by itself. */
import type { DatabaseSync } from 'node:sqlite'
import {
  INVOICE_STATES,
  type InvoiceChoice,
  type InvoiceState,
  type InvoiceTotals
} from '../../../shared/models/invoice.ts'
import { sum } from '../decimal.ts'
import { parse } from '../json-column.ts'
import { remembered } from '../query/memo.ts'
import { conditionOf } from './filter.ts'

/** @param today a Day: what is overdue goes by it */
export function invoiceTotals(db: DatabaseSync, choice: InvoiceChoice, today: string): InvoiceTotals {
  const { sql, values } = conditionOf(db, choice, today)
  return remembered(db, JSON.stringify(['invoice totals', sql, values]), () => {
    const groups = db
      .prepare(
        `SELECT currency, state, count(*) AS n, json_group_array(amount) AS amounts FROM invoices
         WHERE amount IS NOT NULL AND ${sql} GROUP BY currency, state`
      )
      .all(...values)
    const without = db.prepare(`SELECT count(*) AS n FROM invoices WHERE amount IS NULL AND ${sql}`).get(...values)
    const totals = new Map<string | null, { invoices: number; byState: Record<InvoiceState, string> }>()
    for (const { currency, state, n, amounts } of groups) {
      const its = of(totals, currency as string | null, () => ({ invoices: 0, byState: noneOfAny() }))
      its.invoices += Number(n)
      its.byState[state as InvoiceState] = sum(parse<string[]>(amounts))
    }
    return {
      amounts: [...totals].sort(byCurrency).map(([currency, { invoices, byState }]) => ({
        currency,
        invoices,
        total: sum(INVOICE_STATES.filter((state) => state !== 'void').map((state) => byState[state])),
        byState
      })),
      withoutAmount: Number(without?.['n'])
    }
  })
}

export const noneOfAny = (): Record<InvoiceState, string> => ({ open: '0', settled: '0', void: '0', unknown: '0' })

/** By its code; what is of unknown currency comes last. */
export const byCurrency = (
  [one]: readonly [string | null, unknown],
  [other]: readonly [string | null, unknown]
): number => (one === null ? 1 : other === null ? -1 : one < other ? -1 : 1)

/** The entry of that key, made when there is none. */
export function of<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) map.set(key, (value = make()))
  return value
}
