/** What this launch holds of each account, in memory only: the one place in core where tokens and keys are. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account, AccountLine, CredentialState } from '../../../shared/models/account.ts'
import type { Entry } from '../ports/index.ts'

export interface Holder {
  token: string | null
  /** The key of the personal documents, once it is known. */
  dataKey: string | null
  credential: CredentialState
  /** The keychain's entry was read in this launch: what is not known by now is not in it. */
  wasRead: boolean
  /** Why the keychain was of no use when it was last asked; while it is set, nobody asks by themselves. */
  keychainError: ErrorInfo | null
  /** The keychain's answer on its way, shared by all who need it. */
  reading: Promise<Entry> | null
  /** The token on its way, from the keychain or, for the sample account, from the platform. */
  fetching: Promise<void> | null
  /** The first key of an account that has none on its way; it ends with null when the keychain does not take it. */
  keying: Promise<string | null> | null
  /** Grows whenever the token is let go: what was begun before must not bring it back. */
  generation: number
}

export interface Holders {
  of(account: Account): Holder
  /** False for one that was forgotten meanwhile: what was begun for it is nobody's. */
  isCurrent(id: string, holder: Holder): boolean
  set(id: string, holder: Holder): void
  /** Drops everything of it. */
  forget(id: string): void
  forgetAll(): void
  line(account: Account): AccountLine
}

/** What is known before the keychain is asked: a token that was never stored ended with the last launch. */
function startingCredential(account: Account): CredentialState {
  if (account.signedOut) return 'signedOut'
  if (account.kind === 'sample') return 'sample'
  return account.tokenStored ? 'kept' : 'forgotten'
}

export function newHolder(credential: CredentialState): Holder {
  return {
    token: null,
    dataKey: null,
    credential,
    wasRead: false,
    keychainError: null,
    reading: null,
    fetching: null,
    keying: null,
    generation: 0
  }
}

export function letGo(holder: Holder, credential: CredentialState): void {
  holder.token = null
  holder.generation += 1
  holder.credential = credential
}

export function createHolders(): Holders {
  const all = new Map<string, Holder>()
  const of = (account: Account): Holder => {
    const holder = all.get(account.id) ?? newHolder(startingCredential(account))
    all.set(account.id, holder)
    return holder
  }
  return {
    of,
    isCurrent: (id, holder) => all.get(id) === holder,
    set: (id, holder) => void all.set(id, holder),
    forget: (id) => void all.delete(id),
    forgetAll: () => all.clear(),
    line(account) {
      const { credential, keychainError } = of(account)
      const told = credential === 'unavailable' || credential === 'memory'
      return { account, credential, keychainError: told ? keychainError : null }
    }
  }
}
