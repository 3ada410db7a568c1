import { beforeEach, expect, test } from 'vitest'
import type { Catalogue } from '../../../../src/main/core/catalogue/catalogue.ts'
import type { Session } from '../../../../src/main/core/session/session.ts'
import type { OpenAccountStorage } from '../../../../src/main/core/open-account-storage.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import {
  failing,
  productRecord,
  type FakeApi,
  type MemoryStorage,
  type PublishedEvents
} from '../../../support/ports.ts'
import { signIn } from '../launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

let platform: FakeApi
let cache: MemoryStorage
let session: Session
let store: OpenAccountStorage
let catalogue: Catalogue
let published: PublishedEvents
let heard: Started['heard']
let file: Started['file']
let fill: Started['fill']

beforeEach(async () => {
  ;({ platform, cache, session, store, catalogue, publisher: published, heard, file, fill } = await startCatalogue())
  fill(
    productRecord('p1', { name: 'Old', longHtmlDescription: '<b>hi</b>', imagePath: '/images/a.png' }),
    productRecord('p2', { longHtmlDescription: '  ' })
  )
  published.names = []
})

test('a product’s view leaves out its HTML and says whether there is any', async () => {
  const { view, freshness } = await catalogue.product('p1')
  expect(view?.product).toEqual({ id: 'p1', name: 'Old', imagePath: '/images/a.png' })
  expect(view?.hasLongDescription).toBe(true)
  expect((await catalogue.product('p2')).view?.hasLongDescription).toBe(false)
  expect(freshness.fetchedAt).toBe('2026-11-20T10:00:00Z')
  expect(await catalogue.description('p1')).toBe('<b>hi</b>')
})

test('a product’s view has no letter with thousands of marks, and no endless run of letters that join', async () => {
  const marked = `a${'\u0301'.repeat(10_000)}b`
  const joined = '\ufdfa'.repeat(10_000)
  fill({ ...productRecord('p1', { name: marked, description: joined }), raw: { marked } })
  const { view } = await catalogue.product('p1')
  expect(view?.product.description).not.toMatch(/\ufdfa{501}/)
  expect(view?.product.name).toBe(`a${'\u0301'.repeat(8)}b`)
  // Copied as it is; the page limits what it shows of it.
  expect(view?.raw).toContain(marked)
})

test('a product’s view has its reading issues and those of its id', async () => {
  const wrong = { kind: 'wrongType' as const, field: 'weight', count: 1 }
  fill({ ...productRecord('p1'), key: 'p1~2', notes: [wrong] }, { ...productRecord('p2'), key: '~0c1', product: {} })
  expect((await catalogue.product('p1~2')).view?.notes).toEqual([wrong, { kind: 'sameId', count: 1 }])
  expect((await catalogue.product('~0c1')).view?.notes).toEqual([{ kind: 'noId', count: 1 }])
})

test('a changed product is stored and notified, an unchanged one is not', async () => {
  platform.product = async () => ({
    value: { ...productRecord('p1', { name: 'New' }), raw: { id: 'p1', name: 'New' } },
    notes: []
  })
  expect((await catalogue.refreshProduct('p1')).view?.product.name).toBe('New')
  expect(published.names).toContain('catalogueChanged')
  published.names = []
  await catalogue.refreshProduct('p1')
  expect(published.names).toEqual([])
})

test('a product that is no longer offered keeps its copy and shows the error', async () => {
  platform.product = failing('NOT_FOUND', 404)
  const { view, freshness } = await catalogue.refreshProduct('p1')
  expect(view?.product.name).toBe('Old')
  expect(freshness.error).toMatchObject({ code: 'NOT_FOUND' })
})

test('only a refused token is revalidated, and the copy stays', async () => {
  platform.product = failing('SERVER', 500)
  await catalogue.refreshProduct('p1')
  platform.product = failing('FORBIDDEN', 403)
  await catalogue.refreshProduct('p1')
  expect(heard.revalidations).toBe(0)
  platform.product = failing('UNAUTHORIZED', 401)
  const { view, freshness } = await catalogue.refreshProduct('p1')
  expect(heard.revalidations).toBe(1)
  expect(view?.product.name).toBe('Old')
  expect(freshness.error).toMatchObject({ code: 'UNAUTHORIZED' })
})

test.each(['answered', 'refused'])('a call that is %s after another account was opened is cancelled', async (how) => {
  const late = Promise.withResolvers<Awaited<ReturnType<FakeApi['product']>>>()
  platform.product = () => late.promise
  const asked = catalogue.refreshProduct('p1').catch((error: unknown) => error)
  await signIn(session, 'second@example.com')
  if (how === 'answered') late.resolve({ value: productRecord('p1', { name: 'New' }), notes: [] })
  else late.reject(new AppError('UNAUTHORIZED', { status: 401 }))
  expect(await asked).toMatchObject({ info: { code: 'CANCELLED' } })
  expect(heard.revalidations).toBe(0)
  expect(cache.accounts.get('id-1')?.catalogue.list[0]?.product.name).toBe('Old')
  expect(store.current()).toBe(cache.accounts.get('id-2'))
  expect(cache.accounts.get('id-2')?.catalogue.list).toEqual([])
})

test('a product without its own id is not requested', async () => {
  platform.product = failing('SERVER', 500)
  fill({ ...productRecord('stand-in'), product: { name: 'No id' } })
  const { view, freshness } = await catalogue.refreshProduct('stand-in')
  expect(view?.product.name).toBe('No id')
  expect(freshness.error).toBeNull()
})

test.each(['the stored record', 'the keychain'])(
  'is cancelled when another account is opened while %s is read',
  async (what) => {
    const asked: string[] = []
    platform.product = async ({ token }, id) => (asked.push(token), { value: productRecord(id), notes: [] })
    platform.signIn = async () => ({ token: 'token-2', expiresAt: null })
    const late = Promise.withResolvers<void>()
    const hold = async (): Promise<void> => {
      reading.resolve()
      await late.promise
    }
    const reading = Promise.withResolvers<void>()
    const { product } = file
    if (what === 'the stored record') file.product = async (key) => (await hold(), product(key))
    else {
      const access = session.access.bind(session)
      session.access = async () => {
        const found = await access()
        await hold()
        return found
      }
    }
    const answer = catalogue.refreshProduct('p1').catch((error: unknown) => error)
    await reading.promise
    await signIn(session, 'second@example.com')
    late.resolve()
    expect(await answer).toMatchObject({ info: { code: 'CANCELLED' } })
    expect(asked).toEqual([])
  }
)

test('a huge record is cut for the page', async () => {
  const long = 'é '.repeat(250_000)
  fill({
    ...productRecord('big', { description: long }),
    raw: { id: 'big', description: long },
    unknownFields: Array.from({ length: 1000 }, () => long),
    notes: Array.from({ length: 1000 }, () => ({ kind: 'credentialDropped' as const, count: 1, field: long }))
  })
  const { view } = await catalogue.product('big')
  expect(view?.product.description).toHaveLength(20_000)
  expect(view?.raw).toHaveLength(200_000)
  expect(view?.raw.endsWith('…')).toBe(true)
  expect(JSON.stringify(view?.unknownFields).length).toBeLessThan(25_000)
  expect(JSON.stringify(view?.notes).length).toBeLessThan(40_000)
  // The field inspector reads it whole.
  expect(JSON.parse((await catalogue.record('big')) ?? '')).toEqual({ id: 'big', description: long })
})
