/** The cache: `portside.db` with accounts and settings, and `accounts/<id>/cache.db` for each account's data. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Fault } from '../../shared/ipc/failure.ts'
import type { AccountCache, Cache } from '../core/ports.ts'
import { accountCache, openAccountStore } from './account.ts'
import { openRegistry, type OpenRegistry } from './registry.ts'
import { troubleOf } from './sqlite-error.ts'

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
  const open = new Map<string, AccountCache>()

  const place = (accountId: string): string => {
    // No way out of the folder, no two ids that one file system takes for the same, no reserved name of Windows.
    if (!/^[0-9a-z][0-9a-z-]{5,63}$/.test(accountId)) throw new Fault('BAD_REQUEST', { found: 'input' })
    return join(folder, 'accounts', accountId)
  }
  const close = (accountId: string): void => {
    open.get(accountId)?.close()
    open.delete(accountId)
  }

  return {
    registry,

    open(accountId) {
      const file = join(place(accountId), 'cache.db')
      const cache = open.get(accountId) ?? accountCache(openAccountStore(file))
      open.set(accountId, cache)
      return {
        ...cache,
        close() {
          // What is only in memory has to live until quit, also when another account is looked at in between.
          if (cache.condition() !== 'memory' && open.get(accountId) === cache) close(accountId)
        }
      }
    },

    erase(accountId) {
      const its = place(accountId)
      close(accountId)
      try {
        rmSync(its, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
      } catch (error) {
        if (troubleOf(error) === null) throw error
        throw new Fault('CACHE')
      }
    },

    close() {
      for (const accountId of [...open.keys()]) close(accountId)
      registry.close()
    }
  }
}
