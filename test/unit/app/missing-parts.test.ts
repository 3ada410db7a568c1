/** A provider's definition may lack any call. Core is walked with each combination: nothing asks for a call that isn't there. */
import { expect, test } from 'vitest'
import { ConnectionCheck } from '../../../src/main/accounts/connection/connection-check.ts'
import { Catalogue } from '../../../src/main/catalogue/catalogue.ts'
import { Invoices } from '../../../src/main/invoices/invoices.ts'
import { invoiceNewsSource } from '../../../src/main/app/notifications/invoice-news.ts'
import { Plans } from '../../../src/main/plans/plans.ts'
import { Notifications } from '../../../src/main/app/notifications/notifications.ts'
import { Refresh } from '../../../src/main/accounts/rounds/refresh.ts'
import { AccountSummaries } from '../../../src/main/accounts/summary/account-summaries.ts'
import { readStatus, readStoredProfile } from '../../../src/main/accounts/summary/status.ts'
import type { Connection, DefinitionChanges } from '../../../src/shared/models/connection.ts'
import { TOPICS } from '../../../src/shared/models/freshness.ts'
import { EVERY_PRODUCT } from '../../../src/shared/models/product.ts'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'
import { definitionOf, topicsOf } from '../../../src/shared/providers/definition.ts'
import { listing } from '../../support/catalogue.ts'
import { plan } from '../../support/plans.ts'
import { answer, FakeApi, FakeProbe, productRecord, settle } from '../../support/ports.ts'
import { recordById } from '../invoices/invoices.ts'
import { connection, errorOf, launchCore, world } from './launch.ts'
import { connect } from '../accounts/rounds/rounds.ts'

const MINUTE = 60_000
const CALLS = ['profile', 'products', 'product', 'invoices', 'plans', 'invoicePdf', 'health'] as const
type CallName = (typeof CALLS)[number] | 'sort'

/** Every subset of the calls, and a list of products with and without the provider's own sort. */
const COMBINATIONS: CallName[][] = Array.from({ length: 2 ** CALLS.length }, (_none, bits) =>
  CALLS.filter((_call, at) => bits & (1 << at))
).flatMap((calls): CallName[][] => (calls.includes('products') ? [calls, [...calls, 'sort']] : [calls]))

/** Calls that the default provider's definition lacks. */
const MORE = { plans: { path: '/plans' }, invoicePdf: { path: '/v3/invoices/{id}/pdf' } }

/** The default provider's definition with these calls. */
function only(calls: readonly CallName[]): Connection {
  const absent = CALLS.filter((call) => !calls.includes(call)).map((call) => [call, null])
  const { products } = definitionOf(connection)
  return {
    ...connection,
    ...MORE,
    ...(Object.fromEntries(absent) as DefinitionChanges),
    ...(calls.includes('products') && !calls.includes('sort') && products ? { products: { path: products.path } } : {})
  }
}

/** An API that notes its calls, and those that the definition doesn't have. */
function strictApi(): { api: FakeApi; asked: CallName[]; undefinedCalls: string[] } {
  const api = new FakeApi()
  const asked: CallName[] = []
  const undefinedCalls: string[] = []
  const ask = (call: CallName, at: Connection): void => {
    const definition = definitionOf(at)
    const isDefined = call === 'sort' ? definition.products?.sort !== undefined : definition[call] !== null
    ;(isDefined ? asked : undefinedCalls).push(call)
  }
  const { profile, product, productList, invoicePdf, health } = api
  api.products = listing([productRecord('p1')])
  api.profile = (access, its) => (ask('profile', access.connection), profile(access, its))
  api.invoices = (access) => (ask('invoices', access.connection), Promise.resolve(answer([recordById('i1')])))
  api.plans = (access) => (ask('plans', access.connection), Promise.resolve(answer([plan()])))
  api.product = (access, id, its) => (ask('product', access.connection), product(access, id, its))
  api.productList = (access, query, its) => {
    ask('products', access.connection)
    if (query.key !== undefined) ask('sort', access.connection)
    return productList(access, query, its)
  }
  api.invoicePdf = (access, id, signal) => (ask('invoicePdf', access.connection), invoicePdf(access, id, signal))
  api.health = (at, signal) => (ask('health', at), health(at, signal))
  return { api, asked, undefinedCalls }
}

/** Core over the API, with two accounts of one connection; the second one is shown. */
async function launch(place: Connection) {
  const strict = strictApi()
  const core = launchCore({ ...world(), asks: true, platform: strict.api })
  const notices: string[] = []
  const refresh = new Refresh({
    ...core.parts,
    everyMs: core.everyMs,
    network: { online: () => true },
    onScreen: () => true
  })
  connect(core, refresh)
  core.events.invoicesFetched = (account, storage) => notifications.check(account, storage)
  const notifications = new Notifications(
    {
      ...core.parts,
      notifier: { supported: () => true, show: ({ title }) => void notices.push(title) },
      settings: () => DEFAULT_SETTINGS,
      locale: () => 'en',
      sha256: (text) => text,
      open: () => undefined
    },
    invoiceNewsSource
  )
  const parts = { ...core.parts, refresh }
  const modules = {
    notifications,
    summaries: new AccountSummaries(parts),
    catalogue: new Catalogue(parts),
    invoices: new Invoices({
      ...parts,
      locale: () => 'en',
      sha256: (text) => text,
      combineInvoices: core.cache.combineInvoices
    }),
    plans: new Plans({ ...parts, settings: () => DEFAULT_SETTINGS }),
    check: new ConnectionCheck({ ...parts, probe: new FakeProbe(), proxy: { source: () => 'system' } }),
    status: () => readStatus(core.accounts.shown, parts, { registry: 'fine', isOnline: true, all: null })
  }
  for (const email of ['ada@example.com', 'bob@example.com']) {
    await core.accounts.signIn({ kind: 'password', connection: place, email, password: 'canary-password', again: null })
    await settle()
  }
  await refresh.start()
  modules.summaries.start()
  return { ...core, ...strict, ...modules, refresh, notices }
}

