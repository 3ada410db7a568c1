/**
 * The cache: `portside.db` with accounts and settings, and for each account `accounts/<id>/cache.db` with its documents
 * and pictures and `catalogue.db` with its products, which a thread has.
 */
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/ipc/error.ts'
import type { Storage } from '../core/ports/index.ts'
import { catalogueFile } from './catalogue/client.ts'
import { createThread } from './catalogue/worker.ts'
import { openAccount, type OpenAccount } from './open-account.ts'
import { removeFolder } from './files.ts'
import { openRegistry, type OpenRegistry } from './registry.ts'

const CATALOGUE = 'catalogue.db'

export interface OpenStorage extends Storage {
  registry: OpenRegistry
  /** Closes every file, so that nothing is left to recover at the next start. */
  close(): void
}

/**
 * Never throws for the state of the files: see AccountStorage.condition.
 * @param folder absolute; made when it is not there, private to the person
 * @param startThread makes the worker that runs `serveCatalogues`
 */
export function openStorage(folder: string, startThread: () => Worker): OpenStorage {
  const thread = createThread(startThread)
  const registry = openRegistry(join(folder, 'portside.db'))
  const open = new Map<string, OpenAccount>()

  const place = (accountId: string): string => {
    // No way out of the folder, no two ids that one file system takes for the same, no reserved name of Windows.
    if (!/^[0-9a-z][0-9a-z-]{5,63}$/.test(accountId)) throw new AppError('BAD_REQUEST', { found: 'input' })
    return join(folder, 'accounts', accountId)
  }

  return {
    registry,

    open(accountId, keyOf) {
      const its = place(accountId)
      const files = () => ({
        file: join(its, 'cache.db'),
        catalogue: catalogueFile(thread, join(its, CATALOGUE))
      })
      const account = open.get(accountId) ?? openAccount(accountId, files(), () => open.delete(accountId))
      open.set(accountId, account)
      return account.open(keyOf)
    },

    erase(accountId) {
      const its = place(accountId)
      open.get(accountId)?.close()
      // Also where nobody looks at it any more: what couldn't be written is in the thread's memory.
      thread.close(join(its, CATALOGUE))
      removeFolder(its)
    },

    eraseAll() {
      for (const account of [...open.values()]) account.close()
      thread.end()
      removeFolder(join(folder, 'accounts'))
      registry.beginAnew()
    },

    close() {
      for (const account of [...open.values()]) account.close()
      thread.end()
      registry.close()
    }
  }
}
