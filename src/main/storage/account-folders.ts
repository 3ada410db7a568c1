/** The folders of accounts, each with its files. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ACCOUNT_ID } from '../schemas.ts'
import { classify } from './sqlite-error.ts'

export const ACCOUNT_FILE = 'account.db'
export const CATALOGUE_FILE = 'catalogue.db'

/** Ids of accounts with saved data, whether or not there is a record of them. @param folder of all accounts */
export function accountIdsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => ACCOUNT_ID.test(name) && isOfAccount(join(folder, name)))
  } catch (error) {
    if (classify(error) === null) throw error
    return []
  }
}

/** A folder of anything else is none of ours, and stays. True also for an empty one, and for one that can't be read. */
export function isOfAccount(folder: string): boolean {
  try {
    const names = readdirSync(folder)
    return names.length === 0 || names.some((name) => name.startsWith(ACCOUNT_FILE) || name.startsWith(CATALOGUE_FILE))
  } catch (error) {
    if (classify(error) === null) throw error
    return true
  }
}
