/** A list in place of another: what is stored is the new list, in its order, whatever stood where before. */
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { ALL } from '../fixtures.ts'
import { arrived, openCatalogue, keysOf, saved, changeTexts } from './catalogue.ts'

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
    const catalogue = openCatalogue()
    await saved(catalogue, [a, b, c, d])
    expect(await saved(catalogue, list)).toBe(told.length)
    expect(await keysOf(catalogue)).toEqual(list.map(({ id }) => id))
    expect(await catalogue.page(ALL)).toMatchObject({ total: list.length, matched: list.length })
    for (const one of [a, b, c, d, e]) {
      const key = String(one['id'])
      const now = list.find(({ id }) => id === key)
      expect((await catalogue.product(key))?.record.raw).toEqual(now)
      const found = (await catalogue.page({ ...ALL, text: `word${key}` })).rows.map((row) => row.key)
      expect(found).toEqual(now ? [key] : [])
    }
    expect(await changeTexts(catalogue)).toEqual(told)
    // And back.
    await saved(catalogue, [a, b, c, d])
    expect(await keysOf(catalogue)).toEqual(['a', 'b', 'c', 'd'])
    expect((await catalogue.page({ ...ALL, text: 'wordc' })).rows.map((row) => row.key)).toEqual(['c'])
  })
})

describe('records without an id of their own', () => {
  const anonymous = (name: string): Raw => ({ name, weight: 1 })

  test('keep their keys when they move, and when other fields change', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [anonymous('x'), a, anonymous('y')])
    const [x, , y] = await keysOf(catalogue)
    expect(await saved(catalogue, [anonymous('y'), { ...anonymous('x'), weight: 2 }, a])).toBe(1)
    expect(await keysOf(catalogue)).toEqual([y, x, 'a'])
    expect(await changeTexts(catalogue)).toEqual([`changed ${x}: weight`])
    expect((await catalogue.info())?.notes).toEqual([{ kind: 'noId', count: 2 }])
  })

  test('equal records are two products, also when one is removed', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [anonymous('x'), anonymous('x')])
    const [first, second] = await keysOf(catalogue)
    expect(second).toBe(`${first}~2`)
    expect(await saved(catalogue, [anonymous('x'), anonymous('x')])).toBe(0)
    expect(await saved(catalogue, [anonymous('x')])).toBe(1)
    expect(await changeTexts(catalogue)).toEqual([`gone ${second}`])
  })
})

describe('two records with one id', () => {
  const twin: Raw = { id: 'a', name: 'Twin' }

  test('are two products, and both are noted', async () => {
    const catalogue = openCatalogue()
    expect(await saved(catalogue, [a, b, twin])).toBe(3)
    expect(await keysOf(catalogue)).toEqual(['a', 'b', 'a~2'])
    expect((await catalogue.info())?.notes).toEqual([{ kind: 'sameId', count: 1 }])
    await saved(catalogue, [a, b, twin])
    expect((await catalogue.info())?.notes).toEqual([{ kind: 'sameId', count: 1 }])
    expect((await catalogue.product('a~2'))?.record.raw).toEqual(twin)
  })

  test('when they swap positions, each key has changed', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, twin])
    expect(await saved(catalogue, [twin, a])).toBe(2)
    expect((await catalogue.product('a'))?.record.raw).toEqual(twin)
    expect(await changeTexts(catalogue)).toEqual(['changed a: name description', 'changed a~2: name description'])
  })

  test('when the first is removed, the second takes its key', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, twin])
    expect(await saved(catalogue, [twin])).toBe(2)
    expect(await changeTexts(catalogue)).toEqual(['gone a~2', 'changed a: name description'])
  })
})

describe('a cancelled list', () => {
  test('before it is stored leaves nothing, and the next one works', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, b])
    const id = await arrived(catalogue, [c])
    await catalogue.discard(id)
    await expect(catalogue.commit(id, { fetchedAt: 'never', validators: null })).rejects.toMatchObject(CANCELLED)
    await expect(Promise.resolve().then(() => catalogue.take(id, new Uint8Array([0x20])))).rejects.toMatchObject(
      CANCELLED
    )
    expect(await keysOf(catalogue)).toEqual(['a', 'b'])
    expect(await saved(catalogue, [b, c])).toBe(2)
    expect(await keysOf(catalogue)).toEqual(['b', 'c'])
  })

  test('for a new attempt leaves nothing of the first one', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, b, c])
    await catalogue.begin(7001, { secrets: [] })
    await catalogue.take(7001, Buffer.from(`[${JSON.stringify(a)},{"id":"broken`))
    await catalogue.begin(7001, { secrets: [] })
    await catalogue.take(7001, Buffer.from(JSON.stringify([a, c])))
    await catalogue.end(7001)
    expect(await catalogue.commit(7001, { fetchedAt: 'now', validators: null })).toBe(1)
    expect(await keysOf(catalogue)).toEqual(['a', 'c'])
    expect(await changeTexts(catalogue)).toEqual(['gone b'])
  })

  test('in favour of a list with a better field name in the same body', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, [a, b, c])
    // `data` is trusted more than `products`, wherever it stands.
    expect(await saved(catalogue, JSON.stringify({ products: [a, d], data: [c, a, e] }))).toBe(2)
    expect(await keysOf(catalogue)).toEqual(['c', 'a', 'e'])
  })
})

test('a list that was compared with an outdated list is rejected', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [a, b])
  const late = await arrived(catalogue, [b, a])
  await saved(catalogue, [c, d])
  await expect(catalogue.commit(late, { fetchedAt: 'late', validators: null })).rejects.toMatchObject(CANCELLED)
  expect(await keysOf(catalogue)).toEqual(['c', 'd'])
  expect(await catalogue.condition()).toBe('fine')
})

test('an order whose list was compared with another is refused where only that one knows the keys, and harms nothing', async () => {
  const order = { key: 'price', reverse: false, fetchedAt: 'now' }
  const nameless: Raw = { name: 'Nameless' }
  const catalogue = openCatalogue()
  await saved(catalogue, [a, b, c, nameless])
  const [late, other] = [await arrived(catalogue, [b, nameless, a]), await arrived(catalogue, [b, a])]
  await saved(catalogue, [a, b])
  await expect(catalogue.commitOrder(late, order)).rejects.toMatchObject(CANCELLED)
  expect(await catalogue.condition()).toBe('fine')
  expect(await keysOf(catalogue)).toEqual(['a', 'b'])
  await catalogue.commitOrder(other, order)
  expect(
    (await catalogue.page({ ...ALL, sort: 'platform', providerSort: 'price' })).rows.map(({ key }) => key)
  ).toEqual(['b', 'a'])
})

test('a removed product loses its place in provider orders for good', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [a, b, c, d])
  for (const [key, list] of [
    ['price', [d, c, b, a]],
    ['speed', [c, d, a, b]]
  ] as const) {
    await catalogue.commitOrder(await arrived(catalogue, [...list]), { key, reverse: false, fetchedAt: key })
  }
  const ordered = async (providerSort: string): Promise<string> =>
    (await catalogue.page({ ...ALL, sort: 'platform', providerSort })).rows.map(({ key }) => key).join('')
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dcba', 'cdab'])
  await saved(catalogue, [a, b, d])
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dba', 'dab'])
  await saved(catalogue, [a, b, d, c])
  expect([await ordered('price'), await ordered('speed')]).toEqual(['dbac', 'dabc'])
})

const CANCELLED = { info: { code: 'CANCELLED' } }
function changed(key: string): string {
  return `changed ${key}: weight`
}
