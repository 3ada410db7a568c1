/** The log of changes between two lists. */
import { describe, expect, test } from 'vitest'
import type { ProductRecord } from '../../../src/main/ports/index.ts'
import { LONGEST_VALUE, MOST_CHANGES, MOST_FIELDS } from '../../../src/shared/models/change.ts'
import { DEFAULTS } from '../../../src/shared/models/provider.ts'
import { folder } from '../storage/fixtures.ts'
import { ALL_CHANGES, changesOf, changeTexts, openCatalogue, saved } from './catalogue.ts'

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
  expect(catalogue.changes(ALL_CHANGES)).toEqual({ rows: [], total: 0, newest: 0, isCut: false })
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
  const same = { at: 'after', moreFields: 0, seen: false, listed: true }
  expect(told).toEqual([
    { ...same, id: 1, kind: 'gone', key: 'b', name: 'Leaves', fields: [], listed: false },
    { ...same, id: 2, kind: 'new', key: 'd', name: 'd', fields: [] },
    {
      ...same,
      id: 3,
      kind: 'text',
      key: 'c',
      name: 'New name',
      fields: [change('name', '"Old name"', '"New name"')]
    }
  ])
})

describe('a field', () => {
  test.each<[string, Raw, Raw, ReturnType<typeof change>[]]>([
    ['of another value', { name: 'a' }, { name: 'b' }, [change('name', '"a"', '"b"')]],
    ['of another type, and the same value', { weight: 1 }, { weight: '1' }, []],
    ['in another spelling', { Name: 'a' }, { name: 'b' }, [change('name', '"a"', '"b"')]],
    ['that is read by another name', { soldOut: false }, { soldOut: true }, [change('isAvailable', 'true', 'false')]],
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

  test('is logged by importance: availability, texts, other documented ones, then those that aren’t read', async () => {
    const fields = await fieldsOf(
      { x: 1, weight: 1, y: 1, tagline: 'a', isAvailable: true, z: 1 },
      { z: 2, weight: 2, a: 1, isAvailable: false, tagline: 'b', y: 1 }
    )
    expect(fields.map(({ field }) => field)).toEqual(['isAvailable', 'tagline', 'weight', 'z', 'a', 'x'])
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
  const many = (label: string): Raw[] => Array.from({ length: MOST_CHANGES + 50 }, (_, at) => ({ id: `p${at}`, label }))
  const ids = (offset: number): (number | undefined)[] =>
    catalogue.changes({ ...ALL_CHANGES, offset, limit: 1 }).rows.map(({ id }) => id)
  const catalogue = openCatalogue()
  await saved(catalogue, many('a'))
  expect(await saved(catalogue, many('b'), { fetchedAt: '2026-11-02' })).toBe(MOST_CHANGES + 50)
  expect(catalogue.changes(ALL_CHANGES)).toMatchObject({ total: MOST_CHANGES, newest: MOST_CHANGES })
  await saved(catalogue, many('b').slice(0, -30), { fetchedAt: '2026-11-03' })
  expect(catalogue.changes(ALL_CHANGES)).toMatchObject({
    ...{ total: MOST_CHANGES, newest: MOST_CHANGES + 30, isCut: true }
  })
  expect(ids(MOST_CHANGES - 1)).toEqual([31])
  // The period has no more than these.
  expect(catalogue.changes({ ...ALL_CHANGES, from: '2026-11-03' })).toMatchObject({ total: 30, isCut: false })
  expect(catalogue.changes({ ...ALL_CHANGES, from: null })).toMatchObject({ isCut: true })
})

test('a change of fields that few need is listed with all fields only, and isn’t counted', async () => {
  const catalogue = openCatalogue()
  const at = (weight: number, more: Raw = {}): Raw[] => [
    { id: 'a', weight, lastUpdateDateTime: `2026-11-0${weight}T00:00:00Z`, own: weight, ...more }
  ]
  await saved(catalogue, at(1))
  await saved(catalogue, at(2))
  expect(catalogue.unseen()).toBe(0)
  await saved(catalogue, at(3, { name: 'Named' }))
  expect(catalogue.unseen()).toBe(1)
  const listed = (allFields: boolean): string[] =>
    catalogue
      .changes({ ...ALL_CHANGES, allFields })
      .rows.map(({ kind, fields }) => [kind, ...fields.map(({ field }) => field)].join(' '))
  const rest = 'lastUpdateDateTime weight own'
  expect(listed(false)).toEqual([`text name ${rest}`])
  expect(listed(true)).toEqual([`text name ${rest}`, `other ${rest}`])
})

test('another definition or version of the readers is no change of the products', async () => {
  const path = folder()
  const list = (weight: number): Raw[] => [{ id: 'a', weight, kind: { title: 'One' } }]
  const catalogue = openCatalogue(path)
  await saved(catalogue, list(1))
  const settings = { ...DEFAULTS, productFields: { name: 'kind.title' } }
  await saved(catalogue, list(1), { settings })
  await saved(catalogue, list(2), { settings: { ...settings, productFields: { tagline: 'kind.title' } } })
  expect(changeTexts(catalogue)).toEqual(['other a: weight'])
})

test('a period begins at a moment, and a removed product isn’t listed', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [])
  await saved(catalogue, [{ id: 'a' }], { fetchedAt: '2026-11-01' })
  await saved(catalogue, [{ id: 'b' }], { fetchedAt: '2026-11-08' })
  const since = (from: string) =>
    catalogue.changes({ ...ALL_CHANGES, from }).rows.map(({ kind, key, listed }) => [kind, key, listed])
  expect(since('2026-11-01')).toEqual([
    ['new', 'b', true],
    ['gone', 'a', false],
    ['new', 'a', false]
  ])
  expect(since('2026-11-02')).toHaveLength(2)
  expect(since('2026-11-09')).toEqual([])
})

test('pages start with the newest', async () => {
  const catalogue = openCatalogue()
  await saved(catalogue, [])
  for (const id of ['a', 'b', 'c', 'd']) await saved(catalogue, [{ id }], { fetchedAt: id })
  const keys = async (offset: number): Promise<string[]> =>
    catalogue.changes({ ...ALL_CHANGES, offset, limit: 3 }).rows.map(({ kind, key }) => `${kind} ${key}`)
  expect(await keys(0)).toEqual(['new d', 'gone c', 'new c'])
  expect(await keys(3)).toEqual(['gone b', 'new b', 'gone a'])
  expect(await keys(6)).toEqual(['new a'])
  expect(await keys(7)).toEqual([])
})

test('only what was shown is marked as seen, and counts as unseen to the end of the visit', async () => {
  const path = folder()
  const first = openCatalogue(path)
  await saved(first, [])
  await saved(first, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  const unseenIn = (catalogue: typeof first, visit: string): string[] =>
    catalogue.changes({ ...ALL_CHANGES, from: null, visit }).rows.map(({ key, seen }) => `${key} ${String(seen)}`)
  expect(first.unseen()).toBe(3)
  await first.markSeen([2, 17], '2026-11-01T10:00')
  expect(first.unseen()).toBe(2)
  expect(unseenIn(first, '2026-11-01T10:00')).toEqual(['c false', 'b false', 'a false'])
  // A second look doesn't move the first one.
  await first.markSeen([2], '2026-11-03T10:00')
  first.close()

  const next = openCatalogue(path)
  expect(unseenIn(next, '2026-11-02T10:00')).toEqual(['c false', 'a false'])
  const marks = (catalogue: typeof first) =>
    catalogue.changes({ ...ALL_CHANGES, visit: '2026-11-02T10:00' }).rows.map(({ seen }) => seen)
  expect(marks(next)).toEqual([false, true, false])
  await saved(next, [{ id: 'a' }, { id: 'b' }])
  await next.markAllSeen(3, '2026-11-02T10:00')
  expect(next.unseen()).toBe(1)
  expect(marks(next)).toEqual([false, false, true, false])
  expect(unseenIn(next, '2026-11-04T10:00')).toEqual(['c false'])
})
