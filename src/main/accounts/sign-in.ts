import type { Input } from '../../shared/ipc/contract.ts'
import { limitText } from '../../shared/i18n/text-limits.ts'
import { AppError, toErrorInfo } from '../../shared/ipc/error.ts'
import { isToken, MOST_ACCOUNTS, partsOfKey, type AccountRecord, type SampleData } from '../../shared/models/account.ts'
import { isUnknownProvider, type Connection } from '../../shared/models/connection.ts'
import { DEFAULT_PROVIDER } from '../../shared/providers/built-in.ts'
import { pastedToken } from '../../shared/models/pasted-text.ts'
import { isUserName, type ProviderDefinition } from '../../shared/models/provider.ts'
import { asksForUser, definitionOf, userNamesIn } from '../../shared/providers/definition.ts'
import type { Mutex } from '../concurrency.ts'
import type { Access, Api, Clock } from '../ports/index.ts'
import {
  isCredentialRejected,
  normaliseConnection,
  profileNameOf,
  withLabel,
  type AccountRecords
} from './account-records.ts'
import { proveCredential, type ProofCalls } from './credential/credential-proof.ts'
import type { CredentialStore } from './credential/credential-store.ts'

export interface SignInParts {
  api: ProofCalls & Pick<Api, 'baseUrl' | 'signIn' | 'expiryOf'>
  sample: {
    baseUrls: Record<SampleData, string>
    /** What its definition has beside the default provider's. */
    definition?: Partial<Omit<ProviderDefinition, 'baseUrl'>>
    email: string
    password: string
  }
  clock: Pick<Clock, 'now'>
  newId: () => string
}

/** What the user has: an email with a password, a token or API key, or nothing, which shows the sample. */
export type SignInRequest =
  | ({ kind: 'password' } & Input<'session', 'signIn'>)
  | ({ kind: 'token' } & Input<'session', 'signInWithToken'>)
  | ({ kind: 'sample' } & Input<'session', 'exploreSample'>)

/** The token that a provider accepted, and whose it is. */
type VerifiedToken = Pick<AccountRecord, 'kind' | 'connection' | 'email' | 'profileName' | 'tokenExpiresAt'> & {
  token: string
}

/** Blank, or of no width: an account's name must be seen, and be told from others. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/u

const canNameAccount = (email: string): boolean =>
  email.length <= 320 && /^[^\p{C}\s]+@[^\p{C}\s]+$/u.test(email) && !UNSEEN.test(email) && limitText(email) === email

/** @returns what the profile says: its email is null if it can't name an account */
async function verifyToken(api: ProofCalls, access: Access): Promise<Pick<AccountRecord, 'email' | 'profileName'>> {
  try {
    const profile = await proveCredential(api, access)
    const email = profile?.email ?? null
    return {
      email: email !== null && canNameAccount(email) ? email : null,
      profileName: profile ? profileNameOf(profile) : undefined
    }
  } catch (error) {
    const { code, found, ...more } = toErrorInfo(error)
    if (!isCredentialRejected({ code })) throw error
    // No sign-in has expired: the user gave this token just now.
    throw new AppError('WRONG_CREDENTIALS', { ...more, found: found === 'expired' ? undefined : found })
  }
}

/** @throws BAD_REQUEST */
export function usableToken(typed: string): string {
  // Users paste the whole Authorization header.
  const token = pastedToken(typed)
  if (token === '') throw new AppError('BAD_REQUEST', { found: 'input' })
  if (!isToken(token)) throw new AppError('BAD_REQUEST', { found: 'unusableToken' })
  return token
}

/** A connection, with its user names, is stored and shown as plain text. @throws BAD_REQUEST (found 'userName') */
export function refuseAsUserName(names: readonly string[], secrets: readonly string[]): void {
  const refused = new Set(secrets.flatMap((secret) => [secret, ...partsOfKey(secret)]))
  if (names.some((name) => refused.has(name))) throw new AppError('BAD_REQUEST', { found: 'userName' })
}

/** What can't be read of a record doesn't keep it from being repaired; what names its user still does. */
function isRepairedBy(
  { email, label, connection: stored }: AccountRecord,
  { email: now, connection }: Pick<AccountRecord, 'email' | 'connection'>
): boolean {
  if (!isUnknownProvider(stored) || ![undefined, connection.user].includes(stored.user)) return false
  if (stored.baseUrl !== '') return stored.baseUrl === connection.baseUrl && email === now
  // Damaged. Its label may be the email that it lost.
  return [null, now].includes(email) && (email !== null || !/^\S+@\S+$/.test(label) || label === now)
}

interface SignInContext extends SignInParts {
  records: AccountRecords
  credentials: CredentialStore
  /** Parallel sign-ins of one user create one account. */
  mutex: Mutex
}

