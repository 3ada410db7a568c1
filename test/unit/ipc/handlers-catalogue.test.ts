/** The calls about the catalogue. */
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { listing } from '../../support/catalogue.ts'
import { productRecord, settle } from '../../support/ports.ts'
import { connection } from '../core/launch.ts'
import { startAsking, type Asking } from './asking.ts'

const EVERY_MS = 15 * 60_000

let asking: Asking['around']
let ask: Asking['ask']

const choice = {
  text: '',
  available: false,
  featured: false,
  allowed: false,
  inMarketplace: false,
  label: null,
  sort: 'server',
  providerSort: '',
  reverse: false
}
const refused = { ok: false, error: { code: 'BAD_REQUEST', found: 'input' } }

beforeEach(async () => {
  ;({ ask, around: asking } = startAsking())
  asking.platform.products = listing([
    productRecord('p1', { name: 'Alpha', longHtmlDescription: '<a href="https://docs.example/a">' }),
    productRecord('p2', { name: 'Beta' })
  ])
  await ask('session', 'signIn', { connection, email: 'ada@example.com', password: 'pw', again: null })
  await settle()
})

test('a page of the list says how old it is, and in which of the provider’s orders it is', async () => {
  expect(await ask('catalogue', 'page', { ...choice, offset: 0, limit: 200 })).toMatchObject({
    ok: true,
    data: { total: 2, order: null, freshness: { fetchedAt: '2026-11-20T12:00:00.000Z' } }
  })
  expect(await ask('catalogue', 'page', { ...choice, offset: 0, limit: 201 })).toEqual(refused)
})

test('a place, labels, and links are answered', async () => {
  expect(await ask('catalogue', 'seek', { choice, prefix: 'B', from: 0 })).toEqual({ ok: true, data: { place: 1 } })
  expect(await ask('catalogue', 'labels')).toEqual({ ok: true, data: { labels: [] } })
  expect(await ask('catalogue', 'openLink', { key: 'p1', address: 'https://docs.example/a' })).toEqual({
    ok: true,
    data: { host: 'docs.example' }
  })
  expect(await ask('catalogue', 'openLink', { key: 'p2', address: 'https://docs.example/a' })).toEqual({
    ok: false,
    error: { code: 'BAD_REQUEST', found: 'address' }
  })
  expect(await ask('catalogue', 'product', { key: 'p1' })).toMatchObject({ data: { view: { notes: [] } } })
})

test('an order is fetched, listed and dropped', async () => {
  const order = { key: 'price', reverse: false }
  const stored = { ...order, fetchedAt: '2026-11-20T12:00:00.000Z', edition: 1 }
  expect(await ask('catalogue', 'fetchOrder', order)).toEqual({ ok: true, data: { order: stored, error: null } })
  expect(await ask('catalogue', 'orders')).toEqual({ ok: true, data: { orders: [stored] } })
  expect(await ask('catalogue', 'dropOrder', order)).toEqual({ ok: true, data: null })
  expect(await ask('catalogue', 'orders')).toEqual({ ok: true, data: { orders: [] } })
  expect(await ask('catalogue', 'fetchOrder', { key: '', reverse: false })).toEqual(refused)
})

test('changes are listed and seen', async () => {
  expect(await ask('catalogue', 'changes', { offset: 0, limit: 100 })).toEqual({
    ok: true,
    data: { rows: [], total: 0, seenUpTo: 0, newest: 0 }
  })
  expect(await ask('catalogue', 'markSeen', { upTo: 7 })).toEqual({ ok: true, data: null })
  expect(asking.cache.accounts.get('id-1')?.catalogue.seenUpTo).toBe(7)
  expect(await ask('catalogue', 'markSeen', { upTo: -1 })).toEqual(refused)
})

test('a refresh shows how far it is, and is cancelled', async () => {
  expect(await ask('catalogue', 'progress')).toEqual({ ok: true, data: { progress: null } })
  asking.platform.products = () => Promise.withResolvers<never>().promise
  await ask('session', 'signIn', { connection, email: 'bob@example.com', password: 'pw', again: null })
  await settle()
  expect(await ask('catalogue', 'progress')).toMatchObject({ ok: true, data: { progress: { phase: 'asking' } } })
  expect(await ask('catalogue', 'cancelRefresh')).toEqual({ ok: true, data: null })
})

test('the order that is fetched shows how far it is, a refresh goes before it, and both are cancelled', async () => {
  const signals: (AbortSignal | undefined)[] = []
  asking.platform.products = (_access, { key }, { signal }, intake) => {
    signals.push(signal)
    intake.begin({ secrets: [] })
    void intake.take(new Uint8Array(key ? 10 : 20))
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new AppError('CANCELLED'))))
  }
  const order = ask('catalogue', 'fetchOrder', { key: 'price', reverse: false })
  await settle()
  expect(await ask('catalogue', 'progress')).toMatchObject({ data: { progress: { bytes: 10 } } })
  await asking.clock.advance(EVERY_MS)
  expect(await ask('catalogue', 'progress')).toMatchObject({ data: { progress: { bytes: 20 } } })
  expect(await ask('catalogue', 'cancelRefresh')).toEqual({ ok: true, data: null })
  expect(await order).toEqual({ ok: true, data: { order: null, error: { code: 'CANCELLED' } } })
  await settle()
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true])
  expect(await ask('catalogue', 'progress')).toEqual({ ok: true, data: { progress: null } })
})

test('what is chosen goes to a file', async () => {
  expect(await ask('catalogue', 'exportFile', { choice, format: 'json' })).toEqual({
    ok: true,
    data: { name: 'chosen.json', products: 2 }
  })
  expect(JSON.parse(asking.files.text)).toEqual([{ id: 'p1' }, { id: 'p2' }])
  expect(await ask('catalogue', 'exportFile', { choice, format: 'xlsx' })).toEqual(refused)
})
