/** The log of changes between two lists. */
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { LONGEST_VALUE, MOST_CHANGES, MOST_FIELDS } from '../../../../src/shared/models/change.ts'
import { folder } from '../fixtures.ts'
import { openCatalogue, changesOf, saved, changeTexts } from './catalogue.ts'

type Raw = ProductRecord['raw']

/** From one list to another. @returns what the ledger tells of it */
async function between(before: Raw[], after: Raw[]) {
  const catalogue = openCatalogue()
  await saved(catalogue, before, { fetchedAt: 'before' })
  await saved(catalogue, after, { fetchedAt: 'after' })
  return changesOf(catalogue)
}
const fieldsOf = async (before: Raw, after: Raw) =>
  (await between([{ id: 'a', ...before }], [{ id: 'a', ...after }]))[0]?.fields ?? []
const change = (field: string, before: string | null, after: string | null) => ({ field, before, after, cut: false })

test('the first list logs no changes, also if it is empty', async () => {
  const catalogue = openCatalogue()
  expect(await saved(catalogue, [{ id: 'a' }, { id: 'b' }])).toBe(2)
  expect(catalogue.changes({ offset: 0, limit: 10 })).toEqual({ rows: [], total: 0, seenUpTo: 0, newest: 0 })
  expect(catalogue.unseen()).toBe(0)
  const other = openCatalogue()
  await saved(other, [])
  await saved(other, [{ id: 'a' }])
  expect(changeTexts(other)).toEqual(['new a'])
})

test('logs new, gone and changed products with time, key and name', async () => {
  const told = await between(
    [
      { id: 'a', name: 'Stays' },
      { id: 'b', name: ' ', shortName: 'Leaves' },
      { id: 'c', name: 'Old name', weight: 1 }
    ],
    [{ id: 'd' }, { id: 'c', name: 'New name', weight: 1 }, { id: 'a', name: 'Stays' }]
  )
  const same = { at: 'after', moreFields: 0 }
  expect(told).toEqual([
    { ...same, id: 1, kind: 'gone', key: 'b', name: 'Leaves', fields: [] },
    { ...same, id: 2, kind: 'new', key: 'd', name: 'd', fields: [] },
    {
      ...same,
      id: 3,
      kind: 'changed',
      key: 'c',
      name: 'New name',
      fields: [change('name', '"Old name"', '"New name"')]
    }
  ])
})

describe('a field', () => {
  test.each<[string, Raw, Raw, ReturnType<typeof change>[]]>([
    ['of another value', { name: 'a' }, { name: 'b' }, [change('name', '"a"', '"b"')]],
    ['of another type', { weight: 1 }, { weight: '1' }, [change('weight', '1', '"1"')]],
    ['that came', {}, { label: 'x' }, [change('label', null, '"x"')]],
    ['that left', { label: 'x' }, {}, [change('label', '"x"', null)]],
    ['that became null', { label: 'x' }, { label: null }, [change('label', '"x"', 'null')]],
    ['null that left', { label: null }, {}, [change('label', 'null', null)]],
    ['that nobody documents', { own: { a: 1 } }, { own: { a: 2 } }, [change('own', '{"a":1}', '{"a":2}')]],
    ['of a list turned round', { own: [1, 2] }, { own: [2, 1] }, [change('own', '[1,2]', '[2,1]')]],
    ['named as what every object has', {}, { constructor: 'x' }, [change('constructor', null, '"x"')]],
    ['named __proto__', {}, JSON.parse('{"__proto__":{"a":1}}') as Raw, [change('__proto__', null, '{"a":1}')]],
    ['of the same value', { own: { a: [1, { b: null }] } }, { own: { a: [1, { b: null }] } }, []],
    [
      'whose parts are in another order',
      { own: { a: 1, b: { c: 1, d: 2 } } },
      { own: { b: { d: 2, c: 1 }, a: 1 } },
      []
    ],
    ['another one being in front of it', { name: 'a', label: 'b' }, { label: 'b', name: 'a' }, []]
  ])('%s', async (_, before, after, fields) => {
    expect(await fieldsOf(before, after)).toEqual(fields)
  })

  test('is logged in the order of the new record, removed ones last', async () => {
    const fields = await fieldsOf({ x: 1, y: 1, z: 1 }, { z: 2, a: 1, y: 1 })
    expect(fields.map(({ field }) => field)).toEqual(['z', 'a', 'x'])
  })

  test('is unchanged by white space', async () => {
    const catalogue = openCatalogue()
    await saved(catalogue, '[{"id":"a","own":{"x":1}}]')
    expect(await saved(catalogue, '[ {"own" : {\n"x": 1 }, "id": "a"} ]')).toBe(0)
    expect(changeTexts(catalogue)).toEqual([])
  })

  test('is cut if it is too long, with a mark; so is its name', async () => {
    const long = 'x'.repeat(LONGEST_VALUE * 2)
    const [longer] = await fieldsOf({ name: `${long}1` }, { name: `${long}2` })
    expect(longer).toMatchObject({ field: 'name', cut: true })
    expect([longer?.before, longer?.after].map((text) => text?.length)).toEqual([LONGEST_VALUE, LONGEST_VALUE])
    // A text in JSON has quotes.
    const justSo = 'y'.repeat(LONGEST_VALUE - 2)
    expect(await fieldsOf({ name: 'a' }, { name: justSo })).toEqual([change('name', '"a"', `"${justSo}"`)])
    const [named] = await fieldsOf({}, { ['n'.repeat(500)]: 1 })
    expect(named?.field).toHaveLength(200)
  })
})

