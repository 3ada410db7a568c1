import { getEventListeners } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { FAILED_FOR_MS, LONGEST_PICTURE_ADDRESS, MOST_AT_ONCE } from '../../../src/main/catalogue/pictures.ts'
import type { Picture } from '../../../src/main/ports/index.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { NESTED_SVG, png } from '../../support/pictures.ts'
import { failing, productRecord, settle } from '../../support/ports.ts'
import { connection, shownIn } from '../app/launch.ts'
import { startCatalogue, type Started } from './catalogue.ts'

const PICTURE: Picture = { type: 'image/png', bytes: png() }

let started: Started
/** What was asked for, as `base address`. */
let asked: string[]
/** Ends those under way. */
let pending: { resolve: (picture: Picture) => void; reject: (error: unknown) => void }[]

beforeEach(async () => {
  started = await startCatalogue()
  started.fill(
    ...Array.from({ length: 20 }, (_none, place) => productRecord(`p${place}`, { imagePath: `/${place}.png` })),
    productRecord('none')
  )
  asked = []
  pending = []
})
const picture = (key: string): Promise<unknown> =>
  started.catalogue.pictures.find(started.account, key).catch((error: unknown) => (error as AppError).info)

function note(answer: () => Promise<Picture>): void {
  started.platform.picture = ({ baseUrl }, address) => (asked.push(`${baseUrl} ${address}`), answer())
}
const answering = (): void => note(async () => PICTURE)
const hanging = (): void =>
  note(() => {
    const { promise, resolve, reject } = Promise.withResolvers<Picture>()
    pending.push({ resolve, reject })
    return promise
  })

test('two calls for the same picture share one request, later ones read it from storage', async () => {
  answering()
  const [one, two] = await Promise.all([picture('p1'), picture('p1')])
  expect(await picture('p1')).toEqual(PICTURE)
  expect([one, two]).toEqual([PICTURE, PICTURE])
  expect(asked).toEqual(['https://host.example /1.png'])
  expect(await picture('none')).toBeNull()
  expect(await picture('not-there')).toBeNull()
})

test('a stored picture was checked before it was stored: its bytes aren’t read again', async () => {
  answering()
  const unreadable = new Proxy(new Uint8Array(2_000_000), {
    get: () => {
      throw new Error('read')
    }
  })
  const stored: Picture = { type: 'image/gif', bytes: unreadable }
  started.storageOf('id-1').pictures.set('p1 /1.png', stored)
  const found = await started.catalogue.pictures.find(started.account, 'p1')
  expect(found === stored).toBe(true)
  expect(asked).toEqual([])
})

test('a stored picture of a type that isn’t shown is fetched again', async () => {
  answering()
  const type = 'image/svg+xml' as Picture['type']
  started.storageOf('id-1').pictures.set('p1 /1.png', { type, bytes: new TextEncoder().encode(NESTED_SVG) })
  expect(await picture('p1')).toEqual(PICTURE)
  expect(asked).toHaveLength(1)
})

test.each(['data:image/png;base64,iVBORw0KGgo=', ' DATA:,PNG'])(
  '%j holds its picture: it is neither stored nor remembered as failed',
  async (address) => {
    const { pictures } = started.storageOf('id-1')
    started.fill(productRecord('p1', { imagePath: address }))
    note(failing('BAD_REPLY'))
    expect(await picture('p1')).toMatchObject({ code: 'BAD_REPLY' })
    answering()
    expect(await picture('p1')).toEqual(PICTURE)
    expect(pictures.size).toBe(0)
  }
)

test('an address that no server takes is not requested', async () => {
  answering()
  const longest = '/'.padEnd(LONGEST_PICTURE_ADDRESS, 'x')
  started.fill(productRecord('p1', { imagePath: `${longest}x` }), productRecord('p2', { imagePath: longest }))
  expect(await picture('p1')).toBeNull()
  expect(await picture('p2')).toEqual(PICTURE)
  expect(asked).toEqual([`https://host.example ${longest}`])
})

describe('many pictures', () => {
  test('leave the account’s signal without listeners: Node warns of more than ten', async () => {
    hanging()
    const all = started.file.list.map(({ key }) => picture(key))
    await settle()
    expect(getEventListeners(started.account.rounds.signal, 'abort')).toEqual([])
    await started.accounts.signOut('id-1', false)
    expect(await Promise.all(all)).toEqual([...Array(20).fill({ code: 'CANCELLED' }), null])
  })

  test('are fetched six at a time, the latest first', async () => {
    hanging()
    const all = started.file.list.map(({ key }) => picture(key))
    await settle()
    expect(asked).toHaveLength(MOST_AT_ONCE)
    pending.shift()?.resolve(PICTURE)
    await settle()
    expect(asked).toHaveLength(MOST_AT_ONCE + 1)
    expect(asked.at(-1)).toContain('/19.png')
    // One that fails makes room, too.
    pending.shift()?.reject(new AppError('NOT_FOUND'))
    await settle()
    expect(asked).toHaveLength(MOST_AT_ONCE + 2)
    while (pending.length > 0) {
      expect(pending.length).toBeLessThanOrEqual(MOST_AT_ONCE)
      pending.shift()?.resolve(PICTURE)
      await settle()
    }
    expect((await Promise.all(all)).filter((one) => one === PICTURE)).toHaveLength(19)
    expect(new Set(asked).size).toBe(20)
    // There is room for as many as before.
    started.fill(
      ...Array.from({ length: 10 }, (_none, place) => productRecord(`q${place}`, { imagePath: `/q${place}` }))
    )
    void Promise.all(started.file.list.map(({ key }) => picture(key)))
    await settle()
    expect(pending).toHaveLength(MOST_AT_ONCE)
  })
})

