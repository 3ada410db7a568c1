/** A catalogue in the test's own thread: what the worker runs, without a worker and its messages. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { openBook, type Book } from '../../../../src/main/storage/catalogue/catalogue-store.ts'
import type { Validators } from '../../../../src/main/core/ports/index.ts'
import { createListReaders } from '../../../../src/main/api/readers/list-readers.ts'
import type { ProductChange } from '../../../../src/shared/models/change.ts'
import { ALL, bodyOf, folder, INFO, type Listed } from '../place.ts'

export const fileIn = (path: string): string => join(path, 'catalogue.db')

/** Closed when the test ends. */
export function bookIn(path = folder(), readers = createListReaders()): Book {
  const book = openBook({ file: fileIn(path), readers, tell: () => undefined, closed: () => undefined })
  onTestFinished(() => book.close())
  return book
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
  book: Book,
  list: readonly Listed[] | string,
  { secrets = [] }: Coming = {}
): Promise<number> {
  const id = ++intakes
  await book.begin(id, { secrets })
  await book.take(id, bodyOf(list))
  await book.end(id)
  return id
}

/** A whole refresh. @returns how many products came, went or changed */
export async function saved(book: Book, list: readonly Listed[] | string, coming: Coming = {}): Promise<number> {
  const { fetchedAt = INFO.fetchedAt, validators = null } = coming
  return book.commit(await arrived(book, list, coming), { fetchedAt, validators })
}

export async function keysOf(book: Book): Promise<string[]> {
  return (await book.page(ALL)).rows.map(({ key }) => key)
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
export async function ledgerOf(book: Book): Promise<ProductChange[]> {
  return (await book.changes({ offset: 0, limit: 100 })).rows.toReversed()
}

/** The same in short: `new a`, `gone b`, `changed c: name weight`. */
export async function toldBy(book: Book): Promise<string[]> {
  return (await ledgerOf(book)).map(({ kind, key, fields }) =>
    [`${kind} ${key}`, ...(fields.length > 0 ? [fields.map(({ field }) => field).join(' ')] : [])].join(': ')
  )
}
