/**
 * The replies of documented public APIs (test/fixtures/provider-replies.json), each from a loopback server built from its entry, read
 * by the whole pipeline as the entry's `expected` says. Products go through the catalogue's worker and file.
 */
import { expect, onTestFinished, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import type { Access, InvoiceRecord, ProductRecord } from '../../../src/main/ports/index.ts'
import type { ReadingNote } from '../../../src/shared/models/freshness.ts'
import type { Json } from '../../../src/shared/models/json.ts'
import { productName } from '../../../src/shared/models/product.ts'
import type { ProfileView } from '../../../src/shared/models/profile.ts'
import { BUILT_IN } from '../../../src/shared/providers/built-in.ts'
import { definitionOf } from '../../../src/shared/providers/definition.ts'
import {
  builtInOf,
  FACTS,
  FACTS_KEY,
  FACTS_PDF,
  FACTS_SIGN_IN,
  factsOf,
  startFactsServer
} from '../../support/facts-server.ts'
import type { RecordedRequest } from '../../support/api-server.ts'
import { inUtc } from '../../support/utc.ts'
import { ALL, launch } from '../storage/fixtures.ts'
import { answerOf, errorFrom } from './context.ts'

// invoice-days.test.ts has the other time zones.
inUtc()

// A payment's page in the facts is valid then.
const api = new ProviderApi({
  fetchFor: () => fetch,
  wait: () => Promise.resolve(),
  now: () => new Date('2026-11-25T12:00:00Z')
})

const dropped = (notes: readonly ReadingNote[] = []): (string | undefined)[] =>
  notes.filter(({ kind }) => kind === 'credentialDropped').map(({ field }) => field)

function expectInvoice(record: InvoiceRecord | undefined, access: Access, expected: { [name: string]: Json }): void {
  if (!record) throw new Error('no such invoice')
  const { note: _, text, paidAt, dropped: secrets, ...fields } = expected
  expect(record.invoice).toMatchObject(fields)
  if (text !== undefined) expect(api.invoiceLines(access.connection, record).lines[0]?.text ?? null).toBe(text)
  if (paidAt !== undefined) expect(record.invoice.paidAt?.slice(0, 10) ?? null).toBe(paidAt)
  if (!Array.isArray(secrets)) return
  expect(dropped(record.notes)).toEqual(expect.arrayContaining(secrets))
  for (const name of secrets) expect(record.raw).not.toHaveProperty([String(name)])
}

function expectProduct(record: ProductRecord | undefined, expected: { [name: string]: Json }): void {
  if (!record) throw new Error('no such product')
  const { nameNotEmpty, ...fields } = expected
  const { product } = record
  const read = Object.keys(fields).map((name) => [name, product[name as keyof typeof product] ?? null])
  expect(Object.fromEntries(read)).toEqual(fields)
  if (nameNotEmpty === true) expect(productName(product)).toMatch(/\p{L}/u)
  expect([record.key, dropped(record.notes)]).toEqual([product.id, []])
}

/** As on an envelope, in one line. */
function addressIn({ groups }: ProfileView): string {
  const { address, zipCode, city, country } = Object.fromEntries(groups.address.map(({ name, value }) => [name, value]))
  return [address, [zipCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ')
}

function expectProfile(view: ProfileView, notes: readonly ReadingNote[], expected: { [name: string]: Json }): void {
  const { note: _, person, email, company, vat, address = '', blocked = false, dropped: secrets = [] } = expected
  const fields = Object.fromEntries(
    Object.values(view.groups).flatMap((group) => group.map(({ name, value }) => [name, value]))
  )
  expect({ title: view.title, email: view.email }).toEqual({ title: person, email })
  expect([fields['fullName'], fields['companyName'], fields['companyVatNumber']]).toEqual([person, company, vat])
  expect([addressIn(view), view.blocked !== undefined]).toEqual([address, blocked])
  expect(dropped(notes).toSorted()).toEqual((secrets as string[]).toSorted())
  expect(view.dropped).toBe((secrets as string[]).length)
}

/** Money in the account, where a profile of the facts has it. ProxyRequest's is in cents. */
const BALANCES: Readonly<Record<string, ProfileView['balance']>> = {
  proxyrequest: { amount: '12.00', currency: null },
  vultr: { amount: '-5.25', currency: null }
}

interface Wire {
  /** The header of every call. */
  authorization: readonly [name: string, value: string]
  /** Every call, sorted, with the parameters of its paging. */
  calls: readonly string[]
}

/** What the built-in providers are asked, written out: their servers here take whatever the definition says. */
const WIRES: Readonly<Record<string, Wire>> = {
  'hypeproxy v3': {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: ['GET /v3/invoices']
  },
  'hypeproxy v3 product': {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: ['GET /v2/Products']
  },
  trueproxies: {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: [
      'GET /v1/catalog',
      'GET /v1/invoices/3f2b1c00-0000-4000-8000-000000000001/pdf',
      'GET /v1/invoices?limit=100',
      'GET /v1/invoices?limit=100&cursor=after-1',
      'GET /v1/me',
      'GET /v1/services?limit=100'
    ]
  },
  proxyrequest: {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: [
      'GET /invoices/9d9d9d9d-0000-4000-8000-000000000001/download/pdf',
      'GET /invoices?limit=100&offset=0',
      'GET /invoices?limit=100&offset=2',
      'GET /orders?limit=100&offset=0',
      'GET /packages?limit=100&offset=0',
      'GET /packages?limit=100&offset=1',
      'GET /profile'
    ]
  },
  webshare: {
    authorization: ['authorization', `Token ${FACTS_KEY}`],
    calls: [
      'GET /api/v2/invoices/download?subscription_transaction_id=12345',
      'GET /api/v2/payment/transaction/?page_size=100&page=1',
      'GET /api/v2/payment/transaction/?page_size=100&page=2',
      'GET /api/v2/profile/',
      'GET /api/v2/subscription/',
      'GET /api/v2/subscription/plan/?page_size=100&page=1'
    ]
  },
  'iproyal resi': {
    authorization: ['authorization', `Bearer ${FACTS_KEY}`],
    calls: [
      'GET /v1/me',
      'GET /v1/residential/orders?per_page=20&page=1',
      'GET /v1/residential/orders?per_page=20&page=2',
      'GET /v1/residential/subscription'
    ]
  },
  'iproyal isp': {
    authorization: ['x-access-token', FACTS_KEY],
    calls: [
      'GET /v1/reseller/orders?per_page=100&page=1',
      'GET /v1/reseller/orders?per_page=100&page=2',
      'GET /v1/reseller/products?per_page=100&page=1',
      'GET /v1/reseller/products?per_page=100&page=2'
    ]
  }
}

/** The credential is in its header, and in no other place of a request. */
function expectWire(requests: readonly RecordedRequest[], { authorization: [name, credential], calls }: Wire): void {
  expect([...new Set(requests.map(({ method, url }) => `${method} ${url}`))].toSorted()).toEqual(calls)
  for (const { url, headers, body } of requests) {
    const { [name]: value, ...rest } = headers
    expect(value).toBe(credential)
    expect(JSON.stringify([url, rest, body])).not.toContain(FACTS_KEY)
  }
}

/** The stored list, in the provider's order. */
async function importProducts(access: Access): Promise<ProductRecord[]> {
  const { catalogue } = launch().account
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const list = await catalogue.import(api.productList(access, {}), options)
  if (!list) throw new Error('nothing has changed')
  expect(list.partial).toBeNull()
  await list.commit('2026-11-25T12:00:00.000Z')
  return (await catalogue.records(ALL)).records
}

test.each(FACTS.map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
  const { replies, expected, paths = {} } = entry
  const provider = await startFactsServer(entry)
  onTestFinished(() => provider.server.stop())
  const { connection, requests } = provider
  const access: Access = { connection, token: FACTS_KEY }
  const definition = definitionOf(connection)

  if (replies.invoices !== undefined) {
    const { value, partial = null } = await answerOf(api.invoices(access))
    expect([value.length, partial]).toEqual([provider.count('invoices'), null])
    for (const [at, invoice] of (expected.invoices ?? []).entries()) expectInvoice(value[at], access, invoice)
    expect(requests.get(definition.invoices?.path ?? '')).toBe(provider.pages('invoices'))
    if (paths.invoicePdf !== undefined) {
      const pdf = await api.invoicePdf(access, value[0]?.invoice.key ?? '')
      expect(Buffer.from(pdf).toString()).toBe(FACTS_PDF)
    }
  }
  if (replies.products !== undefined) {
    const records = await importProducts(access)
    expect(records).toHaveLength(provider.count('products'))
    for (const [at, product] of (expected.products ?? []).entries()) expectProduct(records[at], product)
    expect(requests.get(definition.products?.path ?? '')).toBe(provider.pages('products'))
  }
  if (replies.profile !== undefined) {
    const { value, notes } = await answerOf(api.profile(access))
    if (expected.profile) expectProfile(value, notes, expected.profile)
    expect(value.balance).toEqual(BALANCES[entry.name])
    expect(value.groups.other.map(({ name }) => name)).not.toContain('balance')
  }
  expect([...requests.keys()]).toEqual(expect.arrayContaining(Object.values(paths)))
  if (builtInOf(entry) !== null) {
    if (definition.plans) await answerOf(api.plans(access))
    const wire = WIRES[entry.name]
    if (!wire) throw new Error('what it is asked is not written out')
    expectWire(provider.server.requests, wire)
  }

  const refused: Access = { connection, token: 'another-key' }
  const asked = replies.invoices === undefined ? importProducts(refused) : api.invoices(refused)
  expect(await errorFrom(asked)).toMatchObject({ code: 'UNAUTHORIZED' })
})

test('ProxyRequest signs in with email and password', async () => {
  const { connection, server } = await startFactsServer(factsOf('proxyrequest'))
  onTestFinished(() => server.stop())
  expect(await api.signIn(connection, FACTS_SIGN_IN)).toMatchObject({ token: FACTS_KEY })
})

test('the built-in addresses are those of the facts, and a white label has none', () => {
  for (const entry of FACTS) {
    const provider = builtInOf(entry)
    if (provider === null || entry.baseUrl === undefined) continue
    expect(BUILT_IN[provider].baseUrl).toBe(entry.baseUrl.startsWith('https:') ? entry.baseUrl : null)
  }
})

test('several pages are tested for every way of paging that the facts name', () => {
  const paged = FACTS.filter(({ paging }) => paging !== undefined).map(({ name }) => name)
  expect(paged).toEqual([
    ...['trueproxies', 'proxyrequest', 'webshare', 'iproyal isp', 'iproyal resi', 'whmcs', 'fossbilling'],
    ...['paymenter', 'stripe', 'vultr', 'linode', 'invoiceninja']
  ])
})
