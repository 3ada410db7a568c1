import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Catalogue } from '../../../src/main/catalogue/catalogue.ts'
import type { Account } from '../../../src/main/accounts/account.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { failing, productRecord, settle, type FakeApi, type PublishedEvents } from '../../support/ports.ts'
import { connection, shownIn, signIn } from '../app/launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

const CHANGED = { ...productRecord('p1', { name: 'New' }), raw: { id: 'p1', name: 'New' } }
const MOVED = { ...connection, timeoutSeconds: 60 }

let platform: FakeApi
let accounts: Started['accounts']
let account: Account
let catalogue: Catalogue
let published: PublishedEvents
let heard: Started['heard']
let revalidate: Started['revalidate']
let storageOf: Started['storageOf']
let file: Started['file']
let fill: Started['fill']

beforeEach(async () => {
  const started = await startCatalogue()
  ;({ platform, accounts, account, catalogue, publisher: published } = started)
  ;({ heard, revalidate, storageOf, file, fill } = started)
  fill(
    productRecord('p1', { name: 'Old', longHtmlDescription: '<b>hi</b>', imagePath: '/images/a.png' }),
    productRecord('p2', { longHtmlDescription: '  ' })
  )
  published.changes = []
})

test('a product’s view leaves out its HTML and says whether there is any', async () => {
  const { view, freshness } = await catalogue.product(account, 'p1')
  expect(view?.product).toEqual({ id: 'p1', name: 'Old', imagePath: '/images/a.png' })
  expect(view?.hasLongDescription).toBe(true)
  expect((await catalogue.product(account, 'p2')).view?.hasLongDescription).toBe(false)
  expect(freshness.fetchedAt).toBe('2026-11-20T10:00:00Z')
  expect(await catalogue.description(account, 'p1')).toBe('<b>hi</b>')
})

test('a product’s view has no letter with thousands of marks, and no endless run of letters that join', async () => {
  const marked = `a${'\u0301'.repeat(10_000)}b`
  const joined = '\ufdfa'.repeat(10_000)
  fill({ ...productRecord('p1', { name: marked, description: joined }), raw: { marked } })
  const { view } = await catalogue.product(account, 'p1')
  expect(view?.product.description).not.toMatch(/\ufdfa{501}/)
  expect(view?.product.name).toBe(`a${'\u0301'.repeat(8)}b`)
  // Copied as it is; the page limits what it shows of it.
  expect(view?.raw).toContain(marked)
})

test('a product’s view has its reading issues and those of its id', async () => {
  const wrong = { kind: 'wrongType' as const, field: 'weight', count: 1 }
  fill({ ...productRecord('p1'), key: 'p1~2', notes: [wrong] }, { ...productRecord('p2'), key: '~0c1', product: {} })
  expect((await catalogue.product(account, 'p1~2')).view?.notes).toEqual([wrong, { kind: 'sameId', count: 1 }])
  expect((await catalogue.product(account, '~0c1')).view?.notes).toEqual([{ kind: 'noId', count: 1 }])
})

test('a changed product is stored and notified, an unchanged one is not', async () => {
  platform.product = async () => ({ value: CHANGED, notes: [] })
  expect((await catalogue.refreshProduct(account, 'p1')).view?.product.name).toBe('New')
  expect(published.topics).toContain('catalogue')
  published.changes = []
  await catalogue.refreshProduct(account, 'p1')
  expect(published.topics).toEqual([])
})

test('a product that is no longer offered keeps its copy and shows the error', async () => {
  platform.product = failing('NOT_FOUND', 404)
  const { view, freshness } = await catalogue.refreshProduct(account, 'p1')
  expect(view?.product.name).toBe('Old')
  expect(freshness.error).toMatchObject({ code: 'NOT_FOUND' })
})

test('only a refused token is revalidated, and the copy stays', async () => {
  platform.product = failing('SERVER', 500)
  await catalogue.refreshProduct(account, 'p1')
  platform.product = failing('FORBIDDEN', 403)
  await catalogue.refreshProduct(account, 'p1')
  expect(revalidate).not.toHaveBeenCalled()
  platform.product = failing('UNAUTHORIZED', 401)
  const { view, freshness } = await catalogue.refreshProduct(account, 'p1')
  expect(revalidate).toHaveBeenCalledOnce()
  expect(view?.product.name).toBe('Old')
  expect(freshness.error).toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a call that was cancelled says nothing of the product', async () => {
  platform.product = failing('CANCELLED')
  await expect(catalogue.refreshProduct(account, 'p1')).rejects.toMatchObject({ info: { code: 'CANCELLED' } })
})

test('a lock ends no call', async () => {
  const call = startCall()
  await settle()
  heard.locked = true
  call.end('answered')
  expect(await call.asked).toMatchObject({ view: { product: { name: 'New' } } })
  expect(file.list[0]?.product.name).toBe('New')
})

