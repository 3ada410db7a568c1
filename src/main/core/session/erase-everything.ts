/** Nothing stays on this computer: the keychain's entries first, because only they may refuse, then every file. */
import { isKeychainError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Context } from './context.ts'
import { letGo } from './credential-store.ts'
import type { PendingDeletions } from './pending-deletions.ts'

const NOTHING = { tokenStored: false, keyStored: false }

/** See Session.eraseEverything. */
export function eraseEverything(
  context: Context,
  pendingDeletions: PendingDeletions,
  leaveEntries: boolean
): Promise<void> {
  const { accounts, holders, inTurn, erasures } = context
  const { keychain, eraseAll } = context.parts

  const isStored = (id: string): boolean => {
    const account = accounts.find(id)
    return account ? pendingDeletions.mayBeStored(account) : pendingDeletions.has(id)
  }

  /** Those come last whose key would be lost if a later entry could not be removed. */
  const inOrder = (): string[] => {
    const ofAccounts = accounts.all().filter(({ kind }) => kind !== 'sample')
    const unknown = ofAccounts.filter((one) => one.keyStored && holders.of(one).dataKey === null).map(({ id }) => id)
    const others = [...pendingDeletions.ids(), ...ofAccounts.map(({ id }) => id)].filter((id) => !unknown.includes(id))
    return [...new Set(others), ...unknown]
  }

  /** The record and the holder of an account whose token is gone, or may be: what is in memory is good until quit. */
  const nowInMemory = (id: string, stored: Pick<Account, 'tokenStored' | 'keyStored'>): void => {
    const account = accounts.find(id)
    if (!account) return
    const holder = holders.of(account)
    accounts.update(id, stored)
    if (holder.credential !== 'kept' && holder.credential !== 'unavailable') return
    if (holder.token === null) letGo(holder, 'forgotten')
    else holder.credential = 'memory'
  }

  const note = (id: string): void => {
    pendingDeletions.add(id)
    pendingDeletions.wait(id)
  }

  /**
   * The store may do yet what it gave no answer to. A token in memory is written anew with the next call that finds it open;
   * else what is left of the entry goes, but for a key that is still there: nothing that it opens was deleted.
   */
  const mayBeGone = (id: string): void => {
    note(id)
    nowInMemory(id, { ...NOTHING, keyStored: accounts.find(id)?.keyStored ?? false })
  }

  /** @returns ids of the entries that had to be left. @throws KEYCHAIN_* unless they may be left */
  const removeEntries = async (): Promise<string[]> => {
    const ids = inOrder()
    for (const [at, id] of ids.entries()) {
      try {
        await inTurn(id, () => keychain.remove(id))
        pendingDeletions.clear(id)
        nowInMemory(id, NOTHING)
      } catch (thrown) {
        const error = toErrorInfo(thrown)
        if (!isKeychainError(error)) throw thrown
        // A store that is not there has nothing of an account that was never kept.
        if (error.code === 'KEYCHAIN_MISSING' && !isStored(id)) continue
        if (leaveEntries) return ids.slice(at).filter(isStored)
        if (error.code === 'KEYCHAIN_SILENT') mayBeGone(id)
        for (const account of accounts.all()) {
          const holder = holders.of(account)
          if (holder.credential === 'memory') holder.keychainError ??= error
        }
        context.changed()
        throw thrown
      }
    }
    return []
  }

  return inTurn('everything', async () => {
    erasures.begun += 1
    erasures.underWay = true
    try {
      const left = await removeEntries()
      left.forEach(note)
      for (const { id } of accounts.all()) accounts.update(id, NOTHING)
      holders.forgetAll()
      try {
        eraseAll()
      } finally {
        accounts.reload()
        pendingDeletions.restore(left)
        context.changed()
      }
    } finally {
      erasures.underWay = false
    }
  })
}
