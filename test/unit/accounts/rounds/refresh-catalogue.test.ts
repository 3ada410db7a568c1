/** The refresh of the catalogue: progress, cancelling, and storage that fails. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ListWriter } from '../../../../src/main/ports/index.ts'
import { Refresh } from '../../../../src/main/accounts/rounds/refresh.ts'
import { AppError } from '../../../../src/shared/ipc/error.ts'
import { listing, type ProductListAnswer } from '../../../support/catalogue.ts'
import {
  failing,
  type MemoryAccountStorage,
  productRecord,
  type PublishedEvents,
  settle
} from '../../../support/ports.ts'
import { launchCore, signIn, world } from '../../app/launch.ts'
import { connect } from './rounds.ts'

const EVERY_MS = 15 * 60_000

let core: ReturnType<typeof launchCore>
let platform: typeof core.platform
let published: typeof core.publisher
let refresh: Refresh
let its: MemoryAccountStorage

/** Signed in, with a list that has one product, ten seconds ago. */
beforeEach(async () => {
  core = launchCore({ ...world(), asks: true })
  ;({ platform, publisher: published } = core)
  platform.products = listing([productRecord('old')], 'e1')
  refresh = new Refresh({
    ...core.parts,
    everyMs: core.everyMs,
    network: { online: () => true },
    onScreen: () => true
  })
  connect(core, refresh)
  await signIn(core.accounts)
  await settle()
  await core.clock.advance(10_000)
  its = core.storageOf('id-1')
  its.catalogue.ends = []
  published.changes = []
})

const keys = (): string[] => its.catalogue.list.map(({ key }) => key)
const told = (name: PublishedEvents['topics'][number]): number => published.topics.filter((one) => one === name).length

/** A list of which one half comes, and the other one when it is told to. It ends with the signal, as the real one does. */
function halfList() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  const products: ProductListAnswer = (access, query, ask, start) => {
    signal = ask.signal
    const startHalf = (): ListWriter => {
      const writer = start()
      return {
        ...writer,
        async write(chunk) {
          await writer.write(chunk)
          const ended = new Promise<never>((_resolve, reject) => {
            ask.signal?.addEventListener('abort', () => reject(new AppError('CANCELLED')))
          })
          await Promise.race([promise, ended])
        }
      }
    }
    return listing([productRecord('new'), productRecord('newer')], 'e2', 100)(access, query, ask, startHalf)
  }
  return { products, goOn: resolve, signal: () => signal }
}

describe('progress', () => {
  test('is shown while a list arrives, until it is stored', async () => {
    const half = halfList()
    platform.products = half.products
    expect(core.account.rounds.calls.progress).toBeNull()
    const done = refresh.fetch(core.account, 'catalogue')
    await settle()
    expect(core.account.rounds.calls.progress).toEqual({ phase: 'arriving', bytes: 100, products: 0 })
    let last: unknown
    its.catalogue.beforeCommit = () => void (last = core.account.rounds.calls.progress)
    half.goOn()
    await done
    expect(last).toEqual({ phase: 'storing', bytes: expect.any(Number), products: 2 })
    expect(core.account.rounds.calls.progress).toBeNull()
    expect(keys()).toEqual(['new', 'newer'])
    expect(told('progress')).toBe(2)
  })

  test('ends with an error, and when the account is signed out', async () => {
    platform.products = failing('SERVER', 500)
    await refresh.fetch(core.account, 'catalogue')
    expect(core.account.rounds.calls.progress).toBeNull()
    // One that goes on although nobody wants it any more.
    platform.products = () => Promise.withResolvers<never>().promise
    const { account } = core
    void refresh.fetch(account, 'catalogue')
    await settle()
    expect(account.rounds.calls.progress).not.toBeNull()
    published.changes = []
    await core.accounts.signOut('id-1', false)
    expect(account.rounds.calls.progress).toBeNull()
    expect(told('progress')).toBe(1)
  })
})

