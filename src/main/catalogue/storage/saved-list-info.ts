/** The size and age of a saved catalogue, read beside a running app. */
import { join } from 'node:path'
import { readVersion, type Unreadable } from '../../storage/database.ts'
import { CATALOGUE_VERSION, listSize, readInfo } from './list-info.ts'

export interface SavedListInfo {
  /** Number of products. */
  total: number
  /** ISO 8601 */
  fetchedAt: string
}

/** @param folder the app's data folder */
export function readSavedListInfo(folder: string, accountId: string): SavedListInfo | Unreadable {
  const file = join(folder, 'accounts', accountId, 'catalogue.db')
  const read = readVersion(file, CATALOGUE_VERSION, (db): SavedListInfo | 'none' => {
    const info = readInfo(db)
    return info ? { total: listSize(db) ?? 0, fetchedAt: info.fetchedAt } : 'none'
  })
  return typeof read === 'string' ? read : read.value
}
