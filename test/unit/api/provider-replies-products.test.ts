/** The products of documented public APIs (test/fixtures/provider-replies.json), read as each entry's `expected` says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productName } from '../../../src/shared/models/product.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { readList } from '../../support/product-list.ts'

interface Entry {
  name: string
  replies?: { products?: Json }
  expected?: { products?: { [name: string]: Json }[] }
}
const ENTRIES = (
  JSON.parse(readFileSync(new URL('../../fixtures/provider-replies.json', import.meta.url), 'utf8')) as Entry[]
).filter(({ replies }) => replies?.products !== undefined)

/** What only a definition of the provider can say (issue 4): there, `fields.label` is `type`. */
const NEEDS_DEFINITION: Record<string, readonly string[]> = { proxyrequest: ['label'] }

test.each(ENTRIES)('products of $name are read as expected', async (entry) => {
  const { value, notes } = await readList(JSON.stringify(entry.replies?.products))
  for (const [at, { nameNotEmpty, ...fields }] of (entry.expected?.products ?? []).entries()) {
    const product = value[at]?.product ?? {}
    const open = NEEDS_DEFINITION[entry.name] ?? []
    const names = Object.keys(fields).filter((name) => !open.includes(name))
    const read = names.map((name) => [name, product[name as keyof typeof product] ?? null])
    expect(Object.fromEntries(read)).toEqual(Object.fromEntries(names.map((name) => [name, fields[name]])))
    if (nameNotEmpty === true) expect(productName(product)).toMatch(/\S/)
  }
  expect(value.length).toBeGreaterThan(0)
  expect(notes.filter(({ kind }) => kind === 'credentialDropped' || kind === 'noId')).toEqual([])
})

test('a name of their own is no unknown field', async () => {
  const unknown: Record<string, string[]> = {}
  for (const entry of ENTRIES)
    unknown[entry.name] = (await readList(JSON.stringify(entry.replies?.products))).value[0]?.unknownFields ?? []
  expect(unknown).toMatchObject({
    trueproxies: ['product', 'price_cents', 'currency', 'capabilities', 'term'],
    stripe: ['object', 'default_price', 'livemode', 'marketing_features', 'metadata', 'url'],
    'hypeproxy v3 product': ['bulkDiscountThreshold', 'minimumOrder', 'availableStock']
  })
})