describe('a failed picture', () => {
  beforeEach(async () => {
    note(failing('SERVER', 500))
    expect(await picture('p1')).toMatchObject({ code: 'SERVER' })
    answering()
    asked = []
  })

  test('is not requested again for a minute', async () => {
    await started.clock.advance(FAILED_FOR_MS - 1)
    expect(await picture('p1')).toBeNull()
    expect(asked).toEqual([])
    await started.clock.advance(1)
    expect(await picture('p1')).toEqual(PICTURE)
  })

  test('is requested at once from another address', async () => {
    started.fill(productRecord('p1', { imagePath: '/elsewhere.png' }))
    expect(await picture('p1')).toEqual(PICTURE)
  })

  test('is requested at once when the provider’s address changes', async () => {
    await started.accounts.changeConnection('id-1', { ...connection, baseUrl: 'https://host.example/moved' })
    expect(await picture('p1')).toEqual(PICTURE)
  })

  test('doesn’t delay other pictures', async () => {
    expect(await picture('p2')).toEqual(PICTURE)
  })
})

const MOVED = { ...connection, timeoutSeconds: 60 }
const storedPictures = (id: string): number => started.cache.accounts.get(id)?.pictures.size ?? 0

describe.each<[what: string, end: () => Promise<void>]>([
  ['is signed out', () => started.accounts.signOut('id-1', false)],
  ['is removed', () => started.accounts.remove('id-1')],
  ['gets another connection', () => started.accounts.changeConnection('id-1', MOVED)]
])('when the account %s', (_what, end) => {
  test.each(['product', 'picture'] as const)('while the stored %s is read, no picture is requested', async (what) => {
    answering()
    const reading = Promise.withResolvers<void>()
    const late = Promise.withResolvers<void>()
    const cache = started.storageOf('id-1')
    const hold = async <T>(read: () => Promise<T>): Promise<T> => {
      const found = await read()
      reading.resolve()
      await late.promise
      return found
    }
    const { product } = cache.catalogue
    const stored = cache.picture
    if (what === 'product') cache.catalogue.product = (key) => hold(() => product(key))
    else cache.picture = (key, address) => hold(() => stored(key, address))
    const one = picture('p1')
    await reading.promise
    await end()
    late.resolve()
    expect(await one).toEqual({ code: 'CANCELLED' })
    expect(asked).toEqual([])
  })

  test('while it is fetched or waits, it is cancelled and not stored', async () => {
    hanging()
    const all = started.file.list.slice(0, 10).map(({ key }) => picture(key))
    await settle()
    await end()
    pending.forEach(({ resolve, reject }, place) =>
      place > 0 ? resolve(PICTURE) : reject(new AppError('UNREACHABLE'))
    )
    for (const one of await Promise.all(all)) expect(one).toEqual({ code: 'CANCELLED' })
    expect(asked).toHaveLength(MOST_AT_ONCE)
    expect(storedPictures('id-1')).toBe(0)
  })
})

test('one that was cancelled doesn’t count as failed', async () => {
  hanging()
  const before = picture('p1')
  await settle()
  await started.accounts.changeConnection('id-1', MOVED)
  pending[0]?.reject(new AppError('UNREACHABLE'))
  expect(await before).toEqual({ code: 'CANCELLED' })
  answering()
  expect(await picture('p1')).toEqual(PICTURE)
})

test('one whose call was cancelled, but hasn’t ended yet, is requested again', async () => {
  hanging()
  const before = picture('p1')
  await settle()
  await started.accounts.changeConnection('id-1', MOVED)
  answering()
  expect(await picture('p1')).toEqual(PICTURE)
  pending[0]?.resolve(PICTURE)
  expect(await before).toEqual({ code: 'CANCELLED' })
})

describe('when another account is opened', () => {
  const OTHER = 'https://other.example'
  const other = (baseUrl = OTHER): Promise<void> =>
    started.accounts.signIn({
      kind: 'password',
      ...{ email: 'second@example.com', password: 'pw', again: null },
      connection: { ...connection, baseUrl }
    })

  test('pictures of the one before are fetched and stored for their own account', async () => {
    hanging()
    const all = started.file.list.slice(0, 10).map(({ key }) => picture(key))
    await settle()
    await other()
    while (pending.length > 0) {
      pending.shift()?.resolve(PICTURE)
      await settle()
    }
    expect(await Promise.all(all)).toEqual(Array(10).fill(PICTURE))
    expect(asked).toHaveLength(10)
    expect(asked.every((one) => one.startsWith('https://host.example '))).toBe(true)
    expect([storedPictures('id-1'), storedPictures('id-2')]).toEqual([10, 0])
  })

  test.each([OTHER, connection.baseUrl])(
    'each has its own picture of the same product, the other one’s provider at %s',
    async (baseUrl) => {
      hanging()
      const before = picture('p1')
      await settle()
      await other(baseUrl)
      const second = shownIn(started.accounts)
      const meta = { fetchedAt: '2026-11-20T10:00:00Z', validators: null }
      started.storageOf(second.id).catalogue.fill([productRecord('p1', { imagePath: '/1.png' })], meta)
      const after = started.catalogue.pictures.find(second, 'p1')
      await settle()
      expect(asked).toEqual(['https://host.example /1.png', `${baseUrl} /1.png`])
      const GIF: Picture = { type: 'image/gif', bytes: PICTURE.bytes }
      pending[1]?.resolve(GIF)
      pending[0]?.resolve(PICTURE)
      expect([await before, await after]).toEqual([PICTURE, GIF])
      expect([storedPictures('id-1'), storedPictures('id-2')]).toEqual([1, 1])
    }
  )
})
