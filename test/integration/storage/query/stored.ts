/** A catalogue in a file of its own, as the worker has it, without the worker. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { openFile, transaction } from '../../../../src/main/storage/database.ts'
import { replaceProducts } from '../../../../src/main/storage/catalogue/products.ts'
import { catalogueSchema } from '../../../../src/main/storage/catalogue/catalogue-store.ts'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { folder } from '../fixtures.ts'

export const openCatalogue = (file = join(folder(), 'catalogue.db')): DatabaseSync => {
  const db = openFile(file, catalogueSchema)
  onTestFinished(() => db.close())
  return db
}

export function store(db: DatabaseSync, records: readonly ProductRecord[]): void {
  transaction(db, () =>
    replaceProducts(
      db,
      records.map((record) => ({ record, listRecord: null, hash: null }))
    )
  )
}

/** Opened, with these in it. */
export function catalogueOf(records: readonly ProductRecord[]): DatabaseSync {
  const db = openCatalogue()
  store(db, records)
  return db
}
