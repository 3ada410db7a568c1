/** What "Refresh now" says of accounts that it couldn't ask. scenarios.test.ts has the rest. */
import { expect, it } from 'vitest'
import { RefreshAll, type AccountErrors } from '../../../../src/main/accounts/rounds/refresh-all.ts'
import type { ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import type { CredentialState } from '../../../../src/shared/models/account.ts'
import { FakeClock, settle } from '../../../support/ports.ts'

type Line = [id: string, credential: CredentialState, keychainError?: ErrorInfo]

/** No account could be asked. */
async function outcomesOf(...lines: Line[]): Promise<string[]> {
  const all = refreshAll(lines, async () => {
    const notAsked: ErrorInfo = { code: 'CANCELLED' }
    return { invoices: notAsked, first: notAsked }
  })
  return ((await all.start()) ?? []).map(({ accountId, error }) =>
    `${accountId} ${error?.code} ${error?.found ?? ''}`.trim()
  )
}

function refreshAll(lines: Line[], fetchAccount: (id: string) => Promise<AccountErrors>): RefreshAll {
  const all = lines.map(([id, credential, keychainError = null]) => ({
    id,
    line: { credential, keychainError },
    rounds: { hasCalls: true }
  }))
  const keychainError = all.find(({ line }) => line.keychainError)?.line.keychainError?.code ?? null
  return new RefreshAll({
    accounts: { all, keychainError } as never,
    clock: new FakeClock(),
    locked: () => false,
    fetchAccount: ({ id }) => fetchAccount(id),
    changed: () => undefined
  })
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

it('asks many accounts in their order', async () => {
  const ids = Array.from({ length: 12 }, (_none, at) => `account ${at}`)
  const asked: string[] = []
  const all = refreshAll(
    ids.map((id) => [id, 'kept']),
    async (id) => {
      asked.push(id)
      await settle()
      return { invoices: null, first: null }
    }
  )
  await all.start()
  expect(asked).toEqual(ids)
})