const HOWS = ['answered', 'refused'] as const
/** A call that ends later. */
function startCall() {
  const late = Promise.withResolvers<Awaited<ReturnType<FakeApi['product']>>>()
  platform.product = () => late.promise
  return {
    asked: catalogue.refreshProduct(account, 'p1').catch((error: unknown) => error),
    end(how: (typeof HOWS)[number]): void {
      if (how === 'answered') late.resolve({ value: CHANGED, notes: [] })
      else late.reject(new AppError('UNAUTHORIZED', { status: 401 }))
    }
  }
}

describe.each(HOWS)('a call that is %s', (how) => {
  test.each<[what: string, end: () => Promise<void>]>([
    ['was signed out', () => accounts.signOut('id-1', false)],
    ['was removed', () => accounts.remove('id-1')],
    ['got another connection', () => accounts.changeConnection('id-1', MOVED)]
  ])('after the account %s is cancelled', async (_what, end) => {
    const call = startCall()
    await settle()
    await end()
    call.end(how)
    expect(await call.asked).toMatchObject({ info: { code: 'CANCELLED' } })
    expect(revalidate).not.toHaveBeenCalled()
    expect(file.list[0]?.product.name).toBe('Old')
  })
})

test('a call that is answered after another account was opened is stored for its own', async () => {
  const call = startCall()
  await signIn(accounts, 'second@example.com')
  call.end('answered')
  expect(await call.asked).toMatchObject({ view: { product: { name: 'New' } } })
  expect(file.list[0]?.product.name).toBe('New')
  expect(storageOf('id-2').catalogue.list).toEqual([])
  expect(published.changes.filter(([topic]) => topic === 'catalogue')).toEqual([['catalogue', 'id-1']])
})

test('a call that is refused after another account was opened revalidates its own', async () => {
  const call = startCall()
  await signIn(accounts, 'second@example.com')
  const other = vi.spyOn(shownIn(accounts).rounds, 'revalidate')
  call.end('refused')
  expect(await call.asked).toMatchObject({
    view: { product: { name: 'Old' } },
    freshness: { error: { code: 'UNAUTHORIZED' } }
  })
  expect(revalidate).toHaveBeenCalledOnce()
  expect(other).not.toHaveBeenCalled()
})

test('a product without its own id is not requested', async () => {
  platform.product = failing('SERVER', 500)
  fill({ ...productRecord('stand-in'), product: { name: 'No id' } })
  const { view, freshness } = await catalogue.refreshProduct(account, 'stand-in')
  expect(view?.product.name).toBe('No id')
  expect(freshness.error).toBeNull()
})

describe.each(['the stored record', 'the keychain'] as const)('while %s is read', (what) => {
  let asked: string[]
  let reading: PromiseWithResolvers<void>
  let late: PromiseWithResolvers<void>

  beforeEach(() => {
    asked = []
    platform.product = async ({ token }, id) => (asked.push(token), { value: productRecord(id), notes: [] })
    reading = Promise.withResolvers<void>()
    late = Promise.withResolvers<void>()
    const hold = async (): Promise<void> => {
      reading.resolve()
      await late.promise
    }
    const { product } = file
    if (what === 'the stored record') file.product = async (key) => (await hold(), product(key))
    else {
      const access = account.access.bind(account)
      account.access = async (...asked) => {
        const found = await access(...asked)
        await hold()
        return found
      }
    }
  })

  test.each<[what: string, end: () => Promise<void>]>([
    ['is signed out', () => accounts.signOut('id-1', false)],
    ['is removed', () => accounts.remove('id-1')],
    ['gets another connection', () => accounts.changeConnection('id-1', MOVED)]
  ])('it is cancelled when the account %s', async (_what, end) => {
    const answer = catalogue.refreshProduct(account, 'p1').catch((error: unknown) => error)
    await reading.promise
    await end()
    late.resolve()
    expect(await answer).toMatchObject({ info: { code: 'CANCELLED' } })
    expect(asked).toEqual([])
  })

  test('another account may be opened: the provider is asked with the token of the one that was named', async () => {
    const answer = catalogue.refreshProduct(account, 'p1')
    await reading.promise
    platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
    await signIn(accounts, 'second@example.com')
    late.resolve()
    expect(await answer).toMatchObject({ freshness: { error: null } })
    expect(asked).toEqual(['token-1'])
  })
})

test('a huge record is cut for the page', async () => {
  const long = 'é '.repeat(250_000)
  fill({
    ...productRecord('big', { description: long }),
    raw: { id: 'big', description: long },
    unknownFields: Array.from({ length: 1000 }, () => long),
    notes: Array.from({ length: 1000 }, () => ({ kind: 'credentialDropped' as const, count: 1, field: long }))
  })
  const { view } = await catalogue.product(account, 'big')
  expect(view?.product.description).toHaveLength(20_000)
  expect(view?.raw).toHaveLength(200_000)
  expect(view?.raw.endsWith('…')).toBe(true)
  expect(JSON.stringify(view?.unknownFields).length).toBeLessThan(25_000)
  expect(JSON.stringify(view?.notes).length).toBeLessThan(40_000)
  // The field inspector reads it whole.
  expect(JSON.parse((await catalogue.record(account, 'big')) ?? '')).toEqual({ id: 'big', description: long })
})
