/** The cache: `portside.db` with accounts and settings, and `accounts/<id>/cache.db` for each account's data. */
import { join } from 'node:path'
import { Fault } from '../../shared/ipc/failure.ts'
import type { Cache } from '../core/ports.ts'
import { openAccount, type OpenAccount } from './open-account.ts'
import { removeFolder } from './place.ts'
import { openRegistry, type OpenRegistry } from './registry.ts'

export interface OpenCache extends Cache {
  registry: OpenRegistry
  /** Closes every file, so that nothing is left to recover at the next start. */
  close(): void
}

/**
 * Never throws for the state of the files: see AccountCache.condition.
 * @param folder absolute; made when it is not there, private to the person
 */
export function openCache(folder: string): OpenCache {
  const registry = openRegistry(join(folder, 'portside.db'))
  const open = new Map<string, OpenAccount>()

  const place = (accountId: string): string => {
    // No way out of the folder, no two ids that one file system takes for the same, no reserved name of Windows.
    if (!/^[0-9a-z][0-9a-z-]{5,63}$/.test(accountId)) throw new Fault('BAD_REQUEST', { found: 'input' })
    return join(folder, 'accounts', accountId)
  }

  return {
    registry,

    open(accountId, keyOf) {
      const file = join(place(accountId), 'cache.db')
      const account = open.get(accountId) ?? openAccount(accountId, file, () => open.delete(accountId))
      open.set(accountId, account)
      return account.open(keyOf)
    },

    erase(accountId) {
      const its = place(accountId)
      open.get(accountId)?.close()
      removeFolder(its)
    },

    eraseAll() {
      for (const account of [...open.values()]) account.close()
      removeFolder(join(folder, 'accounts'))
      registry.beginAnew()
    },

    close() {
      for (const account of [...open.values()]) account.close()
      registry.close()
    }
  }
}
