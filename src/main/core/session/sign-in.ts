/** Signing in: proves a pasted token, finds the account it belongs to, and opens that account. */
import type { Input } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { isToken, type Account } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { createMutex } from '../concurrency/mutex.ts'
import { isRefusal } from '../credential-rules.ts'
import type { Access, Api, Clock } from '../ports/index.ts'
import type { Accounts } from './accounts.ts'
import type { CredentialStore, IsHeld } from './credential-store.ts'

export interface SignInParts {
  api: Pick<Api, 'baseAddress' | 'signIn' | 'profile' | 'invoices' | 'expiryOf'>
  sample: { baseAddress: string; email: string; password: string }
  clock: Pick<Clock, 'now'>
  newId: () => string
}

interface Grant extends Pick<Account, 'kind' | 'connection' | 'email' | 'tokenExpiresAt'> {
  token: string
  /** The account that signs in again. */
  again: string | null
}

/**
 * Proves a pasted token by a call. The document sends an API key to the invoice endpoint only, so a key that the profile
 * refuses may still be good there.
 * @returns the profile's email, null if it has none that can be an account's name
 */
async function verifyToken(api: SignInParts['api'], access: Access): Promise<string | null> {
  const isRefused = (error: unknown): boolean => isRefusal(toErrorInfo(error))
  try {
    const email = (await api.profile(access))?.value.email ?? null
    return email !== null && email.length <= 320 && /^[^\p{C}\s]+@[^\p{C}\s]+$/u.test(email) ? email : null
  } catch (error) {
    if (!isRefused(error)) throw error
    try {
      await api.invoices(access)
      return null
    } catch (second) {
      if (!isRefused(second)) throw second
      const { code: _, ...more } = toErrorInfo(second)
      throw new AppError('WRONG_CREDENTIALS', more)
    }
  }
}

export function createSignIn(
  { api, sample, clock, newId }: SignInParts,
  accounts: Accounts,
  credentials: Pick<CredentialStore, 'hasToken' | 'signIn' | 'startSignIn'>
) {
  /** Two sign-ins of the same person make one account. */
  const mutex = createMutex()

  /**
   * The account with the same kind, email and address. A token without an email belongs to the account that signs in
   * again, or to the one that has the same token.
   */
  const knownAs = ({ kind, email, connection, token, again }: Grant): Account | undefined => {
    const all = accounts.all()
    const itself = all.find(({ id }) => id === again)
    const holding = all.find((one) => credentials.hasToken(one, token))
    const named = [itself, accounts.previous(), ...all]
    return (email === null ? [itself, holding] : named).find(
      (one): one is Account =>
        one?.kind === kind && one.email === email && one.connection.baseAddress === connection.baseAddress
    )
  }

  const recordOf = (id: string, { kind, connection, email, tokenExpiresAt }: Grant, isStored: boolean): Account => {
    const known = accounts.find(id)
    return {
      id,
      label: known?.named ? known.label : (email ?? new URL(connection.baseAddress).host),
      named: known?.named ?? false,
      kind,
      connection,
      email,
      // If the keychain can't be written now, it still has what was stored before.
      tokenStored: isStored || (known?.tokenStored ?? false),
      keyStored: isStored || (known?.keyStored ?? false),
      signedOut: false,
      tokenExpiresAt,
      addedAt: known?.addedAt ?? clock.now().toISOString()
    }
  }

  const open = (grant: Grant, isWanted: IsHeld): Promise<void> =>
    mutex(async () => {
      const known = knownAs(grant)
      const id = known?.id ?? newId()
      if (!isWanted(grant.again, id)) throw new AppError('CANCELLED')
      await credentials.signIn(
        id,
        grant,
        () => isWanted(grant.again, id),
        (isStored) => {
          accounts.save(recordOf(id, grant, isStored))
          accounts.makeOpen(id)
        }
      )
    })

  const placeOf = (connection: Connection): Connection => ({
    ...connection,
    baseAddress: api.baseAddress(connection.baseAddress)
  })

  return {
    /**
     * Signs in and opens the account. An account with the same kind, email and base address keeps its id, data, position and
     * name; `again`, the account that signs in again, wins over other matches.
     * @throws as Api.signIn; CANCELLED when the account was signed out or removed, or everything erased, meanwhile
     */
    async signIn({ connection, email: typed, password, code, again }: Input<'session', 'signIn'>): Promise<void> {
      const isWanted = credentials.startSignIn()
      const place = placeOf(connection)
      const email = typed.trim()
      if (email === '' || password === '') throw new AppError('BAD_REQUEST', { found: 'input' })
      const otp = code?.trim()
      const grant = await api.signIn(place, { email, password, ...(otp ? { code: otp } : {}) })
      const { token, expiresAt } = grant
      await open({ kind: 'password', connection: place, email, token, tokenExpiresAt: expiresAt, again }, isWanted)
    },

    /** Signs in with a token or API key. One without an email is a new account, unless `again` or an account's token matches. */
    async useToken({ connection, token: typed, again }: Input<'session', 'useToken'>): Promise<void> {
      const isWanted = credentials.startSignIn()
      const place = placeOf(connection)
      // People paste the whole Authorization header.
      const token = typed.trim().replace(/^bearer(\s+|$)/i, '')
      if (token === '') throw new AppError('BAD_REQUEST', { found: 'input' })
      if (!isToken(token)) throw new AppError('BAD_REQUEST', { found: 'unusableToken' })
      const email = await verifyToken(api, { connection: place, token })
      const tokenExpiresAt = api.expiryOf(token)
      await open({ kind: 'token', connection: place, email, token, tokenExpiresAt, again }, isWanted)
    },

    async exploreSample(): Promise<void> {
      const isWanted = credentials.startSignIn()
      const { baseAddress, email } = sample
      const connection: Connection = { baseAddress, preset: 'v2' }
      const { token, expiresAt } = await api.signIn(connection, sample)
      await open({ kind: 'sample', connection, email, token, tokenExpiresAt: expiresAt, again: null }, isWanted)
    }
  }
}
