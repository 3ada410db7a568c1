/** Nothing stays on this computer: the vault's entries first, because only they may refuse, then every file. */
import { isOfVault } from '../../../shared/ipc/error-rules.ts'
import { failureOf } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import type { Context } from './context.ts'
import { letGo } from './credential-store.ts'
import type { Owed } from './pending-deletions.ts'

const NOTHING = { tokenStored: false, keyStored: false }

/** See Session.eraseEverything. */
export function eraseEverything(context: Context, owed: Owed, leaveEntries: boolean): Promise<void> {
  const { accounts, holders, inTurn, erasures } = context
  const { vault, eraseAll } = context.parts

  const isStored = (id: string): boolean => {
    const account = accounts.find(id)
    return account ? owed.mayBeStored(account) : owed.has(id)
  }

  /** Those come last whose key would be lost if a later entry could not be removed. */
  const inOrder = (): string[] => {
    const ofAccounts = accounts.all().filter(({ kind }) => kind !== 'sample')
    const unknown = ofAccounts.filter((one) => one.keyStored && holders.of(one).dataKey === null).map(({ id }) => id)
    const others = [...owed.ids(), ...ofAccounts.map(({ id }) => id)].filter((id) => !unknown.includes(id))
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
    owed.add(id)
    owed.wait(id)
  }

  /**
   * The store may do yet what it gave no answer to. A token in memory is written anew with the next call that finds it open;
   * else what is left of the entry goes, but for a key that is still there: nothing that it opens was deleted.
   */
  const mayBeGone = (id: string): void => {
    note(id)
    nowInMemory(id, { ...NOTHING, keyStored: accounts.find(id)?.keyStored ?? false })
  }

  /** @returns ids of the entries that had to be left. @throws VAULT_* unless they may be left */
  const removeEntries = async (): Promise<string[]> => {
    const ids = inOrder()
    for (const [at, id] of ids.entries()) {
      try {
        await inTurn(id, () => vault.remove(id))
        owed.clear(id)
        nowInMemory(id, NOTHING)
      } catch (error) {
        const failure = failureOf(error)
        if (!isOfVault(failure)) throw error
        // A store that is not there has nothing of an account that was never kept.
        if (failure.code === 'VAULT_MISSING' && !isStored(id)) continue
        if (leaveEntries) return ids.slice(at).filter(isStored)
        if (failure.code === 'VAULT_SILENT') mayBeGone(id)
        for (const account of accounts.all()) {
          const holder = holders.of(account)
          if (holder.credential === 'memory') holder.trouble ??= failure
        }
        context.changed()
        throw error
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
        owed.restore(left)
        context.changed()
      }
    } finally {
      erasures.underWay = false
    }
  })
}
