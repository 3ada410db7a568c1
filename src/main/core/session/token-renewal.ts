/** Gets an account a new token for its refresh token: before the token expires, or after the provider refused it. */
import { toErrorInfo, type ErrorCode, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Account } from '../../../shared/models/account.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { KeyedMutex, SingleFlight } from '../../concurrency.ts'
import type { Api, Clock, Grant } from '../ports/index.ts'
import type { CredentialExecutor } from './credential-executor.ts'
import { originOf, type Credential } from './credential-state.ts'

export interface TokenRenewalParts {
  api: Pick<Api, 'renew'>
  clock: Pick<Clock, 'now' | 'uptime'>
  /** Nothing is asked while the app is locked. */
  locked: () => boolean
  report: (error: unknown) => void
}

/** `error`: why it may work later; null: the account can't be renewed. */
export type RenewalOutcome = { isRenewed: true } | { isRenewed: false; error: ErrorInfo | null }

const CANT_RENEW: RenewalOutcome = { isRenewed: false, error: null }

/** A token that expires sooner is renewed before it is used. */
const SOON_MS = 60_000
/** After an error, calls use the token as it is for so long: a renewal that hangs would delay each of them. */
const PAUSE_MS = 60_000

export class TokenRenewal {
  readonly #parts: TokenRenewalParts
  readonly #executor: CredentialExecutor
  /** A refresh token may be valid once, so an account has one renewal at a time. */
  readonly #flights = new SingleFlight()
  /** A provider renews one account after another: many tokens may have expired during sleep. */
  readonly #mutex = new KeyedMutex()
  /** By Clock.uptime, of accounts whose renewal failed for now. */
  readonly #pausedUntil = new Map<string, number>()

  constructor(parts: TokenRenewalParts, executor: CredentialExecutor) {
    this.#parts = parts
    this.#executor = executor
  }

  /** The token expires soon, and can be renewed. */
  isDue(id: string): boolean {
    const { account, credential } = this.#executor.stateOf(id)
    if (!account || refreshTokenOf(account, credential) === null) return false
    const isPaused = this.#parts.clock.uptime() < (this.#pausedUntil.get(id) ?? -Infinity)
    return this.#isExpiring(account.tokenExpiresAt) && !isPaused
  }

  /** Before the entry is read, a sign-in with a password counts as renewable: the expiry would be announced in vain. */
  isRenewable(account: Account, { token, state, refreshToken }: Credential): boolean {
    if (!hasRenewal(account)) return false
    return refreshToken !== null || (token === null && state === 'kept' && account.kind === 'password')
  }

  /**
   * Joins the renewal that is under way. Never rejects.
   * @param refused the token that the provider refused; null: it expires soon
   */
  renew(id: string, refused: string | null): Promise<RenewalOutcome> {
    const { account, credential } = this.#executor.stateOf(id)
    const refreshToken = refreshTokenOf(account, credential)
    // Another token was refused than the one there is now, or a renewed one.
    const isUseless = refused !== null && (credential?.token !== refused || credential.isUnproven)
    if (!account || refreshToken === null || isUseless) return Promise.resolve(CANT_RENEW)
    if (this.#parts.locked()) return Promise.resolve({ isRenewed: false, error: { code: 'APP_LOCKED' } })
    const origin = originOf(account.connection) ?? ''
    return this.#flights.share(JSON.stringify([id, refreshToken]), {}, () =>
      this.#mutex.runExclusive(origin, () => this.#renewNow(account, refreshToken))
    )
  }

  async #renewNow({ id }: Account, refreshToken: string): Promise<RenewalOutcome> {
    const since = this.#executor.currentMoment()
    // The account may have been signed out, moved or removed while others were renewed.
    const { account, credential } = this.#executor.stateOf(id)
    if (!account || credential?.refreshToken !== refreshToken) return CANT_RENEW
    try {
      const grant = await this.#parts.api.renew(account.connection, refreshToken)
      return await this.#adopt(id, refreshToken, grant, since)
    } catch (thrown) {
      const error = toErrorInfo(thrown)
      if (!isRejection(error)) {
        this.#parts.report(thrown)
        this.#pause(id, error)
        return { isRenewed: false, error }
      }
      this.#executor.apply(id, { type: 'renewalRejected', refreshToken })
      await this.#store(id, { type: 'dropRefreshToken' }, since)
      return CANT_RENEW
    }
  }

  async #adopt(id: string, refreshToken: string, grant: Grant, since: number): Promise<RenewalOutcome> {
    const { token, expiresAt, refreshToken: next = null } = grant
    this.#executor.apply(id, { type: 'tokenRenewed', since, refreshToken, token, nextRefreshToken: next })
    if (this.#executor.stateOf(id).credential?.token !== token) return CANT_RENEW
    // A new token that has expired shows that the clocks differ, so the provider's refusal has to tell.
    const tokenExpiresAt = this.#isExpiring(expiresAt) ? null : expiresAt
    await this.#store(id, { type: 'storeRenewed', tokenExpiresAt }, since)
    return { isRenewed: true }
  }

  #pause(id: string, { retryAt }: ErrorInfo): void {
    const { clock } = this.#parts
    const asked = retryAt === undefined ? 0 : Date.parse(retryAt) - clock.now().getTime()
    this.#pausedUntil.set(id, clock.uptime() + Math.max(PAUSE_MS, asked))
  }

  /** If it can't be stored, the account works until quit. */
  async #store(id: string, request: Parameters<CredentialExecutor['request']>[1], since: number): Promise<void> {
    try {
      await this.#executor.request(id, request, since)
    } catch (error) {
      this.#parts.report(error)
    }
  }

  #isExpiring(expiresAt: string | null): boolean {
    return expiresAt !== null && Date.parse(expiresAt) - this.#parts.clock.now().getTime() <= SOON_MS
  }
}

const hasRenewal = ({ connection }: Account): boolean => definitionOf(connection).signIn?.renewal !== undefined

function refreshTokenOf(account: Account | null, credential: Credential | null): string | null {
  return account && credential?.token != null && hasRenewal(account) ? credential.refreshToken : null
}

const REJECTIONS: readonly ErrorCode[] = [
  'WRONG_CREDENTIALS',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'BLOCKED',
  'CODE_NEEDED',
  'NOT_FOUND'
]

/** It would fail again. A web page comes from something on the way, and a busy provider is asked later. */
function isRejection({ code, status = 0, found }: ErrorInfo): boolean {
  if (REJECTIONS.includes(code)) return true
  if (code !== 'BAD_REPLY') return false
  return found === 'noToken' || found === 'unusableToken' || (found === undefined && status >= 400 && status < 500)
}
