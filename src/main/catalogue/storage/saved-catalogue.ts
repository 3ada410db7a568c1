/** The catalogue of one account, for a command: it reads beside a running app, and writes nothing to its folder. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../../shared/ipc/error.ts'
import type { ProductRow } from '../../../shared/models/product.ts'
import type { ListDownload, StoredInfo } from '../../ports/index.ts'
import { ACCOUNT_ID } from '../../schemas.ts'
import { readVersion, type Unreadable } from '../../storage/database.ts'
import { classify, Damaged } from '../../storage/sqlite-error.ts'
import { CatalogueStore } from './catalogue-store.ts'
import { CATALOGUE_VERSION, readInfo, total } from './list-info.ts'
import { ListImport } from './list-import.ts'
import { findAll } from './product-query.ts'
import { storedRow } from './products.ts'
import type { CallCatalogue, MethodName } from './serve-catalogues.ts'

export interface SavedProducts {
  info: StoredInfo
  /** Of the whole list. */
  total: number
  /** Those that were searched for, in the list's order. */
  rows: ProductRow[]
}

/** @param folder the app's data folder @param text a search; empty: all products */
export function readSavedCatalogue(folder: string, accountId: string, text: string): SavedProducts | Unreadable {
  if (!ACCOUNT_ID.test(accountId)) throw new AppError('BAD_REQUEST', { found: 'input' })
  return readCatalogue(join(folder, 'accounts', accountId, 'catalogue.db'), text)
}

/**
 * Receives a list into a temporary file, where a long one needs no memory, and removes that.
 * @returns null when nothing has changed @throws STORAGE, and what the download throws
 */
export async function readDownload(
  download: ListDownload,
  text: string,
  { fetchedAt, atEnd }: { fetchedAt: string; atEnd: (cleanUp: () => void) => void }
): Promise<SavedProducts | null> {
  const folder = temporaryFolder()
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  atEnd(remove)
  const file = join(folder, 'catalogue.db')
  const store = new CatalogueStore(file, () => undefined)
  try {
    const call = (async (method: MethodName, ...args: unknown[]) => {
      const work = store[method] as (...given: unknown[]) => unknown
      return work.apply(store, args)
    }) as CallCatalogue
    const list = new ListImport(call, download, { signal: new AbortController().signal, onProgress: () => undefined })
    const answer = await download.receive(() => list.start())
    if (answer === null) return null
    await list.staged(answer).commit(fetchedAt)
    store.close()
    const read = readCatalogue(file, text)
    // The disk may be full: then the store has the list in memory only.
    if (typeof read === 'string') throw new AppError('STORAGE')
    return read
  } finally {
    store.close()
    remove()
  }
}

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'portside-'))
  } catch (error) {
    if (classify(error) === null) throw error
    throw new AppError('STORAGE')
  }
}

function readCatalogue(file: string, text: string): SavedProducts | Unreadable {
  const read = readVersion(file, CATALOGUE_VERSION, (db): SavedProducts | 'none' => {
    const info = readInfo(db)
    return info === null ? 'none' : { info, total: total(db), rows: rowsAt(db, findAll(db, text)) }
  })
  return typeof read === 'string' ? read : read.value
}

function rowsAt(db: DatabaseSync, positions: Uint32Array): ProductRow[] {
  const find = db.prepare('SELECT key, row FROM products WHERE position = ?')
  return Array.from(positions, (position) => {
    const found = find.get(position)
    if (!found) throw new Damaged('a product is missing')
    return storedRow(found)
  })
}