test('with long values leaves less room for others, which are only counted', async () => {
  const of = (letter: string): Raw =>
    Object.fromEntries(Array.from({ length: MOST_FIELDS }, (_, at) => [`field ${at}`, letter.repeat(LONGEST_VALUE)]))
  const [told] = await between([{ id: 'a', ...of('x') }], [{ id: 'a', ...of('y') }])
  expect(told?.fields.length).toBeGreaterThan(0)
  expect(JSON.stringify(told).length).toBeLessThan(12_000)
  expect((told?.fields.length ?? 0) + (told?.moreFields ?? 0)).toBe(MOST_FIELDS)
})

test('of more changes than the maximum the first of a refresh are stored, and the oldest are deleted', async () => {
  const many = (weight: number): Raw[] =>
    Array.from({ length: MOST_CHANGES + 50 }, (_, at) => ({ id: `p${at}`, weight }))
  const catalogue = openCatalogue()
  await saved(catalogue, many(1))
  expect(await saved(catalogue, many(2), { fetchedAt: 'second' })).toBe(MOST_CHANGES + 50)
  expect(catalogue.changes({ offset: 0, limit: 1 })).toMatchObject({ total: MOST_CHANGES, newest: MOST_CHANGES })
  await saved(catalogue, many(2).slice(0, -30), { fetchedAt: 'third' })
  const { rows, total, newest } = catalogue.changes({ offset: MOST_CHANGES - 100, limit: 100 })
  expect([total, newest]).toEqual([MOST_CHANGES, MOST_CHANGES + 30])
  expect(rows.at(-1)).toMatchObject({ id: 31, at: 'second' })
  expect(catalogue.changes({ offset: 0, limit: 1 }).rows).toMatchObject([{ at: 'third', kind: 'gone' }])
})

test('pages start with the newest', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [])
  for (const id of ['a', 'b', 'c', 'd']) await saved(catalogue, [{ id }], { fetchedAt: id })
  const keys = async (offset: number): Promise<string[]> =>
    catalogue.changes({ offset, limit: 3 }).rows.map(({ kind, key }) => `${kind} ${key}`)
  expect(await keys(0)).toEqual(['new d', 'gone c', 'new c'])
  expect(await keys(3)).toEqual(['gone b', 'new b', 'gone a'])
  expect(await keys(6)).toEqual(['new a'])
  expect(await keys(7)).toEqual([])
})

test('the seen mark never moves back or beyond the newest, and survives reopening', async () => {
  const path = folder()
  const first = openCatalogue(path)
  await saved(first, [])
  await first.markSeen(1_000_000)
  await saved(first, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  expect(first.unseen()).toBe(3)
  await first.markSeen(2)
  expect(first.unseen()).toBe(1)
  await first.markSeen(1)
  expect(first.unseen()).toBe(1)
  const told = changesOf(first)
  first.close()
  const catalogue = openCatalogue(path)
  expect(changesOf(catalogue)).toEqual(told)
  expect(catalogue.changes({ offset: 0, limit: 1 })).toMatchObject({ total: 3, seenUpTo: 2, newest: 3 })
  await catalogue.markSeen(1_000_000)
  expect(catalogue.unseen()).toBe(0)
  await saved(catalogue, [{ id: 'a' }])
  expect(catalogue.unseen()).toBe(2)
})