type Launched = Awaited<ReturnType<typeof launch>>

/** What the user, the clock and the network can cause. */
async function walk(core: Launched): Promise<void> {
  const { refresh, accounts, clock, catalogue, account } = core
  for (const topic of [null, ...TOPICS]) await refresh.fetch(account, topic)
  await refresh.fetchAllAccounts()
  account.rounds.revalidate()
  refresh.retryNow()
  core.check.start(account, null)
  await settle()
  await core.status()
  await core.summaries.read()
  await readStoredProfile(account)
  await core.plans.page(account, { offset: 0, limit: 10 })
  await core.plans.page(null, { offset: 0, limit: 10 })
  await catalogue.page(account, { ...EVERY_PRODUCT, offset: 0, limit: 10 })
  core.storageOf('id-2').catalogue.list = [productRecord('p1')]
  await catalogue.refreshProduct(account, 'p1')
  await errorOf(catalogue.sortOrders.fetch(account, { key: 'price', reverse: false }))
  // As read while the definition had more.
  core.storageOf('id-2').records = [recordById('i1')]
  await errorOf(core.invoices.pdfs.save({ account: 'id-2', key: 'i1' }))
  await errorOf(core.invoices.links.open({ account: 'id-2', key: 'i1' }, { which: 'page', link: 'fresh' }))
  accounts.show('id-1')
  await clock.advance(31 * MINUTE)
  clock.sleep(31 * MINUTE)
  refresh.systemWoke()
  core.notifications.catchUp()
  await clock.advance(MINUTE)
  accounts.show('id-2')
  await settle()
}

test.each(COMBINATIONS.map((calls) => [calls.join(', ') || 'no call', calls] as const))(
  'asks only for what there is: %s',
  async (_name, calls) => {
    const core = await launch(only(calls))
    await walk(core)
    await errorOf(core.accounts.signIn({ kind: 'token', connection: only(calls), token: 'key-1', again: null }))
    await settle()
    expect(core.undefinedCalls).toEqual([])
    // The product's own call is made with or without the list that it was found in.
    expect(new Set(core.asked)).toEqual(new Set(calls))
    expect(core.heard.reported).toEqual([])
    const status = await core.status()
    const topics = topicsOf(definitionOf(only(calls)))
    expect(status.failed).toEqual([])
    expect(status.refreshing).toEqual([])
    expect(status.products === null).toBe(!topics.includes('catalogue'))
    expect(status.openInvoices).toBe(topics.includes('invoices') ? 1 : null)
    core.refresh.stop()
  }
)

test('a part that is removed is asked for no more, and what was saved of it is nobody’s news', async () => {
  const core = await launch(connection)
  await settle()
  expect(await core.status()).toMatchObject({ products: 1, openInvoices: 1 })
  await core.accounts.changeConnection('id-2', only(['profile']))
  await settle()
  core.asked.length = 0
  await walk(core)
  expect(core.undefinedCalls).toEqual([])
  expect(await core.status()).toMatchObject({ products: null, openInvoices: null, unseenChanges: 0, failed: [] })
  const summary = await core.summaries.read()
  expect(summary).toMatchObject({
    accounts: [
      { id: 'id-1', hasInvoices: true, owed: { open: 1 } },
      { id: 'id-2', hasInvoices: false, owed: { open: null }, due: [], fetchedAt: null }
    ]
  })
  core.refresh.stop()
})

test('a part that comes back is fetched at once', async () => {
  const core = await launch(only(['profile']))
  core.asked.length = 0
  await core.accounts.changeConnection('id-2', connection)
  await settle()
  expect(new Set(core.asked)).toEqual(new Set(['profile', 'products', 'invoices']))
  expect(await core.status()).toMatchObject({ products: 1, openInvoices: 1 })
  core.refresh.stop()
})

test('a part that is removed while it is fetched is neither refreshing nor failed', async () => {
  const core = await launch(connection)
  await settle()
  core.api.products = () => new Promise(() => undefined)
  core.api.invoices = () => Promise.reject(new Error('boom'))
  void core.account.rounds.poll()
  await settle()
  expect(await core.status()).toMatchObject({ refreshing: ['catalogue'], failed: ['invoices'] })
  await core.accounts.changeConnection('id-2', only(['profile']))
  await settle()
  expect(await core.status()).toMatchObject({ refreshing: [], failed: [] })
  core.refresh.stop()
})

test('a missing part is no lost data: an account that is opened again soon is not asked again', async () => {
  const core = await launch(only(['profile']))
  core.accounts.show('id-1')
  await settle()
  core.asked.length = 0
  core.accounts.show('id-2')
  await settle()
  expect(core.asked).toEqual([])
  core.refresh.stop()
})

test('a sort that the provider doesn’t have is rejected, and the stored list stays', async () => {
  const core = await launch(only(['products']))
  expect(await errorOf(core.catalogue.sortOrders.fetch(core.account, { key: 'price', reverse: false }))).toEqual({
    code: 'BAD_REQUEST',
    found: 'input'
  })
  expect(await core.catalogue.sortOrders.list(core.account)).toEqual([])
  core.refresh.stop()
})
