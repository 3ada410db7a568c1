import type { Input } from '../../../shared/ipc/contract.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import { isToken, type Account, type SampleData } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { pastedToken } from '../../../shared/models/pasted-text.ts'
import { Mutex } from '../../concurrency.ts'
import { type Accounts, isCredentialRejected } from './accounts.ts'
import type { Access, Api, Clock } from '../ports/index.ts'
import type { CredentialStore, IsHeld } from './credential-store.ts'

export interface SignInParts {
  api: Pick<Api, 'baseAddress' | 'signIn' | 'profile' | 'invoices' | 'expiryOf'>
  sample: { baseAddresses: Record<SampleData, string>; email: string; password: string }
  clock: Pick<Clock, 'now'>
  newId: () => string
}

interface Grant extends Pick<Account, 'kind' | 'connection' | 'email' | 'tokenExpiresAt'> {
  token: string
  again: string | null
}

/** An API key may be valid for invoices only. @returns the profile's email; null if it can't name an account */
async function verifyToken(api: SignInParts['api'], access: Access): Promise<string | null> {
  const isRefused = (error: unknown): boolean => isCredentialRejected(toErrorInfo(error))
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
  /** Parallel sign-ins of one user create one account. */
  const mutex = new Mutex()

  /** Matches kind, email and address. Without an email, only `again` or an equal token can match. */
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
      // If this write failed, the keychain still has the earlier entry.
      tokenStored: isStored || (known?.tokenStored ?? false),
      keyStored: isStored || (known?.keyStored ?? false),
      signedOut: false,
      tokenExpiresAt,
      addedAt: known?.addedAt ?? clock.now().toISOString()
    }
  }

  const open = (grant: Grant, isWanted: IsHeld): Promise<void> =>
    mutex.runExclusive(async () => {
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
     * A matching account keeps its id, data and name.
     * @throws as Api.signIn; CANCELLED when it was signed out meanwhile
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

    async useToken({ connection, token: typed, again }: Input<'session', 'useToken'>): Promise<void> {
      const isWanted = credentials.startSignIn()
      const place = placeOf(connection)
      // Users paste the whole Authorization header.
      const token = pastedToken(typed)
      if (token === '') throw new AppError('BAD_REQUEST', { found: 'input' })
      if (!isToken(token)) throw new AppError('BAD_REQUEST', { found: 'unusableToken' })
      const email = await verifyToken(api, { connection: place, token })
      const tokenExpiresAt = api.expiryOf(token)
      await open({ kind: 'token', connection: place, email, token, tokenExpiresAt, again }, isWanted)
    },

    async exploreSample(data: SampleData): Promise<void> {
      const isWanted = credentials.startSignIn()
      const { baseAddresses, email } = sample
      const connection: Connection = { baseAddress: baseAddresses[data], preset: 'v2' }
      const { token, expiresAt } = await api.signIn(connection, sample)
      await open({ kind: 'sample', connection, email, token, tokenExpiresAt: expiresAt, again: null }, isWanted)
    }
  }
}