/**
 * Asks the provider, stores the token, saves the record of the account that it belongs to, and shows that. A matching account keeps its
 * id, data and name.
 * @throws as Api.signIn; CANCELLED when the account was signed out meanwhile; BAD_REQUEST (found 'manyAccounts')
 */
export async function signIn(request: SignInRequest, context: SignInContext): Promise<void> {
  const { records, credentials, mutex, clock, newId } = context
  const startedAt = credentials.currentMoment()
  const verified = await verify(request, context)
  const again = request.kind === 'sample' ? null : request.again
  await mutex.runExclusive(async () => {
    const known = accountOf(verified, again, context)
    if (!known && records.all().length >= MOST_ACCOUNTS) throw new AppError('BAD_REQUEST', { found: 'manyAccounts' })
    const id = known?.id ?? newId()
    const stored = { ...verified, again, startedAt }
    try {
      await credentials.storeToken(id, stored)
      // No wait from here on.
      const isStored = credentials.isTokenStored(id, stored)
      records.save(recordOf(id, verified, isStored, records.find(id), clock.now()))
      records.show(id)
      credentials.useNewToken(id)
    } finally {
      credentials.signInEnded(id)
    }
  })
}

/** Asks the provider. */
async function verify(request: SignInRequest, context: SignInContext): Promise<VerifiedToken> {
  const { api, sample, credentials } = context
  if (request.kind === 'sample') {
    const baseUrl = sample.baseUrls[request.data]
    const connection: Connection = { ...sample.definition, baseUrl, provider: DEFAULT_PROVIDER }
    const { token, expiresAt } = await api.signIn(connection, sample)
    return { kind: 'sample', connection, email: sample.email, token, tokenExpiresAt: expiresAt }
  }
  const connection = validConnection(request.connection, api)
  if (request.kind === 'token') {
    const token = usableToken(request.token)
    refuseAsUserName(userNamesIn(connection), [token])
    const named = await verifyToken(api, { connection, token, ...tokensBeside(connection, credentials, token) })
    return { kind: 'token', connection, ...named, token, tokenExpiresAt: api.expiryOf(token) }
  }
  const { password } = request
  const email = request.email.trim()
  if (email === '' || password === '') throw new AppError('BAD_REQUEST', { found: 'input' })
  const code = request.code?.trim()
  const given = { email, password, ...(code ? { code } : {}), ...tokensBeside(connection, credentials) }
  const { token, expiresAt } = await api.signIn(connection, given)
  return { kind: 'password', connection, email, token, tokenExpiresAt: expiresAt }
}

/** That the provider may repeat. */
function tokensBeside(
  connection: Connection,
  credentials: CredentialStore,
  own?: string
): Pick<Access, 'earlierTokens'> {
  const earlierTokens = credentials.tokensAt(connection).filter((token) => token !== own)
  return earlierTokens.length > 0 ? { earlierTokens } : {}
}

/** @throws BAD_REQUEST (found 'userName') */
function validConnection(connection: Connection, api: Pick<Api, 'baseUrl'>): Connection {
  const normalised = normaliseConnection(connection, api)
  if (asksForUser(definitionOf(normalised)) && !isUserName(normalised.user ?? ''))
    throw new AppError('BAD_REQUEST', { found: 'userName' })
  return normalised
}

/** Matches kind, email or user name, and address. Without either name, only `again` or an equal token can match. */
function accountOf(
  { kind, email, connection, token }: VerifiedToken,
  again: string | null,
  { records, credentials }: Pick<SignInContext, 'records' | 'credentials'>
): AccountRecord | undefined {
  const all = records.all()
  const itself = records.find(again)
  const holding = all.find((one) => credentials.hasToken(one, token))
  const named = [itself, records.previous(), ...all]
  const { baseUrl, user } = connection
  if (itself && isRepairedBy(itself, { email, connection })) return itself
  return (email === null && user === undefined ? [itself, holding] : named).find(
    (one): one is AccountRecord =>
      one?.kind === kind && one.email === email && one.connection.baseUrl === baseUrl && one.connection.user === user
  )
}

function recordOf(
  id: string,
  { kind, connection, email, profileName, tokenExpiresAt }: VerifiedToken,
  isStored: boolean,
  known: AccountRecord | undefined,
  now: Date
): AccountRecord {
  return withLabel({
    id,
    label: known?.label ?? '',
    named: known?.named ?? false,
    kind,
    connection,
    email,
    profileName: (isStored ? profileName : undefined) ?? known?.profileName,
    // If this write failed, the keychain still has the earlier entry.
    tokenStored: isStored || (known?.tokenStored ?? false),
    keyStored: isStored || (known?.keyStored ?? false),
    signedOut: false,
    tokenExpiresAt,
    addedAt: known?.addedAt ?? now.toISOString()
  })
}
