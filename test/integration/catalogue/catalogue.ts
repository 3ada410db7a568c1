/** A catalogue in the test's own thread: what the worker runs, without a worker and its messages. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { CatalogueStore } from '../../../src/main/catalogue/storage/catalogue-store.ts'
import type { ProductReading } from '../../../src/main/ports/index.ts'
import type { ProductChange } from '../../../src/shared/models/change.ts'
import { ALL, bodyOf, folder, INFO, type Coming, type Listed } from '../storage/fixtures.ts'

export const fileIn = (path: string): string => join(path, 'catalogue.db')

/** Closed when the test ends. */
export function openCatalogue(path = folder(), readersVersion?: number): CatalogueStore {
  const catalogue = new CatalogueStore(fileIn(path), () => undefined, readersVersion)
  onTestFinished(() => catalogue.close())
  return catalogue
}

let imports = 0

/** Imports a list, up to its end. @returns the import's id */
export function staged(
  catalogue: CatalogueStore,
  list: readonly Listed[] | string,
  reading: ProductReading = { secrets: [] }
): number {
  const id = ++imports
  catalogue.startImport(id, reading)
  catalogue.parseChunk(id, bodyOf(list))
  catalogue.endPage(id)
  return id
}

/** A whole refresh, up to the search's index. @returns the number of products that were added, removed or changed */
export async function saved(
  catalogue: CatalogueStore,
  list: readonly Listed[] | string,
  { fetchedAt = INFO.fetchedAt, validators = null, secrets = [], settings, partial }: Partial<Coming> = {}
): Promise<number> {
  const changed = await catalogue.commit(staged(catalogue, list, { secrets, settings }), {
    fetchedAt,
    validators,
    partial
  })
  await catalogue.ensureIndexed()
  return changed
}

export const keysOf = (catalogue: CatalogueStore): string[] => catalogue.page(ALL).rows.map(({ key }) => key)

/** Another connection to the file, closed when the test ends. */
export function beside(path: string): DatabaseSync {
  const db = new DatabaseSync(fileIn(path))
  onTestFinished(() => {
    if (db.isOpen) db.close()
  })
  return db
}

/** Of all kinds, from the beginning. */
export const ALL_CHANGES = { from: '', visit: '9999', allFields: true, offset: 0, limit: 100 }

/** The latest 100 changes, the oldest first. */
export const changesOf = (catalogue: CatalogueStore): ProductChange[] =>
  catalogue.changes(ALL_CHANGES).rows.toReversed()

/** The same in short: `new a`, `gone b`, `text c: name weight`. */
export const changeTexts = (catalogue: CatalogueStore): string[] =>
  changesOf(catalogue).map(({ kind, key, fields }) =>
    [`${kind} ${key}`, ...(fields.length > 0 ? [fields.map(({ field }) => field).join(' ')] : [])].join(': ')
  )
