import type { Input } from '../../../shared/ipc/contract.ts'
import { limitText } from '../../../shared/i18n/text-limits.ts'
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import {
  isToken,
  MOST_ACCOUNTS,
  partsOfKey,
  type AccountRecord,
  type SampleData
} from '../../../shared/models/account.ts'
import { isUnknownProvider, type Connection } from '../../../shared/models/connection.ts'
import { DEFAULT_PROVIDER } from '../../../shared/providers/built-in.ts'
import { pastedToken } from '../../../shared/models/pasted-text.ts'
import { isUserName } from '../../../shared/models/provider.ts'
import { asksForUser, definitionOf, userNamesIn } from '../../../shared/providers/definition.ts'
import { Mutex } from '../../concurrency.ts'
import type { Access, Api, Clock } from '../ports/index.ts'
import {
  isCredentialRejected,
  normaliseConnection,
  profileNameOf,
  withLabel,
  type AccountRecords
} from './account-records.ts'
import { proveCredential, type ProofCalls } from './credential-proof.ts'
import type { AcceptedSignIn, CredentialStore } from './credential-store.ts'

export interface SignInParts {
  api: ProofCalls & Pick<Api, 'baseUrl' | 'signIn' | 'expiryOf'>
  sample: { baseUrls: Record<SampleData, string>; email: string; password: string }
  clock: Pick<Clock, 'now'>
  newId: () => string
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
    const { code, ...more } = toErrorInfo(error)
    throw isCredentialRejected({ code }) ? new AppError('WRONG_CREDENTIALS', more) : error
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

/** Finds the account that a token belongs to, and opens it. */
export class SignIn {
  readonly #parts: SignInParts
  readonly #accounts: AccountRecords
  readonly #credentials: CredentialStore
  /** Parallel sign-ins of one user create one account. */
  readonly #mutex = new Mutex()

  constructor(parts: SignInParts, accounts: AccountRecords, credentials: CredentialStore) {
    this.#parts = parts
    this.#accounts = accounts
    this.#credentials = credentials
  }

  /**
   * A matching account keeps its id, data and name.
   * @throws as Api.signIn; CANCELLED when it was signed out meanwhile; BAD_REQUEST (found 'manyAccounts')
   */
  async withPassword({ connection, email: typed, password, code, again }: Input<'session', 'signIn'>): Promise<void> {
    const startedAt = this.#credentials.currentMoment()
    const valid = this.#validConnection(connection)
    const email = typed.trim()
    if (email === '' || password === '') throw new AppError('BAD_REQUEST', { found: 'input' })
    const otp = code?.trim()
    const credentials = { email, password, ...(otp ? { code: otp } : {}), ...this.#tokensBeside(valid) }
    const reply = await this.#parts.api.signIn(valid, credentials)
    const { token, expiresAt: tokenExpiresAt } = reply
    await this.#open({ kind: 'password', connection: valid, email, token, tokenExpiresAt, again, startedAt })
  }

  async withToken({ connection, token: typed, again }: Input<'session', 'signInWithToken'>): Promise<void> {
    const startedAt = this.#credentials.currentMoment()
    const { api } = this.#parts
    const valid = this.#validConnection(connection)
    const token = usableToken(typed)
    refuseAsUserName(userNamesIn(valid), [token])
    const named = await verifyToken(api, { connection: valid, token, ...this.#tokensBeside(valid, token) })
    const tokenExpiresAt = api.expiryOf(token)
    await this.#open({ kind: 'token', connection: valid, ...named, token, tokenExpiresAt, again, startedAt })
  }

  async toSample(data: SampleData): Promise<void> {
    const startedAt = this.#credentials.currentMoment()
    const { api, sample } = this.#parts
    const { email } = sample
    const connection: Connection = { baseUrl: sample.baseUrls[data], provider: DEFAULT_PROVIDER }
    const { token, expiresAt: tokenExpiresAt } = await api.signIn(connection, sample)
    await this.#open({ kind: 'sample', connection, email, token, tokenExpiresAt, again: null, startedAt })
  }

  /** That the provider may repeat. */
  #tokensBeside(connection: Connection, own?: string): Pick<Access, 'earlierTokens'> {
    const earlierTokens = this.#credentials.tokensAt(connection).filter((token) => token !== own)
    return earlierTokens.length > 0 ? { earlierTokens } : {}
  }

  /** @throws BAD_REQUEST (found 'userName') */
  #validConnection(connection: Connection): Connection {
    const normalised = normaliseConnection(connection, this.#parts.api)
    if (asksForUser(definitionOf(normalised)) && !isUserName(normalised.user ?? ''))
      throw new AppError('BAD_REQUEST', { found: 'userName' })
    return normalised
  }

  #open(accepted: AcceptedSignIn): Promise<void> {
    return this.#mutex.runExclusive(() => {
      const known = this.#accountOf(accepted)
      if (!known && this.#accounts.all().length >= MOST_ACCOUNTS)
        throw new AppError('BAD_REQUEST', { found: 'manyAccounts' })
      const id = known?.id ?? this.#parts.newId()
      return this.#credentials.signIn(id, accepted, (isStored) => {
        this.#accounts.save(this.#recordOf(id, accepted, isStored))
        this.#accounts.makeOpen(id)
      })
    })
  }

  /** Matches kind, email or user name, and address. Without either name, only `again` or an equal token can match. */
  #accountOf({ kind, email, connection, token, again }: AcceptedSignIn): AccountRecord | undefined {
    const all = this.#accounts.all()
    const itself = all.find(({ id }) => id === again)
    const holding = all.find((one) => this.#credentials.hasToken(one, token))
    const named = [itself, this.#accounts.previous(), ...all]
    const { baseUrl, user } = connection
    if (itself && isRepairedBy(itself, { email, connection })) return itself
    return (email === null && user === undefined ? [itself, holding] : named).find(
      (one): one is AccountRecord =>
        one?.kind === kind && one.email === email && one.connection.baseUrl === baseUrl && one.connection.user === user
    )
  }

  #recordOf(
    id: string,
    { kind, connection, email, profileName, tokenExpiresAt }: AcceptedSignIn,
    isStored: boolean
  ): AccountRecord {
    const known = this.#accounts.find(id)
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
      addedAt: known?.addedAt ?? this.#parts.clock.now().toISOString()
    })
  }
}
