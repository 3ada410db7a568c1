/** A token in the system's password store: what it means for keeping and forgetting one that the store is locked or gone. */
import { failureOf } from '../../shared/ipc/failure.ts'
import type { Account, CredentialState } from '../../shared/model/account.ts'
import type { Vault } from './ports.ts'

/** What is known of the credential before the vault is asked: a token that was never stored ended with the last launch. */
export function startingCredential(account: Account | null): CredentialState {
  if (account?.kind === 'sample') return 'sample'
  return account && !account.tokenStored ? 'forgotten' : 'kept'
}

/** A token that can't be stored is good until quit; that is no reason to refuse the sign-in. */
export async function keepToken(vault: Vault, accountId: string, token: string): Promise<'kept' | 'memory'> {
  try {
    await vault.write(accountId, token)
    return 'kept'
  } catch (error) {
    const { code } = failureOf(error)
    if (code === 'VAULT_LOCKED' || code === 'VAULT_MISSING') return 'memory'
    throw error
  }
}

/**
 * Asked in any case: a write that was given up may have ended well after all. A store that is gone can't forget; one that
 * is locked can, later, so whoever leaves has to wait for it if a token is known to be there.
 * @throws VAULT_LOCKED for such a token
 */
export async function forgetToken(vault: Vault, { id, tokenStored }: Account): Promise<void> {
  try {
    await vault.remove(id)
  } catch (error) {
    const { code } = failureOf(error)
    if (code !== 'VAULT_MISSING' && (code !== 'VAULT_LOCKED' || tokenStored)) throw error
  }
}
