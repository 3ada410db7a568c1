/** When a credential can be used. */
import type { ErrorCode, ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine, CredentialState } from '../../shared/models/account.ts'

/** Whether the provider rejects the credential, at least for this call: an API key may be valid for invoices only. */
export const isRefusal = ({ code }: ErrorInfo): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

/** Calls can be made without a person doing anything first. */
export const isUsable = (credential: CredentialState | undefined): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

/** An account's keychain error that probably affects every account: reading another entry could make it prompt. */
export const keychainErrorOfAll = (accounts: readonly AccountLine[]): ErrorCode | null =>
  accounts.find(
    ({ credential, keychainError }) => credential === 'unavailable' && keychainError?.code !== 'KEYCHAIN_CHANGED'
  )?.keychainError?.code ?? null
