/** A catalogue in the test's own thread: what the worker runs, without a worker and its messages. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { openCatalogueStore, type CatalogueStore } from '../../../../src/main/storage/catalogue/catalogue-store.ts'
import type { Validators } from '../../../../src/main/core/ports/index.ts'
import { createListReaders } from '../../../../src/main/api/readers/list-readers.ts'
import type { ProductChange } from '../../../../src/shared/models/change.ts'
import { ALL, bodyOf, folder, INFO, type Listed } from '../fixtures.ts'

export const fileIn = (path: string): string => join(path, 'catalogue.db')

/** Closed when the test ends. */
export function openCatalogue(path = folder(), readers = createListReaders()): CatalogueStore {
  const catalogue = openCatalogueStore(fileIn(path), readers, () => undefined)
  onTestFinished(() => catalogue.close())
  return catalogue
}

/** How a list comes. */
export interface Coming {
  fetchedAt?: string
  validators?: Validators | null
  secrets?: readonly string[]
}

let intakes = 0

/** Takes in a list, up to its end. @returns the intake's number */
export async function arrived(
  catalogue: CatalogueStore,
  list: readonly Listed[] | string,
  { secrets = [] }: Coming = {}
): Promise<number> {
  const id = ++intakes
  catalogue.begin(id, { secrets })
  catalogue.take(id, bodyOf(list))
  catalogue.end(id)
  return id
}

/** A whole refresh. @returns how many products came, went or changed */
export async function saved(
  catalogue: CatalogueStore,
  list: readonly Listed[] | string,
  coming: Coming = {}
): Promise<number> {
  const { fetchedAt = INFO.fetchedAt, validators = null } = coming
  return catalogue.commit(await arrived(catalogue, list, coming), { fetchedAt, validators })
}

export async function keysOf(catalogue: CatalogueStore): Promise<string[]> {
  return catalogue.page(ALL).rows.map(({ key }) => key)
}

/** Another connection to the file, closed when the test ends. */
export function beside(path: string): DatabaseSync {
  const db = new DatabaseSync(fileIn(path))
  onTestFinished(() => {
    if (db.isOpen) db.close()
  })
  return db
}

/** All that the ledger has, the oldest first. */
export async function changesOf(catalogue: CatalogueStore): Promise<ProductChange[]> {
  return catalogue.changes({ offset: 0, limit: 100 }).rows.toReversed()
}

/** The same in short: `new a`, `gone b`, `changed c: name weight`. */
export async function changeTexts(catalogue: CatalogueStore): Promise<string[]> {
  return (await changesOf(catalogue)).map(({ kind, key, fields }) =>
    [`${kind} ${key}`, ...(fields.length > 0 ? [fields.map(({ field }) => field).join(' ')] : [])].join(': ')
  )
}
