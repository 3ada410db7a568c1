/** The invoices that a choice takes, in their order. */
import type { DatabaseSync } from 'node:sqlite'
import {
  INVOICE_STATES,
  type InvoiceChoice,
  type InvoiceOrder,
  type InvoiceColumn
} from '../../../shared/models/invoice.ts'
import { amountOrder } from '../decimal.ts'
import { matchExpression } from '../query/fts-expression.ts'
import { remembered } from '../query/memo.ts'
import { numbers } from '../query/numbers.ts'

/** An SQL condition on the table, and the values in it. */
export interface Condition {
  sql: string
  values: string[]
}

/** @param today a Day: what is overdue goes by it */
export function conditionOf(db: DatabaseSync, choice: InvoiceChoice, today: string): Condition {
  const { text, state, from, to, least, most } = choice
  const expression = matchExpression(text)
  if (expression !== null) fillWords(db)
  const terms: (readonly [sql: string, ...values: string[]])[] = []
  if (state === 'overdue') terms.push([OVERDUE, today])
  else if (state !== 'all') terms.push(['state = ?', state])
  if (from !== null) terms.push(['issued_day >= ?', from])
  if (to !== null) terms.push(['issued_day <= ?', to])
  if (least !== null) terms.push(['total_order >= ?', amountOrder(least)])
  if (most !== null) terms.push(['total_order <= ?', amountOrder(most)])
  if (expression !== null) terms.push([FOUND, expression])
  return {
    sql: terms.map(([sql]) => sql).join(' AND ') || 'TRUE',
    values: terms.flatMap(([, ...values]) => values)
  }
}

export const OVERDUE = "state = 'open' AND due_day < ?"
const FOUND = 'position IN (SELECT rowid FROM invoice_words WHERE invoice_words MATCH ?)'

/** Those that lack what is sorted by come last, whichever way; among equals the newest first, then as the platform has them. */
export function chosen(db: DatabaseSync, choice: InvoiceChoice & InvoiceOrder, today: string): Uint32Array {
  const { sort, descending } = choice
  const { sql, values } = conditionOf(db, choice, today)
  const by = ORDERS[sort]
  const order = `${by} ${descending ? 'DESC' : 'ASC'} NULLS LAST, issued_order DESC NULLS LAST, position`
  return remembered(db, JSON.stringify(['invoices chosen', sql, values, order]), () =>
    numbers(db, `SELECT position AS n FROM invoices WHERE ${sql} ORDER BY ${order}`, ...values)
  )
}

const ORDERS: Record<InvoiceColumn, string> = {
  number: 'number_order',
  issued: 'issued_order',
  state: `CASE state ${INVOICE_STATES.map((state, at) => `WHEN '${state}' THEN ${at}`).join(' ')} END`,
  due: 'due_day',
  paid: 'paid_order',
  updated: 'updated_order',
  status: 'status_order',
  method: 'method_order',
  currency: 'currency',
  subtotal: 'subtotal_order',
  discount: 'discount_order',
  taxes: 'taxes_order',
  total: 'total_order'
}

/** The index of words, made when it is first needed. */
function fillWords(db: DatabaseSync): void {
  if (db.prepare('SELECT 1 FROM invoice_words_docsize LIMIT 1').get()) return
  db.exec('INSERT INTO invoice_words (rowid, words) SELECT position, words FROM invoices')
}
