/** A list in place of another: what is stored is the new list, in its order, whatever stood where before. */
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { ALL } from '../place.ts'
import { arrived, bookIn, keysOf, saved, toldBy } from './book.ts'

type Raw = ProductRecord['raw']
const raw = (id: string): Raw => ({ id, name: `Name ${id}`, description: `word${id}` })
const [a, b, c, d, e] = [raw('a'), raw('b'), raw('c'), raw('d'), raw('e')]

describe('from a, b, c, d', () => {
  test.each<[string, Raw[], string[]]>([
    ['turned round', [d, c, b, a], []],
    ['the last one first', [d, a, b, c], []],
    ['one in front', [e, a, b, c, d], ['new e']],
    ['one between', [a, b, e, c, d], ['new e']],
    ['one at the end', [a, b, c, d, e], ['new e']],
    ['without the first', [b, c, d], ['gone a']],
    ['without one between', [a, b, d], ['gone c']],
    ['without the last', [a, b, c], ['gone d']],
    ['one in place of another', [a, e, c, d], ['gone b', 'new e']],
    ['one changed', [a, { ...b, name: 'Other' }, c, d], ['changed b: name']],
    ['one changed and moved', [{ ...d, name: 'Other' }, a, b, c], ['changed d: name']],
    ['all of it changed', [a, b, c, d].map((one) => ({ ...one, weight: 1 })), ['a', 'b', 'c', 'd'].map(changed)],
    ['one only', [c], ['gone a', 'gone b', 'gone d']],
    ['nothing', [], ['gone a', 'gone b', 'gone c', 'gone d']]
  ])('%s', async (_, list, told) => {
    const book = bookIn()
    await saved(book, [a, b, c, d])
    expect(await saved(book, list)).toBe(told.length)
    expect(await keysOf(book)).toEqual(list.map(({ id }) => id))
    expect(await book.page(ALL)).toMatchObject({ total: list.length, matched: list.length })
    for (const one of [a, b, c, d, e]) {
      const key = String(one['id'])
      const now = list.find(({ id }) => id === key)
      expect((await book.product(key))?.record.raw).toEqual(now)
      const found = (await book.page({ ...ALL, text: `word${key}` })).rows.map((row) => row.key)
      expect(found).toEqual(now ? [key] : [])
    }
    expect(await toldBy(book)).toEqual(told)
    // And back.
    await saved(book, [a, b, c, d])
    expect(await keysOf(book)).toEqual(['a', 'b', 'c', 'd'])
    expect((await book.page({ ...ALL, text: 'wordc' })).rows.map((row) => row.key)).toEqual(['c'])
  })
})

describe('records without an id of their own', () => {
  const anonymous = (name: string): Raw => ({ name, weight: 1 })

  test('keep their keys when they move, and when what does not name them changes', async () => {
    const book = bookIn()
    await saved(book, [anonymous('x'), a, anonymous('y')])
    const [x, , y] = await keysOf(book)
    expect(await saved(book, [anonymous('y'), { ...anonymous('x'), weight: 2 }, a])).toBe(1)
    expect(await keysOf(book)).toEqual([y, x, 'a'])
    expect(await toldBy(book)).toEqual([`changed ${x}: weight`])
    expect((await book.info())?.notes).toEqual([{ kind: 'noId', count: 2 }])
  })

  test('the very same twice are two, also when one of them leaves', async () => {
    const book = bookIn()
    await saved(book, [anonymous('x'), anonymous('x')])
    const [first, second] = await keysOf(book)
    expect(second).toBe(`${first}~2`)
    expect(await saved(book, [anonymous('x'), anonymous('x')])).toBe(0)
    expect(await saved(book, [anonymous('x')])).toBe(1)
    expect(await toldBy(book)).toEqual([`gone ${second}`])
  })
})

describe('two records with one id', () => {
  const twin: Raw = { id: 'a', name: 'Twin' }

  test('are two products, and both are noted', async () => {
    const book = bookIn()
    expect(await saved(book, [a, b, twin])).toBe(3)
    expect(await keysOf(book)).toEqual(['a', 'b', 'a~2'])
    expect((await book.info())?.notes).toEqual([{ kind: 'sameId', count: 1 }])
    await saved(book, [a, b, twin])
    expect((await book.info())?.notes).toEqual([{ kind: 'sameId', count: 1 }])
    expect((await book.product('a~2'))?.record.raw).toEqual(twin)
  })

  test('when they change places, each key says something else than before', async () => {
    const book = bookIn()
    await saved(book, [a, twin])
    expect(await saved(book, [twin, a])).toBe(2)
    expect((await book.product('a'))?.record.raw).toEqual(twin)
    expect(await toldBy(book)).toEqual(['changed a: name description', 'changed a~2: name description'])
  })

  test('when the first of them leaves, the second is told by its key', async () => {
    const book = bookIn()
    await saved(book, [a, twin])
    expect(await saved(book, [twin])).toBe(2)
    expect(await toldBy(book)).toEqual(['gone a~2', 'changed a: name description'])
  })
})

