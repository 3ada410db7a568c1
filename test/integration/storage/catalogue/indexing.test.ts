/** How the words of a list get into the index while the list is stored. */
import type { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { catalogueSchema } from '../../../../src/main/storage/catalogue/catalogue-store.ts'
import { openInMemory } from '../../../../src/main/storage/database.ts'
import { createWriter } from '../../../../src/main/storage/catalogue/products.ts'

function emptyCatalogue(): DatabaseSync {
  const db = openInMemory(catalogueSchema)
  onTestFinished(() => db.close())
  return db
}

function put(db: DatabaseSync, products: number, characters: number): void {
  const description = 'harbour '.repeat(characters / 8)
  const { put: write } = createWriter(db)
  for (let position = 0; position < products; position += 1) {
    const raw = { id: `p${position}`, description }
    const record = { key: raw.id, product: raw, raw, unknownFields: [], notes: [] }
    write(position, { record, listRecord: null, hash: null })
  }
}

const indexed = (db: DatabaseSync): unknown =>
  db.prepare(`SELECT count(*) AS n FROM product_texts WHERE product_texts MATCH 'harbour'`).get()?.['n']

test('holds no more than four million characters in memory until they are indexed', () => {
  const db = emptyCatalogue()
  put(db, 5, 1_000_000)
  expect(indexed(db)).toBe(4)
})
