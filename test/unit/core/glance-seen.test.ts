import { expect, test } from 'vitest'
import { readSnapshot } from '../../../src/main/core/summary/account-snapshot.ts'
import type { Invoice } from '../../../src/shared/models/invoice.ts'
import { invoice, MemoryAccountStorage } from '../../support/ports.ts'

const keys = (all: Invoice[]): string[] => all.map(({ key }) => key)

test('of what is overdue, three that are not among the latest, the longest overdue first', async () => {
  const cache = new MemoryAccountStorage()
  const latest = ['a', 'b', 'c', 'd', 'e'].map((key) => invoice(key))
  const overdue = ['v', 'w', 'b', 'x', 'y'].map((key) => invoice(key))
  const summary = { ...(await cache.invoiceSummary('2026-11-20')), overdue: 5 }
  cache.invoicePage = async ({ state, sort, descending, limit }) => {
    const rows = state === 'overdue' && sort === 'due' && !descending ? overdue : latest
    return { rows: rows.slice(0, limit), matched: rows.length, summary }
  }
  const seen = await readSnapshot(cache, '2026-11-20')
  expect(keys(seen.latest)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(keys(seen.late)).toEqual(['v', 'w', 'x'])
})
