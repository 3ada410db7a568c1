import { beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '../../../../src/main/core/ports/index.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
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

/** The provider answers so, from now on. */
const answered = (products: Api['products']): void => {
  started.platform.products = (...sent) => (asked.push([sent[0].token, sent[1], sent[2].known]), products(...sent))
}
const error = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as AppError).info)

test('the provider is asked for it, and only the order is stored', async () => {
  answered(listing([productRecord('b', { name: 'New name' }), productRecord('a')]))
  expect(await started.catalogue.fetchOrder(WANTED)).toEqual({ order: ORDER, error: null })
  expect(asked).toEqual([['token-1', WANTED, null]])
  expect(started.file.places.get('price true')).toEqual(['b', 'a'])
  expect(started.file.ends).toEqual(['order'])
  expect(started.file.list.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(started.publisher.names).toEqual(['progressChanged', 'catalogueChanged', 'progressChanged'])
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
      error: { code, host: 'host.example' }
    })
    expect(await started.catalogue.fetchOrder({ key: 'other', reverse: true })).toMatchObject({ order: null })
    expect(started.file.ends).toEqual(['order', 'discard', 'discard'])
    expect(started.publisher.names).not.toContain('catalogueChanged')
    expect(started.heard).toMatchObject({ revalidations: 0, reported: [] })
  }
)

test('a refused token raises a revalidate; an error nobody planned for is reported', async () => {
  answered(failing('UNAUTHORIZED', 401))
  expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ order: null, error: { code: 'UNAUTHORIZED' } })
  expect(started.heard.revalidations).toBe(1)
  answered(() => Promise.reject(new TypeError('boom')))
  expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ error: { code: 'INTERNAL' } })
  expect(started.heard.reported).toHaveLength(1)
})

test('"nothing has changed" is no order', async () => {
  answered(async () => null)
  expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ error: { code: 'BAD_REPLY', found: 'empty' } })
  expect(started.file.ends).not.toContain('order')
})

test('what can’t be stored is told, and nothing of it is left', async () => {
  answered(listing([]))
  started.file.beforeCommit = () => {
    throw new AppError('STORAGE')
  }
  expect(await started.catalogue.fetchOrder(WANTED)).toEqual({ order: null, error: { code: 'STORAGE' } })
  expect(started.file.ends).toEqual(['discard'])
})

test('asked for twice at once, it is asked for once, and after that again', async () => {
  answered(listing([]))
  const { fetchOrder } = started.catalogue
  const [one, two] = await Promise.all([fetchOrder(WANTED), fetchOrder({ ...WANTED })])
  expect(asked).toHaveLength(1)
  expect([one, two]).toEqual([
    { order: ORDER, error: null },
    { order: ORDER, error: null }
  ])
  await fetchOrder(WANTED)
  expect(asked).toHaveLength(2)
})

/** A list that never comes, unless the call is called off: it says so, or something else, or takes its time. */
function hanging(end: 'at once' | 'UNREACHABLE' | 'never' = 'at once') {
  const signals: AbortSignal[] = []
  answered((_access, _query, { signal }, intake) => {
    if (signal) signals.push(signal)
    intake.begin({ secrets: [] })
    void intake.take(new Uint8Array(10))
    return new Promise((_resolve, reject) => {
      const code = end === 'at once' ? 'CANCELLED' : 'UNREACHABLE'
      if (end !== 'never') signal?.addEventListener('abort', () => reject(new AppError(code)))
    })
  })
  return signals
}