describe('a list that is given up', () => {
  test('before it is stored leaves nothing, and what follows works', async () => {
    const book = bookIn()
    await saved(book, [a, b])
    const id = await arrived(book, [c])
    await book.discard(id)
    await expect(book.commit(id, { fetchedAt: 'never', validators: null })).rejects.toMatchObject(CANCELLED)
    await expect(Promise.resolve().then(() => book.take(id, new Uint8Array([0x20])))).rejects.toMatchObject(CANCELLED)
    expect(await keysOf(book)).toEqual(['a', 'b'])
    expect(await saved(book, [b, c])).toBe(2)
    expect(await keysOf(book)).toEqual(['b', 'c'])
  })

  test('for a new try leaves nothing of the first one, not even what it knew again', async () => {
    const book = bookIn()
    await saved(book, [a, b, c])
    await book.begin(7001, { secrets: [] })
    await book.take(7001, Buffer.from(`[${JSON.stringify(a)},{"id":"broken`))
    await book.begin(7001, { secrets: [] })
    await book.take(7001, Buffer.from(JSON.stringify([a, c])))
    await book.end(7001)
    expect(await book.commit(7001, { fetchedAt: 'now', validators: null })).toBe(1)
    expect(await keysOf(book)).toEqual(['a', 'c'])
    expect(await toldBy(book)).toEqual(['gone b'])
  })

  test('in favour of a list of a better name inside the same body', async () => {
    const book = bookIn()
    await saved(book, [a, b, c])
    // `data` is trusted more than `products`, wherever it stands.
    expect(await saved(book, JSON.stringify({ products: [a, d], data: [c, a, e] }))).toBe(2)
    expect(await keysOf(book)).toEqual(['c', 'a', 'e'])
  })
})

test('a list that was compared with another than the one that is stored now is refused', async () => {
  const book = bookIn()
  await saved(book, [a, b])
  const late = await arrived(book, [b, a])
  await saved(book, [c, d])
  await expect(book.commit(late, { fetchedAt: 'late', validators: null })).rejects.toMatchObject(CANCELLED)
  expect(await keysOf(book)).toEqual(['c', 'd'])
  expect(await book.condition()).toBe('fine')
})

test('an order whose list was compared with another is refused where only that one knows the keys, and harms nothing', async () => {
  const order = { key: 'price', reverse: false, fetchedAt: 'now' }
  const nameless: Raw = { name: 'Nameless' }
  const book = bookIn()
  await saved(book, [a, b, c, nameless])
  const [late, other] = [await arrived(book, [b, nameless, a]), await arrived(book, [b, a])]
  await saved(book, [a, b])
  await expect(book.commitOrder(late, order)).rejects.toMatchObject(CANCELLED)
  expect(await book.condition()).toBe('fine')
  expect(await keysOf(book)).toEqual(['a', 'b'])
  await book.commitOrder(other, order)
  expect((await book.page({ ...ALL, sort: 'platform', providerSort: 'price' })).rows.map(({ key }) => key)).toEqual([
    'b',
    'a'
  ])
})

test('one that leaves loses its place in the platform’s orders, and has none when it comes back', async () => {
  const book = bookIn()
  await saved(book, [a, b, c, d])
  for (const [key, list] of [
    ['price', [d, c, b, a]],
    ['speed', [c, d, a, b]]
  ] as const) {
    await book.commitOrder(await arrived(book, [...list]), { key, reverse: false, fetchedAt: key })
  }
  const ordered = async (providerSort: string): Promise<string> =>
    (await book.page({ ...ALL, sort: 'platform', providerSort })).rows.map(({ key }) => key).join('')
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dcba', 'cdab'])
  await saved(book, [a, b, d])
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dba', 'dab'])
  await saved(book, [a, b, d, c])
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dbac', 'dabc'])
})

const CANCELLED = { info: { code: 'CANCELLED' } }
function changed(key: string): string {
  return `changed ${key}: weight`
}
