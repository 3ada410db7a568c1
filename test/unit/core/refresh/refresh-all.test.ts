/** What "Refresh now" says of accounts that it couldn't ask. scenarios.test.ts has the rest. */
import { expect, it } from 'vitest'
import { RefreshAll } from '../../../../src/main/core/refresh/refresh-all.ts'
import type { ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { CredentialState } from '../../../../src/shared/models/account.ts'
import { FakeClock } from '../../../support/ports.ts'

type Line = [id: string, credential: CredentialState, keychainError?: ErrorInfo]

/** No account could be asked. */
async function outcomesOf(...lines: Line[]): Promise<string[]> {
  const accounts = lines.map(([id, credential, keychainError = null]) => ({
    account: { id },
    credential,
    keychainError
  }))
  const notAsked: ErrorInfo = { code: 'CANCELLED' }
  const all = new RefreshAll({
    session: {
      state: () => ({ accounts }),
      line: (id: string) => accounts.find(({ account }) => account.id === id)
    } as never,
    clock: new FakeClock(),
    locked: () => false,
    hasCalls: () => true,
    fetchAccount: async () => ({ invoices: notAsked, first: notAsked }),
    changed: () => undefined
  })
  return ((await all.start()) ?? []).map(({ accountId, error }) =>
    `${accountId} ${error?.code} ${error?.found ?? ''}`.trim()
  )
}

it('names the keychain’s error, also for an account that isn’t asked because of another one’s', async () => {
  const error: ErrorInfo = { code: 'KEYCHAIN_LOCKED' }
  expect(await outcomesOf(['a', 'unavailable', error], ['b', 'kept'])).toEqual([
    'a KEYCHAIN_LOCKED',
    'b KEYCHAIN_LOCKED'
  ])
})

it('names a sign-in that is gone or was refused', async () => {
  expect(await outcomesOf(['a', 'forgotten'], ['b', 'refused'])).toEqual([
    'a UNAUTHORIZED notSignedIn',
    'b UNAUTHORIZED notSignedIn'
  ])
})

it('leaves a call that was cut short as it is, and says nothing of an account that is signed out', async () => {
  expect(await outcomesOf(['a', 'kept'], ['b', 'signedOut'])).toEqual(['a CANCELLED'])
})
