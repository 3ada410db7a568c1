import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Account } from '../../../src/main/accounts/account.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { listing, type ProductListAnswer } from '../../support/catalogue.ts'
import { failing, productRecord, settle } from '../../support/ports.ts'
import { connection, shownIn, signIn } from '../app/launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

const PART = { received: 1, total: 2 }
const WANTED = { key: 'price', reverse: true }
const ORDER = { ...WANTED, fetchedAt: '2026-11-20T12:00:00.000Z', edition: 1 }

/** What ends a call on the account. */
const ENDS: [what: string, end: () => Promise<void>][] = [
  ['is signed out', () => started.accounts.signOut('id-1', false)],
  ['is removed', () => started.accounts.remove('id-1')],
  ['gets another connection', () => started.accounts.changeConnection('id-1', { ...connection, timeoutSeconds: 60 })]
]

let started: Started
let asked: unknown[]

beforeEach(async () => {
  started = await startCatalogue()
  started.fill(productRecord('a'), productRecord('b'))
  started.publisher.changes = []
  asked = []
})

/** The provider answers so, from now on. */
const answered = (products: ProductListAnswer): void => {
  started.platform.products = (...sent) => (
    asked.push([sent[0].token, sent[1], sent[2].known ?? null]),
    products(...sent)
  )
}
const error = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => (error as AppError).info)

test('fetches an order and stores only the order', async () => {
  answered(listing([productRecord('b', { name: 'New name' }), productRecord('a')]))
  expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toEqual({ sortOrder: ORDER, error: null })
  expect(asked).toEqual([['token-1', WANTED, null]])
  expect(started.file.places.get('price true')).toEqual(['b', 'a'])
  expect(started.file.ends).toEqual(['order'])
  expect(started.file.list.map(({ key }) => key)).toEqual(['a', 'b'])
  expect(started.publisher.changes).toEqual([
    ['progress', 'id-1'],
    ['catalogue', 'id-1'],
    ['progress', 'id-1']
  ])
  expect(await started.catalogue.sortOrders.list(started.account)).toEqual([ORDER])
})

test('a dropped order is gone, and the page is notified', async () => {
  answered(listing([]))
  await started.catalogue.sortOrders.fetch(started.account, WANTED)
  started.publisher.changes = []
  await started.catalogue.sortOrders.drop(started.account, { key: 'price', reverse: false })
  expect(await started.catalogue.sortOrders.list(started.account)).toHaveLength(1)
  await started.catalogue.sortOrders.drop(started.account, WANTED)
  expect(await started.catalogue.sortOrders.list(started.account)).toEqual([])
  expect(started.publisher.topics).toContain('catalogue')
})

test.each(['SERVER', 'FORBIDDEN', 'TIMEOUT', 'BAD_REPLY'] as const)(
  '%s is part of the answer, and the stored order stays',
  async (code) => {
    answered(listing([]))
    await started.catalogue.sortOrders.fetch(started.account, WANTED)
    await started.clock.advance(60_000)
    started.publisher.changes = []
    answered(failing(code))
    expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toEqual({
      sortOrder: ORDER,
      error: { code, host: 'host.example' }
    })
    expect(await started.catalogue.sortOrders.fetch(started.account, { key: 'other', reverse: true })).toMatchObject({
      sortOrder: null
    })
    expect(started.file.ends).toEqual(['order', 'discard', 'discard'])
    expect(started.publisher.topics).not.toContain('catalogue')
    expect(started.heard.reported).toEqual([])
    expect(started.revalidate).not.toHaveBeenCalled()
  }
)

test('a refused token is revalidated, an unexpected error is reported', async () => {
  answered(failing('UNAUTHORIZED', 401))
  expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toMatchObject({
    sortOrder: null,
    error: { code: 'UNAUTHORIZED' }
  })
  expect(started.revalidate).toHaveBeenCalledOnce()
  answered(() => Promise.reject(new TypeError('boom')))
  expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toMatchObject({
    error: { code: 'INTERNAL' }
  })
  expect(started.heard.reported).toHaveLength(1)
})