describe('one at a time', () => {
  test.each(['at once', 'UNREACHABLE'] as const)(
    'another one, the other way round too, ends the one before, which may end %s',
    async (how) => {
      const signals = hanging(how)
      const first = error(started.catalogue.fetchOrder(WANTED))
      await settle()
      answered(listing([]))
      const other = { key: 'price', reverse: false }
      expect(await started.catalogue.fetchOrder(other)).toMatchObject({ order: other, error: null })
      expect(await first).toEqual({ code: 'CANCELLED' })
      expect(signals[0]?.aborted).toBe(true)
      expect(started.file.stored.map(({ reverse }) => reverse)).toEqual([false])
      expect(started.heard).toMatchObject({ revalidations: 0, reported: [] })
    }
  )

  test('one that was ended and is asked for again is asked for again, though it has not ended yet', async () => {
    hanging('never')
    void error(started.catalogue.fetchOrder(WANTED))
    await settle()
    void error(started.catalogue.fetchOrder({ key: 'other', reverse: false }))
    await settle()
    answered(listing([]))
    expect(await started.catalogue.fetchOrder(WANTED)).toEqual({ order: ORDER, error: null })
    expect(asked).toHaveLength(3)
    // The same, where the person ended it.
    hanging('never')
    void started.catalogue.fetchOrder(WANTED)
    await settle()
    started.catalogue.cancelOrder()
    answered(listing([]))
    expect(await started.catalogue.fetchOrder(WANTED)).toMatchObject({ error: null })
  })
})

describe('its progress', () => {
  test('is there while it comes, and gone when it is stored', async () => {
    const { catalogue, file, publisher } = started
    answered(listing([productRecord('a'), productRecord('b')]))
    expect(catalogue.orderProgress()).toBeNull()
    let last: unknown
    file.beforeCommit = () => void (last = catalogue.orderProgress())
    const done = catalogue.fetchOrder(WANTED)
    expect(catalogue.orderProgress()).toEqual({ phase: 'asking', bytes: 0, products: 0 })
    await done
    expect(last).toEqual({ phase: 'storing', bytes: expect.any(Number), products: 2 })
    expect(catalogue.orderProgress()).toBeNull()
    expect(publisher.names.filter((name) => name === 'progressChanged')).toHaveLength(2)
  })
})

describe('ended by the person', () => {
  test.each(['at once', 'UNREACHABLE'] as const)('it says so, and what is stored stays: %s', async (how) => {
    answered(listing([productRecord('b')]))
    await started.catalogue.fetchOrder(WANTED)
    const signals = hanging(how)
    const again = started.catalogue.fetchOrder(WANTED)
    await settle()
    started.catalogue.cancelOrder()
    expect(signals[0]?.aborted).toBe(true)
    expect(await again).toEqual({ order: ORDER, error: { code: 'CANCELLED' } })
    expect(started.file.places.get('price true')).toEqual(['b'])
    expect(started.heard).toMatchObject({ revalidations: 0, reported: [] })
  })

  test('while the password store is asked, nothing is asked for', async () => {
    answered(listing([]))
    const done = started.catalogue.fetchOrder(WANTED)
    started.catalogue.cancelOrder()
    expect(await done).toEqual({ order: null, error: { code: 'CANCELLED' } })
    expect(asked).toEqual([])
  })
})

test('what is stored of an account that is left while that is read is nobody’s', async () => {
  answered(listing([]))
  started.file.orders = async () => {
    await signIn(started.session, 'second@example.com')
    throw new AppError('STORAGE')
  }
  expect(await error(started.catalogue.fetchOrder(WANTED))).toEqual({ code: 'CANCELLED' })
})

test('what is stored and can’t be read is told', async () => {
  answered(listing([]))
  started.file.orders = () => Promise.reject(new AppError('STORAGE'))
  expect(await error(started.catalogue.fetchOrder(WANTED))).toEqual({ code: 'STORAGE' })
})

test.each(['answered', 'refused'])('one that is %s after its account was left is nobody’s', async (how) => {
  const late = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  answered(async (...sent) => {
    signal = sent[2].signal
    await late.promise
    return listing([productRecord('late')])(...sent)
  })
  const fetched = error(started.catalogue.fetchOrder(WANTED))
  await settle()
  await signIn(started.session, 'second@example.com')
  expect(signal?.aborted).toBe(true)
  if (how === 'answered') late.resolve()
  else late.reject(new AppError('UNAUTHORIZED', { status: 401 }))
  expect(await fetched).toEqual({ code: 'CANCELLED' })
  expect(started.file.ends).toEqual(['discard'])
  expect(started.file.stored).toEqual([])
  expect(await started.catalogue.orders()).toEqual({ orders: [] })
  expect(started.heard.revalidations).toBe(0)
})
