/** The invoices of documented public APIs (test/fixtures/provider-replies.json), read as each entry's `expected` says. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ProviderApi } from '../../../src/main/api/provider-api.ts'
import { invoiceLines } from '../../../src/main/readers/invoice-lines.ts'
import type { InvoiceRecord } from '../../../src/main/core/ports/index.ts'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { invoiceSettingsOf, type InvoiceSettings } from '../../../src/shared/providers/definition.ts'
import type { ReadingNote } from '../../../src/shared/models/freshness.ts'
import type { InvoiceState } from '../../../src/shared/models/invoice.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { inUtc } from '../../support/utc.ts'

interface Expected {
  [name: string]: Json
}
interface Entry {
  name: string
  settings?: Partial<InvoiceSettings>
  statuses?: Record<string, InvoiceState>
  replies?: { invoices?: Json }
  expected?: { invoices?: Expected[] }
}
const ENTRIES = (
  JSON.parse(readFileSync(new URL('../../fixtures/provider-replies.json', import.meta.url), 'utf8')) as Entry[]
).filter(({ replies, expected }) => replies?.invoices !== undefined && expected?.invoices !== undefined)

// invoice-days.test.ts has the other time zones.
inUtc()

/** What only a definition of the provider can say (issue 4). */
const NEEDS_DEFINITION: Record<string, readonly string[]> = {
  // The path of an invoice's PDF, which needs the credential.
  trueproxies: ['hasPdf']
}

async function readAll({ settings, statuses = {}, replies }: Entry) {
  const connection: Connection = { baseUrl: 'https://api.example', provider: 'hypeproxy-v2', statuses, ...settings }
  const api = new ProviderApi({
    fetchFor: () => () => Promise.resolve(Response.json(replies?.invoices ?? null)),
    now: () => new Date('2026-11-25T12:00:00Z')
  })
  const answer = await api.invoices({ connection, token: 'a-token-of-a-test' })
  if (!answer) throw new Error('no answer')
  return { ...answer, settings: invoiceSettingsOf(connection) }
}

const dropped = (notes: readonly ReadingNote[]): (string | undefined)[] =>
  notes.filter(({ kind }) => kind === 'credentialDropped').map(({ field }) => field)

function textOf({ raw, invoice }: InvoiceRecord, settings: InvoiceSettings): string | null {
  const { lines } = invoiceLines(raw, invoice.currency, settings)
  return lines[0]?.text ?? null
}

describe('invoices are read as expected', () => {
  test.each(ENTRIES)('$name', async (entry) => {
    const { value, settings } = await readAll(entry)
    const expected = entry.expected?.invoices ?? []
    expect(value).toHaveLength(expected.length)
    const open = NEEDS_DEFINITION[entry.name] ?? []
    for (const [at, { note: _, text, paidAt, dropped: secrets, ...fields }] of expected.entries()) {
      const record = value[at]!
      const its = Object.fromEntries(Object.entries(fields).filter(([name]) => !open.includes(name)))
      expect(record.invoice).toMatchObject(its)
      if (text !== undefined) expect(textOf(record, settings)).toBe(text)
      if (paidAt !== undefined) expect(record.invoice.paidAt?.slice(0, 10) ?? null).toBe(paidAt)
      if (Array.isArray(secrets)) {
        expect(dropped(record.notes ?? [])).toEqual(expect.arrayContaining(secrets))
        for (const name of secrets) expect(record.raw).not.toHaveProperty([String(name)])
      }
    }
  })

  test.each(Object.entries(NEEDS_DEFINITION))('%s needs a definition for the rest', async (name, fields) => {
    const entry = ENTRIES.find((one) => one.name === name)
    if (!entry) throw new Error('no such entry')
    const [first] = (await readAll(entry)).value
    for (const field of fields)
      expect(first?.invoice).not.toMatchObject({ [field]: entry.expected?.invoices?.[0]?.[field] })
  })
})