test('"nothing has changed" is a bad reply', async () => {
  answered(async () => null)
  expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toMatchObject({
    error: { code: 'BAD_REPLY', found: 'empty' }
  })
  expect(started.file.ends).not.toContain('order')
})

test('a part of the list is no order of the whole', async () => {
  answered(async (...sent) => ({ ...(await listing([productRecord('b')])(...sent)), validators: null, partial: PART }))
  expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toMatchObject({
    sortOrder: null,
    error: { code: 'BAD_REPLY', found: 'partOfList' }
  })
  expect(started.file.ends).toEqual(['discard'])
})

test('a storage error is part of the answer, and nothing is stored', async () => {
  answered(listing([]))
  started.file.beforeCommit = () => {
    throw new AppError('STORAGE')
  }
  expect(await started.catalogue.sortOrders.fetch(started.account, WANTED)).toEqual({
    sortOrder: null,
    error: { code: 'STORAGE' }
  })
  expect(started.file.ends).toEqual(['discard'])
})

/** A list that never comes, unless the call is called off: it says so, or something else, or takes its time. */
function hanging(end: 'at once' | 'UNREACHABLE' | 'never' = 'at once') {
  const signals: AbortSignal[] = []
  answered((_access, _query, { signal }, start) => {
    if (signal) signals.push(signal)
    void start().write(new Uint8Array(10))
    return new Promise((_resolve, reject) => {
      const code = end === 'at once' ? 'CANCELLED' : 'UNREACHABLE'
      if (end !== 'never') signal?.addEventListener('abort', () => reject(new AppError(code)))
    })
  })
  return signals
}

describe('one at a time', () => {
  test.each(['at once', 'UNREACHABLE'] as const)(
    'another order, also the reverse, cancels the one before, which may end %s',
    async (how) => {
      const signals = hanging(how)
      const first = error(started.catalogue.sortOrders.fetch(started.account, WANTED))
      await settle()
      answered(listing([]))
      const other = { key: 'price', reverse: false }
      expect(await started.catalogue.sortOrders.fetch(started.account, other)).toMatchObject({
        sortOrder: other,
        error: null
      })
      expect(await first).toEqual({ code: 'CANCELLED' })
      expect(signals[0]?.aborted).toBe(true)
      expect(started.file.stored.map(({ reverse }) => reverse)).toEqual([false])
      expect(started.heard.reported).toEqual([])
      expect(started.revalidate).not.toHaveBeenCalled()
    }
  )
})

describe('cancelling', () => {
  test.each(['at once', 'UNREACHABLE'] as const)(
    'answers CANCELLED and keeps the stored order, if the call ends with %s',
    async (how) => {
      answered(listing([productRecord('b')]))
      await started.catalogue.sortOrders.fetch(started.account, WANTED)
      const signals = hanging(how)
      const again = started.catalogue.sortOrders.fetch(started.account, WANTED)
      await settle()
      started.catalogue.sortOrders.cancelFetch(started.account)
      expect(signals[0]?.aborted).toBe(true)
      expect(await again).toEqual({ sortOrder: ORDER, error: { code: 'CANCELLED' } })
      expect(started.file.places.get('price true')).toEqual(['b'])
      expect(started.heard.reported).toEqual([])
      expect(started.revalidate).not.toHaveBeenCalled()
    }
  )

  test('and progress are of the account whose order is fetched', async () => {
    await signIn(started.accounts, 'second@example.com')
    const other = shownIn(started.accounts)
    const signals = hanging('at once')
    void started.catalogue.sortOrders.fetch(started.account, WANTED)
    await settle()
    expect(started.catalogue.progress(other)).toBeNull()
    started.catalogue.cancel(other)
    expect(signals[0]?.aborted).toBe(false)
    expect(started.catalogue.progress(started.account)).not.toBeNull()
    started.catalogue.cancel(started.account)
    expect(signals[0]?.aborted).toBe(true)
    expect(started.catalogue.progress(started.account)).toBeNull()
  })

  test('while the keychain is read sends no request', async () => {
    answered(listing([]))
    const done = started.catalogue.sortOrders.fetch(started.account, WANTED)
    started.catalogue.sortOrders.cancelFetch(started.account)
    expect(await done).toEqual({ sortOrder: null, error: { code: 'CANCELLED' } })
    expect(asked).toEqual([])
  })
})

