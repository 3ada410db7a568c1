/** Links, changes and lists of the catalogue. */
import { beforeEach, expect, test } from 'vitest'
import type { AppError } from '../../../src/shared/ipc/error.ts'
import { OVERVIEW_CHANGES } from '../../../src/shared/ipc/first-calls.ts'
import { productRecord } from '../../support/ports.ts'
import { connection, shownIn, signIn } from '../app/launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

let started: Started

beforeEach(async () => {
  started = await startCatalogue()
  started.fill(
    productRecord('p1', {
      name: 'Alpha',
      longHtmlDescription:
        '<a href="/docs">docs</a> <a href="http://x.example">x</a> <a href="https://192.168.0.1/reboot">y</a> <a href="https://deal.example/">z</a>'
    }),
    productRecord('p2', { name: 'Beta' })
  )
  started.publisher.changes = []
})

const change = (id: number, at = '') => ({
  ...{ id, at, kind: 'new' as const, key: '', name: null, fields: [], moreFields: 0, seen: false, listed: true }
})

const error = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as AppError).info)

test('opens a link of the long description, relative to the provider', async () => {
  expect(await started.catalogue.openLink(started.account, 'p1', '/docs')).toEqual({ host: 'host.example' })
  expect(started.opener.opened).toEqual(['https://host.example/docs'])
})

test('opens no link of the sample', async () => {
  await started.accounts.signIn({ kind: 'sample', data: 'good' })
  const sample = shownIn(started.accounts)
  const longHtmlDescription = '<a href="https://docs.portside.invalid/a">guide</a>'
  const { catalogue: file } = started.cache.open(sample.id, async () => null)
  file.fill([productRecord('p1', { longHtmlDescription })], { fetchedAt: '2026-11-20T10:00:00Z', validators: null })
  expect(await started.catalogue.openLink(sample, 'p1', 'https://docs.portside.invalid/a')).toEqual({ host: null })
  expect(started.opener.opened).toEqual([])
})

test.each([
  ['p1', 'https://evil.example/'],
  ['p2', '/docs'],
  ['not-there', '/docs']
])('of %s, %s is rejected: it is not in the description', async (key, address) => {
  expect(await error(started.catalogue.openLink(started.account, key, address))).toEqual({
    code: 'BAD_REQUEST',
    found: 'address'
  })
  expect(started.opener.opened).toEqual([])
})

test('rejects a link into a private network', async () => {
  expect(await error(started.catalogue.openLink(started.account, 'p1', 'https://192.168.0.1/reboot'))).toEqual({
    code: 'BAD_REQUEST',
    found: 'privateAddress'
  })
  expect(started.opener.opened).toEqual([])
})

test('rejects a link whose name leads to this computer', async () => {
  started.platform.lookUp = async (host) => [host === 'deal.example' ? '127.0.0.1' : '192.0.2.1']
  expect(await error(started.catalogue.openLink(started.account, 'p1', 'https://deal.example/'))).toEqual({
    code: 'BAD_REQUEST',
    found: 'privateAddress'
  })
  expect(started.opener.opened).toEqual([])
})

const MOVED = { ...connection, timeoutSeconds: 60 }

test.each<[what: string, end: () => unknown]>([
  ['is signed out', () => started.accounts.signOut('id-1', false)],
  ['is removed', () => started.accounts.remove('id-1')],
  ['gets another connection', () => started.accounts.changeConnection('id-1', MOVED)],
  ['is locked', () => (started.heard.locked = true)]
])('opens nothing when the account %s during the look-up', async (_what, end) => {
  started.platform.lookUp = async () => {
    await end()
    return ['192.0.2.1']
  }
  expect(await error(started.catalogue.openLink(started.account, 'p1', 'https://deal.example/'))).toEqual({
    code: 'CANCELLED'
  })
  expect(started.opener.opened).toEqual([])
})

test('opens the link of its account when another one is opened during the look-up', async () => {
  started.platform.lookUp = async () => {
    await signIn(started.accounts, 'second@example.com')
    return ['192.0.2.1']
  }
  expect(await started.catalogue.openLink(started.account, 'p1', 'https://deal.example/')).toEqual({
    host: 'deal.example'
  })
  expect(started.opener.opened).toEqual(['https://deal.example/'])
})

test('rejects a link without TLS', async () => {
  expect(await error(started.catalogue.openLink(started.account, 'p1', 'http://x.example'))).toEqual({
    code: 'INSECURE_ADDRESS',
    host: 'x.example'
  })
  expect(started.opener.opened).toEqual([])
})

test('marks changes as seen and notifies the status', async () => {
  started.file.ledger = [change(1), change(2), change(3)]
  const [query, visit] = [{ ...OVERVIEW_CHANGES, limit: 2 }, started.clock.now().toISOString()]
  const page = await started.catalogue.changes(started.account, query)
  expect(page).toMatchObject({ rows: [{ id: 3 }, { id: 2 }], total: 3, visit })
  await started.catalogue.markSeen(started.account, [1, 3])
  expect(await started.file.unseen()).toBe(1)
  await started.catalogue.markAllSeen(started.account, 3)
  expect(await started.file.unseen()).toBe(0)
  expect(started.publisher.topics).toEqual(['status', 'status'])
})

test.each([
  ['week', 7],
  ['month', 30]
] as const)('changes of the last %s are those of %i days', async (period, days) => {
  const at = (day: number) => new Date(started.clock.now().getTime() - day * 86_400_000).toISOString()
  started.file.ledger = [change(1, at(days + 0.1)), change(2, at(days)), change(3, at(0))]
  await started.catalogue.markSeen(started.account, [2, 3])
  const page = await started.catalogue.changes(started.account, { ...OVERVIEW_CHANGES, period, visit: at(1) })
  expect(page).toMatchObject({ rows: [{ id: 3 }, { id: 2 }], visit: at(1) })
})

test('finds places and labels in the account, whichever is shown, until it is signed out', async () => {
  const choice = { text: '', available: false, featured: false, allowed: false, inMarketplace: false, label: null }
  const seek = {
    choice: { ...choice, sort: 'name' as const, providerSort: '', reverse: false, grouped: false },
    from: 0
  }
  expect(await started.catalogue.seek(started.account, { ...seek, prefix: 'B' })).toEqual({ place: 1 })
  expect(await started.catalogue.seek(started.account, { ...seek, prefix: 'C' })).toEqual({ place: null })
  expect(await started.catalogue.labels(started.account)).toEqual({ labels: [] })
  await signIn(started.accounts, 'second@example.com')
  const second = shownIn(started.accounts)
  expect(await started.catalogue.seek(started.account, { ...seek, prefix: 'B' })).toEqual({ place: 1 })
  expect(await started.catalogue.seek(second, { ...seek, prefix: 'B' })).toEqual({ place: null })
  await started.accounts.signOut('id-1', false)
  expect(await error(started.catalogue.labels(started.account))).toEqual({ code: 'CANCELLED' })
})
