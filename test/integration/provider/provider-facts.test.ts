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
import { callsIn, splitAt, wireOf, type Wire } from '../../support/provider-wires.ts'
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

/** The credential is in its header, and in no other place of a request. */
function expectWire(requests: readonly RecordedRequest[], { authorization: [name, credential], calls }: Wire): void {
  expect(callsIn(requests)).toEqual(calls)
  for (const request of requests) {
    const { value, rest } = splitAt(name, request)
    expect(value).toBe(credential)
    expect(rest).not.toContain(FACTS_KEY)
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
    expectWire(provider.server.requests, wireOf(entry.name))
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
