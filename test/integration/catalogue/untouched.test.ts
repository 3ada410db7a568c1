/** What a refresh leaves alone: rows that stand where they stood, under the same bytes, and words that are indexed already. */
import type { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { READERS_VERSION } from '../../../src/main/provider/readers/records.ts'
import { catalogueSchema } from '../../../src/main/catalogue/storage/catalogue-schema.ts'
import { ProductWriter } from '../../../src/main/catalogue/storage/products.ts'
import { openInMemory } from '../../../src/main/storage/database.ts'
import { folder, product } from '../storage/fixtures.ts'
import { beside, openCatalogue, saved, changeTexts } from './catalogue.ts'

const LIST = ['a', 'b', 'c', 'd'].map((key) => product(key, { name: `Name ${key}`, weight: 1 }).raw)

/** Notes from now on which rows are written, as `insert products 3`. @returns what was written since the last look */
function watch(db: DatabaseSync): () => string[] {
  db.exec('CREATE TABLE written (what TEXT)')
  for (const table of ['products', 'product_records']) {
    for (const [verb, row] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old']
    ]) {
      db.exec(`CREATE TRIGGER ${table}_${verb} AFTER ${verb} ON ${table}
        BEGIN INSERT INTO written VALUES ('${verb} ${table} ' || ${row}.position); END`)
    }
  }
  return () => {
    const rows = db.prepare('SELECT DISTINCT what FROM written ORDER BY what').all()
    db.exec('DELETE FROM written')
    return rows.map(({ what }) => String(what))
  }
}

/** Grows with each text that is put into the full-text index, and with each that is taken out. */
const texts = (db: DatabaseSync): unknown =>
  db.prepare('SELECT CAST(id AS TEXT), hex(block) FROM product_texts_data').all()

/** Positions of records that were written. */
const records = (written: string[]): number[] => [
  ...new Set(written.filter((one) => one.includes('records')).map((one) => Number(one.split(' ')[2])))
]

test('the same list again writes no product, only age and validators', async () => {
  const path = folder()
  const catalogue = openCatalogue(path)
  expect(await saved(catalogue, LIST, { fetchedAt: 'first', validators: null })).toBe(4)
  const written = watch(beside(path))
  const before = texts(beside(path))
  const validators = { etag: 'e', lastModified: null, of: 'x' }
  expect(await saved(catalogue, LIST, { fetchedAt: 'second', validators })).toBe(0)
  expect(written()).toEqual([])
  expect(texts(beside(path))).toEqual(before)
  expect(catalogue.info()).toEqual({ fetchedAt: 'second', notes: [], validators })
  expect(changeTexts(catalogue)).toEqual([])
})

test('only a record with other bytes is written, also if its values are equal', async () => {
  const path = folder()
  const catalogue = openCatalogue(path)
  await saved(catalogue, LIST)
  const written = watch(beside(path))
  const spaced = `[${LIST.map((one, at) => JSON.stringify(one, null, at === 2 ? 1 : 0)).join(' ,\n ')}]`
  expect(await saved(catalogue, spaced)).toBe(0)
  expect(records(written())).toEqual([2])
  // Space around a record is not part of it.
  expect(await saved(catalogue, spaced.replaceAll(' ,\n ', ','))).toBe(0)
  expect(written()).toEqual([])
})

test('a changed price doesn’t index words again; a changed name does', async () => {
  const path = folder()
  const catalogue = openCatalogue(path)
  await saved(catalogue, LIST)
  const before = texts(beside(path))
  expect(await saved(catalogue, [LIST[0] ?? {}, { ...LIST[1], weight: 2 }, ...LIST.slice(2)])).toBe(1)
  expect(texts(beside(path))).toEqual(before)
  expect(await saved(catalogue, [LIST[0] ?? {}, { ...LIST[1], weight: 2, name: 'Other' }, ...LIST.slice(2)])).toBe(1)
  expect(texts(beside(path))).not.toEqual(before)
})

describe('the same bytes are read again', () => {
  test('with another secret, which is redacted; and with the earlier one', async () => {
    const catalogue = openCatalogue()
    const list = [product('a', { name: 'canary-secret-4711 opens it' }), product('b')]
    await saved(catalogue, list, { secrets: ['first-secret'] })
    expect(await saved(catalogue, list, { secrets: ['canary-secret-4711'] })).toBe(1)
    expect(catalogue.product('a')?.record.product.name).not.toContain('canary')
    expect(await saved(catalogue, list, { secrets: ['first-secret'] })).toBe(1)
    expect(catalogue.product('a')?.record.product.name).toBe('canary-secret-4711 opens it')
  })

  test('by other readers', async () => {
    const path = folder()
    const first = openCatalogue(path)
    await saved(first, LIST)
    first.close()
    const catalogue = openCatalogue(path, READERS_VERSION + 1)
    const written = watch(beside(path))
    expect(await saved(catalogue, LIST)).toBe(0)
    expect(records(written())).toEqual([0, 1, 2, 3])
    await saved(catalogue, LIST)
    expect(records(written())).toEqual([])
  })
})

test('at most four million characters wait in memory for the index', () => {
  const db = openInMemory(catalogueSchema)
  onTestFinished(() => db.close())
  const writer = new ProductWriter(db)
  for (let position = 0; position < 5; position += 1) {
    const raw = { id: `p${position}`, description: 'harbour '.repeat(125_000) }
    writer.put(position, {
      record: { key: raw.id, product: raw, raw, unknownFields: [], notes: [] },
      listRecord: null
    })
  }
  const indexed = db.prepare(`SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH 'harbour'`).get()
  expect(indexed).toEqual({ n: 4 })
})
