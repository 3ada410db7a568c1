/** `portside.db` has accounts and settings. Each account has `account.db`, and `catalogue.db`, which only a worker opens. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/ipc/error.ts'
import type { Storage } from '../core/ports/index.ts'
import { ACCOUNT_ID } from '../core/schemas.ts'
import { openAccount, type OpenAccount } from './account-store.ts'
import { createCatalogueClient, createCatalogueWorker } from './catalogue/catalogue-client.ts'
import { removeFolder } from './files.ts'
import { openRegistry, type OpenRegistry } from './registry.ts'
import { classify } from './sqlite-error.ts'

const CATALOGUE = 'catalogue.db'

export interface OpenStorage extends Storage {
  registry: OpenRegistry
  /** The catalogue's worker, before there is an account: starting it takes as long as a sign-in. */
  startWorker(): void
  close(): void
}

/** Never throws for the state of the files: see AccountStorage.condition. @param startWorker runs `serveCatalogues` */
export function openStorage(folder: string, startWorker: () => Worker): OpenStorage {
  const worker = createCatalogueWorker(startWorker)
  const registry = openRegistry(join(folder, 'portside.db'))
  const accounts = join(folder, 'accounts')
  const open = new Map<string, OpenAccount>()

  const folderOf = (accountId: string): string => {
    if (!ACCOUNT_ID.test(accountId)) throw new AppError('BAD_REQUEST', { found: 'input' })
    return join(accounts, accountId)
  }

  return {
    registry,
    startWorker: worker.start,

    open(accountId, keyOf) {
      const accountFolder = folderOf(accountId)
      let account = open.get(accountId)
      if (!account) {
        const catalogue = createCatalogueClient(worker, join(accountFolder, CATALOGUE))
        account = openAccount(accountId, join(accountFolder, 'account.db'), catalogue, () => open.delete(accountId))
      }
      open.set(accountId, account)
      return account.open(keyOf)
    },

    accountIds: () => accountIdsIn(accounts),

    erase(accountId) {
      const accountFolder = folderOf(accountId)
      open.get(accountId)?.close()
      // The worker may hold data of a closed account in memory, if its file couldn't be written.
      worker.close(join(accountFolder, CATALOGUE))
      removeFolder(accountFolder)
    },

    eraseAll() {
      for (const account of [...open.values()]) account.close()
      worker.end()
      // `accounts` may be a link to another disk, and removing a link leaves what it leads to.
      for (const accountId of accountIdsIn(accounts)) removeFolder(join(accounts, accountId))
      removeFolder(accounts)
      registry.eraseAll()
    },

    close() {
      for (const account of [...open.values()]) account.close()
      worker.end()
      registry.close()
    }
  }
}

function accountIdsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => ACCOUNT_ID.test(name))
  } catch (error) {
    if (classify(error) === null) throw error
    return []
  }
}
