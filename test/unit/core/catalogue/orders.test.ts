import { beforeEach, expect, test } from 'vitest'
import type { Platform } from '../../../../src/main/core/ports.ts'
import { Fault } from '../../../../src/shared/ipc/failure.ts'
import { listing } from '../../../support/catalogue.ts'
import { failing, productRecord, settle } from '../../../support/ports.ts'
import { signIn } from '../launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

const WANTED = { key: 'price', reverse: true }
const ORDER = { ...WANTED, fetchedAt: '2026-11-20T12:00:00.000Z', edition: 1 }

let started: Started
let asked: unknown[]

beforeEach(async () => {
  started = await startCatalogue()
  started.fill(productRecord('a'), productRecord('b'))
  started.publisher.names = []
  asked = []
})

/** The platform answers so, from now on. */
const answered = (products: Platform['products']): void => {
  started.platform.products = (...sent) => (asked.push([sent[0].token, sent[1], sent[2].known]), products(...sent))
}
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as Fault).failure)

test('the platform is asked for it, and only the order is stored', async () => {
  answered(listing([productRecord('b', { name: 'New name' }), productRecord('a')]))
  expect(await started.catalogue.fetchOrder(WANTED)).toEqual({ order: ORDER, failure: null })
  expect(asked).toEqual([['token-1', WANTED, null]])
  expect(started.file.places.get('price true')).toEqual(['b', 'a'])
  expect(started.file.ends).toEqual(['order'])
  expect(started.file.list.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(started.publisher.names).toEqual(['catalogueChanged'])
  expect(await started.catalogue.orders()).toEqual({ orders: [ORDER] })
})

test('one that is dropped is gone, and that is told', async () => {
  answered(listing([]))
  await started.catalogue.fetchOrder(WANTED)
  started.publisher.names = []
  await started.catalogue.dropOrder({ key: 'price', reverse: false })
  expect((await started.catalogue.orders()).orders).toHaveLength(1)
  await started.catalogue.dropOrder(WANTED)
  expect(await started.catalogue.orders()).toEqual({ orders: [] })
  expect(started.publisher.names).toContain('catalogueChanged')
})

test.each(['SERVER', 'FORBIDDEN', 'TIMEOUT', 'BAD_REPLY'] as const)(
  '%s is part of the answer, and the order that was stored stays',
  async (code) => {
    answered(listing([]))
    await started.catalogue.fetchOrder(WANTED)
    await started.clock.advance(60_000)
    started.publisher.names = []
    answered(failing(code))
    expect(await started.catalogue.fetchOrder(WANTED)).toEqual({
      order: ORDER,
      failure: { code, host: 'host.example' }
    })
    expect(await started.catalogue.fetchOrder({ key: 'other', reverse: true })).toMatchObject({ order: null })
    expect(started.file.ends).toEqual(['order', 'discard', 'discard'])
    expect(started.publisher.names).toEqual([])
    expect(started.heard).toMatchObject({ doubts: 0, reported: [] })
  }
)

test('a refused token raises a doubt; an error nobody planned for is reported', async () => {
  answered(failing('UNAUTHORIZED', 401))
  expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ order: null, failure: { code: 'UNAUTHORIZED' } })
  expect(started.heard.doubts).toBe(1)
  answered(() => Promise.reject(new TypeError('boom')))
  expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ failure: { code: 'INTERNAL' } })
  expect(started.heard.reported).toHaveLength(1)
})

test('"nothing has changed" is no order', async () => {
  answered(async () => null)
  expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ failure: { code: 'BAD_REPLY', found: 'empty' } })
  expect(started.file.ends).not.toContain('order')
})

test('what can’t be stored is told, and nothing of it is left', async () => {
  answered(listing([]))
  started.file.beforeCommit = () => {
    throw new Fault('CACHE')
  }
  expect(await started.catalogue.fetchOrder(WANTED)).toEqual({ order: null, failure: { code: 'CACHE' } })
  expect(started.file.ends).toEqual(['discard'])
})

test('asked for twice at once, it is asked for once; the other way round is another one', async () => {
  answered(listing([]))
  const { fetchOrder } = started.catalogue
  await Promise.all([fetchOrder(WANTED), fetchOrder({ ...WANTED }), fetchOrder({ key: 'price', reverse: false })])
  expect(asked).toHaveLength(2)
  await fetchOrder(WANTED)
  expect(asked).toHaveLength(3)
})

test.each(['answered', 'refused'])('one that is %s after its account was left is nobody’s', async (how) => {
  const late = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  answered(async (...sent) => {
    signal = sent[2].signal
    await late.promise
    return listing([productRecord('late')])(...sent)
  })
  const fetched = failure(started.catalogue.fetchOrder(WANTED))
  await settle()
  await signIn(started.session, 'second@example.com')
  expect(signal?.aborted).toBe(true)
  if (how === 'answered') late.resolve()
  else late.reject(new Fault('UNAUTHORIZED', { status: 401 }))
  expect(await fetched).toEqual({ code: 'CANCELLED' })
  expect(started.file.ends).toEqual(['discard'])
  expect(started.file.stored).toEqual([])
  expect(await started.catalogue.orders()).toEqual({ orders: [] })
  expect(started.heard.doubts).toBe(0)
})
