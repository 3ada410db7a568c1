/** A catalogue in a file of its own, as the thread has it, without the thread. */
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { openFile, transaction, type Schema } from '../../../../src/main/storage/database.ts'
import { replaceProducts } from '../../../../src/main/storage/catalogue/products.ts'
import { catalogueMigrations } from '../../../../src/main/storage/migrations/catalogue/index.ts'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { folder } from '../place.ts'

const schema: Schema = { migrations: catalogueMigrations, salvage: null, wipe: false, carryOver: () => undefined }

export const openCatalogue = (file = join(folder(), 'catalogue.db')): DatabaseSync => {
  const db = openFile(file, schema)
  onTestFinished(() => db.close())
  return db
}

export function store(db: DatabaseSync, records: readonly ProductRecord[]): void {
  transaction(db, () =>
    replaceProducts(
      db,
      records.map((record) => ({ record, listed: null, print: null }))
    )
  )
}

/** Opened, with these in it. */
export function catalogueOf(records: readonly ProductRecord[]): DatabaseSync {
  const db = openCatalogue()
  store(db, records)
  return db
}