test.each(ENDS)('is cancelled when the account %s while the stored orders are read', async (_what, end) => {
  answered(listing([]))
  started.file.sortOrders = async () => {
    await end()
    throw new AppError('STORAGE')
  }
  expect(await error(started.catalogue.sortOrders.fetch(started.account, WANTED))).toEqual({ code: 'CANCELLED' })
})

test('throws when the stored orders can’t be read', async () => {
  answered(listing([]))
  started.file.sortOrders = () => Promise.reject(new AppError('STORAGE'))
  expect(await error(started.catalogue.sortOrders.fetch(started.account, WANTED))).toEqual({ code: 'STORAGE' })
})

const HOWS = ['answered', 'refused'] as const
/** A call that ends later. */
async function startCall() {
  const late = Promise.withResolvers<void>()
  const signals: AbortSignal[] = []
  answered(async (...sent) => {
    if (sent[2].signal) signals.push(sent[2].signal)
    await late.promise
    return listing([productRecord('late')])(...sent)
  })
  const fetched = error(started.catalogue.sortOrders.fetch(started.account, WANTED))
  await settle()
  return {
    fetched,
    isAborted: () => signals[0]?.aborted,
    end(how: (typeof HOWS)[number]): void {
      if (how === 'answered') late.resolve()
      else late.reject(new AppError('UNAUTHORIZED', { status: 401 }))
    }
  }
}

describe.each(HOWS)('a call that is %s', (how) => {
  test.each(ENDS)('after the account %s is cancelled', async (_what, end) => {
    const call = await startCall()
    await end()
    expect(call.isAborted()).toBe(true)
    call.end(how)
    expect(await call.fetched).toEqual({ code: 'CANCELLED' })
    expect(started.file.ends).toEqual(['discard'])
    expect(started.file.stored).toEqual([])
    expect(started.revalidate).not.toHaveBeenCalled()
  })
})

test('a lock ends no call', async () => {
  const call = await startCall()
  started.heard.locked = true
  call.end('answered')
  expect(await call.fetched).toEqual({ sortOrder: ORDER, error: null })
  expect(call.isAborted()).toBe(false)
})

describe('when another account is opened', () => {
  const openOther = async (): Promise<Account> => {
    await signIn(started.accounts, 'second@example.com')
    return shownIn(started.accounts)
  }

  test('the order is fetched on, and stored for its own account', async () => {
    const call = await startCall()
    const other = await openOther()
    expect(call.isAborted()).toBe(false)
    call.end('answered')
    expect(await call.fetched).toEqual({ sortOrder: ORDER, error: null })
    expect(await started.catalogue.sortOrders.list(started.account)).toEqual([ORDER])
    expect(await started.catalogue.sortOrders.list(other)).toEqual([])
  })

  test('a refusal revalidates its own account only', async () => {
    const call = await startCall()
    const other = vi.spyOn((await openOther()).rounds, 'revalidate')
    call.end('refused')
    expect(await call.fetched).toMatchObject({ sortOrder: null, error: { code: 'UNAUTHORIZED' } })
    expect(started.revalidate).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  test('the same order of that one is another call, which cancels the one before', async () => {
    const call = await startCall()
    const other = await openOther()
    answered(listing([productRecord('other')]))
    expect(await started.catalogue.sortOrders.fetch(other, WANTED)).toMatchObject({ sortOrder: WANTED, error: null })
    expect(call.isAborted()).toBe(true)
    call.end('answered')
    expect(await call.fetched).toEqual({ code: 'CANCELLED' })
    expect(started.file.stored).toEqual([])
    expect(started.storageOf(other.id).catalogue.places.get('price true')).toEqual(['other'])
  })
})
