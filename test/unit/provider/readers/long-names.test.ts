/** A provider may name each field of each record otherwise, at any length. What is remembered of names is for those that come again. */
import { expect, test } from 'vitest'
import { InvoiceReader } from '../../../../src/main/provider/readers/read-invoice.ts'
import { createProductReader } from '../../../../src/main/provider/readers/read-product.ts'
import type { JsonObject } from '../../../../src/main/provider/readers/records.ts'
import { invoiceSettingsOf } from '../../../../src/shared/providers/definition.ts'
import { heldBytes } from '../../../support/heap.ts'

const LENGTH = 100_000
const RECORDS = 10

/** Parsed, so that nobody else holds its names. */
const recordOf = (at: number): JsonObject =>
  JSON.parse(`{"id":"r${at}","${at}a${'n'.repeat(LENGTH)}":1,"${at}b${'n'.repeat(LENGTH)}":2}`) as JsonObject

test('a reader of products keeps no long name once its record is read', () => {
  const read = createProductReader((text) => text)
  read(recordOf(0))
  const before = heldBytes()
  for (let at = 1; at <= RECORDS; at += 1) read(recordOf(at))
  // One of them, at most.
  expect(heldBytes() - before).toBeLessThan(4 * LENGTH)
  read({})
})

test('a reader of invoices keeps long names with their records only', () => {
  const settings = invoiceSettingsOf({ baseUrl: 'https://host.example', provider: null })
  const reader = new InvoiceReader(settings, (text) => text, new Date('2026-11-20T12:00:00Z'))
  reader.add(recordOf(0))
  const before = heldBytes()
  for (let at = 1; at <= RECORDS; at += 1) reader.add(recordOf(at))
  expect(heldBytes() - before).toBeLessThan(1.5 * RECORDS * 2 * LENGTH)
  reader.add({})
})
