/**
 * Entries that are to leave the keychain. Their ids are noted before it is asked, so that neither a store that is locked now nor
 * a crash leaves an entry behind that nobody knows of.
 */
import { isKeychainError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Context } from './context.ts'
import type { Entries } from './entries.ts'

export interface PendingDeletions {
  /**
   * How many wait. Those that are being written or removed don't count yet, nor those of accounts in memory: they are told of
   * as such, and their entry is to be kept.
   */
  count(): number
  has(id: string): boolean
  ids(): string[]
  /** Whether an entry of the account may be in the keychain, as far as is known. */
  mayBeStored(account: Account): boolean
  /**
   * Notes one that is written or removed now, before its record says so: a note that nothing came of is undone later, but no
   * record tells of an entry that nobody noted. The call that follows tells whether it has to wait. @throws STORAGE
   */
  add(id: string): void
  /** That call has ended: if it is still noted, it waits. */
  wait(id: string): void
  clear(id: string): void
  /** Puts them in place of all others: everything else was erased. */
  restore(ids: readonly string[]): void
  /**
   * Removes the entry, or the token from it while data that its key opens stays saved.
   * An entry that the keychain refuses to remove stays pending; if nothing is stored there, as far as is known, it is forgotten.
   */
  retire(id: string, mayBeStored: boolean): Promise<void>
  /** Tries all that wait. @returns whether the keychain did any of it @throws the first KEYCHAIN_*; the rest is not asked for then */
  workOff(): Promise<boolean>
  /** The store was found open: tries all that wait, in the background. */
  catchUp(): void
}

export function createPendingDeletions(context: Context, entries: () => Entries): PendingDeletions {
  const { accounts, holders, inTurn } = context
  const { registry, keychain } = context.parts
  const underWay = new Set<string>()
  let pass: Promise<void> | null = null

  const ids = (): string[] => registry.pendingDeletions()
  const has = (id: string): boolean => ids().includes(id)
  const clear = (id: string): void => {
    underWay.delete(id)
    if (has(id)) registry.savePendingDeletions(ids().filter((one) => one !== id))
  }

  const isInMemory = (id: string): boolean => {
    const account = accounts.find(id)
    return account !== undefined && holders.of(account).credential === 'memory'
  }

  /** @returns whether the keychain did something. */
  const settle = (id: string): Promise<boolean> =>
    inTurn(id, async () => {
      // An account that signed in again meanwhile has a newer entry.
      if (!has(id)) return false
      const account = accounts.find(id)
      const holder = account && holders.of(account)
      if (holder?.credential === 'memory') return entries().keep(id)
      // Its sign-in was ended by a crash when the entry and the record were written already.
      if (account?.tokenStored) {
        clear(id)
        return false
      }
      const dataKey = account?.keyStored && holder ? await entries().keyToKeep(account, holder) : null
      if (dataKey === null) {
        await keychain.remove(id)
        // Its key was lost before, or by a removal of ours that was given up.
        if (account?.keyStored) accounts.update(id, { keyStored: false })
      } else {
        await keychain.write(id, { token: null, origin: null, dataKey })
        // Removed meanwhile: it is nobody's key any more.
        if (!accounts.find(id)?.keyStored) await keychain.remove(id)
      }
      clear(id)
      return true
    })

  const workOff = async (): Promise<boolean> => {
    const before = ids().length
    let any = false
    try {
      for (const id of ids().filter((one) => !underWay.has(one))) any = (await settle(id)) || any
    } finally {
      if (ids().length !== before) context.changed()
    }
    return any
  }

  const catchUp = (): void => {
    if (pass || ids().every((id) => underWay.has(id))) return
    pass = workOff()
      .then(
        () => undefined,
        // What could not be removed waits for the next time.
        () => undefined
      )
      .finally(() => {
        pass = null
      })
  }

  return {
    count: () => ids().filter((id) => !underWay.has(id) && !isInMemory(id)).length,
    has,
    ids,
    mayBeStored: ({ id, tokenStored, keyStored }) => tokenStored || keyStored || has(id),
    add(id) {
      if (!has(id)) registry.savePendingDeletions([...ids(), id])
      underWay.add(id)
    },
    wait: (id) => void underWay.delete(id),
    clear,
    restore(left) {
      underWay.clear()
      if (left.length > 0) registry.savePendingDeletions(left)
    },
    async retire(id, mayBeStored) {
      try {
        if (await settle(id)) catchUp()
      } catch (error) {
        if (!mayBeStored) clear(id)
        if (!isKeychainError(toErrorInfo(error))) throw error
      } finally {
        underWay.delete(id)
        if (has(id)) context.changed()
      }
    },
    workOff,
    catchUp
  }
}
