/** The comparison by which tests check every answer of the bridge. */
import { expect, test } from 'vitest'
import { calls } from '../../../src/shared/ipc/contract.ts'
import { mismatches, modelType, replyType } from '../../support/reply-types.ts'

const signedOut = { status: 'signedOut', previous: null, accounts: [], pendingDeletions: 0 }

test('a value of the type has no mismatch', () => {
  expect(mismatches(signedOut, replyType('session', 'state'))).toEqual([])
  expect(mismatches({ report: null }, replyType('connectionCheck', 'report'))).toEqual([])
  expect(mismatches({ id: 'a', price: '9.99', weight: null }, modelType('models/product.ts', 'Product'))).toEqual([])
})

test('what the type does not have, such as a token, is a mismatch, also within lists', () => {
  expect(mismatches({ ...signedOut, token: 'x' }, replyType('session', 'state'))).toEqual(['.token: not in the type'])
  const rows = [{ key: 'a', number: null, token: 'x' }]
  expect(mismatches({ rows }, replyType('invoices', 'keys'))).toEqual(['.rows.0.token: not in the type'])
})

test.each([
  [{ rows: [{ key: 'a' }] }, '.rows.0.number: missing'],
  [{ rows: [{ key: 1, number: null }] }, '.rows.0.key: string'],
  [{ rows: {} }, '.rows: Pick<AccountInvoice, "number" | "key">[]'],
  [null, ': { rows: Pick<AccountInvoice, "number" | "key">[]; }']
])('%j', (value, mismatch) => {
  expect(mismatches(value, replyType('invoices', 'keys'))).toEqual([mismatch])
})

test('amounts and days have their form', () => {
  const line = { text: null, quantity: '1', unitAmount: '1e3', amount: null }
  expect(mismatches(line, modelType('models/invoice.ts', 'InvoiceLine'))).toEqual(['.unitAmount: of another form'])
  const bad = mismatches({ dueDay: '2026-02-31', total: '1,5' }, modelType('models/invoice.ts', 'Invoice'))
  expect(bad).toEqual(expect.arrayContaining(['.dueDay: of another form', '.total: of another form']))
})

test('no answer of the contract is of type any', () => {
  for (const [domain, methods] of Object.entries(calls)) {
    for (const method of Object.keys(methods))
      expect(mismatches(undefined, replyType(domain, method)), `${domain}.${method}`).toHaveLength(1)
  }
})
