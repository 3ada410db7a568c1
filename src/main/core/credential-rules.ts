import type { ErrorCode, ErrorInfo } from '../../shared/ipc/error.ts'
import type { AccountLine, CredentialState } from '../../shared/models/account.ts'

/** The provider may reject the credential for this call only: some API keys are valid for invoices only. */
export const isRefusal = ({ code }: ErrorInfo): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

/** Usable without a sign-in or a retry. */
export const isUsable = (credential: CredentialState | undefined): boolean =>
  credential === 'kept' || credential === 'memory' || credential === 'sample'

/** A keychain error that probably affects all accounts: reading another entry could prompt. */
export const keychainErrorOfAll = (accounts: readonly AccountLine[]): ErrorCode | null =>
  accounts.find(
    ({ credential, keychainError }) => credential === 'unavailable' && keychainError?.code !== 'KEYCHAIN_CHANGED'
  )?.keychainError?.code ?? null