describe('cancelling', () => {
  test('keeps the old list, its age and its earlier success', async () => {
    const half = halfList()
    platform.products = half.products
    const done = refresh.fetch(core.account, 'catalogue')
    await settle()
    expect(core.account.freshness('catalogue', null).refreshing).toBe(true)
    core.account.rounds.calls.cancel('catalogue')
    await done
    // Without a running one, it does nothing.
    core.account.rounds.calls.cancel('catalogue')
    expect(half.signal()?.aborted).toBe(true)
    expect(keys()).toEqual(['old'])
    expect(its.catalogue.ends).toEqual(['discard'])
    expect(core.account.freshness('catalogue', await its.info('catalogue'))).toMatchObject({
      fetchedAt: '2026-11-20T12:00:00.000Z',
      refreshing: false,
      error: null
    })
    expect(core.account.rounds.calls.progress).toBeNull()
    expect(core.heard.reported).toEqual([])
    // As it was planned before.
    core.accounts.closeStorages()
    expect(core.clock.planned()).toEqual([EVERY_MS - 10_000])
  })

  test('in a whole round cancels only the catalogue, and the round has not failed', async () => {
    platform.products = halfList().products
    platform.invoices = async () => {
      await settle()
      return { value: [], notes: [], validators: null }
    }
    const done = refresh.fetch(core.account, null)
    await settle()
    core.account.rounds.calls.cancel('catalogue')
    await done
    expect(core.account.rounds.calls.errors.invoices).toBeNull()
    expect(its.infos.get('invoices')?.fetchedAt).toBe('2026-11-20T12:00:10.000Z')
    expect(core.account.rounds.reach).toBe('online')
    core.accounts.closeStorages()
    expect(core.clock.planned()).toEqual([EVERY_MS])
  })

  test('is no error, whatever the aborted call throws', async () => {
    platform.products = (_access, _query, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new AppError('UNREACHABLE'))))
    const done = refresh.fetch(core.account, 'catalogue')
    await settle()
    core.account.rounds.calls.cancel('catalogue')
    await done
    expect(core.account.rounds.calls.errors.catalogue).toBeNull()
    expect(core.account.rounds.reach).toBe('online')
    core.accounts.closeStorages()
    expect(core.clock.planned()).toEqual([EVERY_MS - 10_000])
  })

  test('while every other call is refused does not end the sign-in', async () => {
    platform.products = halfList().products
    platform.profile = platform.invoices = failing('UNAUTHORIZED', 401)
    core.account.rounds.revalidate()
    await settle()
    core.account.rounds.calls.cancel('catalogue')
    await settle()
    expect(core.accounts.state()).toMatchObject({ credential: 'kept' })
    // Nothing spoke for it either: the next revalidate is looked into.
    platform.products = failing('UNAUTHORIZED', 401)
    core.account.rounds.revalidate()
    await settle()
    expect(core.accounts.state()).toMatchObject({ credential: 'refused' })
  })

  test('while the keychain is read sends no request', async () => {
    let asked = 0
    platform.products = (...sent) => ((asked += 1), listing([])(...sent))
    const done = refresh.fetch(core.account, 'catalogue')
    core.account.rounds.calls.cancel('catalogue')
    await done
    expect(asked).toBe(0)
    expect(keys()).toEqual(['old'])
  })
})

describe('storage that fails while a list is stored', () => {
  const known: unknown[] = []
  beforeEach(() => {
    known.length = 0
    platform.products = (...sent) => (known.push(sent[2].known?.etag), listing([productRecord('new')], 'e2')(...sent))
  })

  test.each([
    ['rebuilt', 'STORAGE'],
    ['memory', 'STORAGE'],
    // Made anew by somebody else's call, while the list came.
    ['rebuilt', 'CANCELLED'],
    ['memory', 'CANCELLED']
  ] as const)('and is then %s (%s): the whole list is fetched again', async (state, code) => {
    its.catalogue.beforeCommit = () => {
      its.state = state
      throw new AppError(code)
    }
    await refresh.fetch(core.account, 'catalogue')
    expect(known).toEqual(['e1', undefined])
    expect(its.catalogue.ends).toEqual(['discard', 'commit'])
    expect(keys()).toEqual(['new'])
    expect(core.account.rounds.calls.errors.catalogue).toBeNull()
  })

  test('and is as before: its error is shown', async () => {
    its.state = 'memory'
    its.catalogue.beforeCommit = () => {
      throw new AppError('STORAGE')
    }
    await refresh.fetch(core.account, 'catalogue')
    expect(known).toEqual(['e1'])
    expect(core.account.rounds.calls.errors.catalogue).toEqual({ code: 'STORAGE' })
    expect(keys()).toEqual(['old'])
  })

  test.each(['STORAGE', 'CANCELLED'] as const)(
    'twice (%s): its error is shown, without a third request',
    async (code) => {
      const fail = (): void => {
        its.state = its.state === 'rebuilt' ? 'memory' : 'rebuilt'
        its.catalogue.beforeCommit = fail
        throw new AppError(code)
      }
      its.catalogue.beforeCommit = fail
      await refresh.fetch(core.account, 'catalogue')
      expect(known).toEqual(['e1', undefined])
      expect(core.account.rounds.calls.errors.catalogue).toEqual({ code })
    }
  )

  test('because another list was stored meanwhile: nothing is fetched again', async () => {
    its.catalogue.beforeCommit = () => {
      throw new AppError('CANCELLED')
    }
    await refresh.fetch(core.account, 'catalogue')
    expect(known).toEqual(['e1'])
    expect(keys()).toEqual(['old'])
  })

  test('after a cancel: nothing is fetched again', async () => {
    its.catalogue.beforeCommit = () => {
      its.state = 'rebuilt'
      core.account.rounds.calls.cancel('catalogue')
    }
    await refresh.fetch(core.account, 'catalogue')
    expect(known).toEqual(['e1'])
    expect(core.account.rounds.calls.errors.catalogue).toBeNull()
    const { condition } = its
    its.catalogue.beforeCommit = () => {
      its.state = 'memory'
      its.condition = async () => (core.account.rounds.calls.cancel('catalogue'), condition())
      throw new AppError('STORAGE')
    }
    await refresh.fetch(core.account, 'catalogue')
    expect(known).toEqual(['e1', 'e1'])
  })
})
