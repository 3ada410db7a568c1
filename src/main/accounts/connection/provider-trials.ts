import { AppError } from '../../../shared/ipc/error.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { TRIAL_LIMITS, type ProviderTrial, type TrialEndpoint } from '../../../shared/models/provider-trial.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import { ExclusiveJob } from '../../concurrency.ts'
import type { Account } from '../account.ts'
import type { CoreParts } from '../../core-parts.ts'
import type { Access } from '../../ports/index.ts'
import { originOf } from '../credential/credential-state.ts'
import { usableToken } from '../sign-in.ts'

type Parts = Pick<CoreParts, 'api' | 'clock'>

/** Tries single calls of a connection that isn't saved. Nothing is stored, and no account's state changes. */
export class ProviderTrials {
  readonly #parts: Parts
  readonly #jobs: Record<TrialEndpoint, ExclusiveJob<ProviderTrial>> = {
    profile: new ExclusiveJob('replace'),
    products: new ExclusiveJob('replace'),
    invoices: new ExclusiveJob('replace'),
    plans: new ExclusiveJob('replace'),
    subscription: new ExclusiveJob('replace')
  }
  readonly #scope = new AbortController().signal

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Cancels an earlier trial of the same endpoint.
   * @param token null: the account's
   * @param account null: nobody is signed in
   * @throws BAD_REQUEST, INSECURE_ADDRESS, UNAUTHORIZED, KEYCHAIN_*; CANCELLED
   */
  async try(
    account: Account | null,
    given: Connection,
    token: string | null,
    endpoint: TrialEndpoint
  ): Promise<ProviderTrial> {
    const { api } = this.#parts
    const connection = { ...given, baseUrl: api.baseUrl(given.baseUrl) }
    const definition = definitionOf(connection)
    if (definition[endpoint] === null) throw new AppError('BAD_REQUEST', { found: 'input' })
    const timeoutSeconds = Math.min(definition.timeoutSeconds, TRIAL_LIMITS.seconds)
    const key = JSON.stringify([connection, token, account?.id])
    return this.#jobs[endpoint].start(key, this.#scope, async (cancelled) => {
      const access = token === null ? await accessFor(account, connection) : { connection, token: usableToken(token) }
      return this.#request({ ...access, connection: { ...connection, timeoutSeconds } }, endpoint, cancelled)
    })
  }

  cancel(): void {
    for (const job of Object.values(this.#jobs)) job.cancel()
  }

  async #request(access: Access, endpoint: TrialEndpoint, cancelled: AbortSignal): Promise<ProviderTrial> {
    const { api, clock } = this.#parts
    const startedAt = clock.elapsed()
    const timeout = new AbortController()
    const cancelTimer = clock.after(TRIAL_LIMITS.seconds * 1000, () => timeout.abort())
    try {
      const trial = await api.tryEndpoint(access, endpoint, AbortSignal.any([cancelled, timeout.signal]))
      if (cancelled.aborted) throw new AppError('CANCELLED')
      const error = trial.error?.code === 'CANCELLED' ? timeoutError(access) : trial.error
      return { ...trial, error, durationMs: Math.round(clock.elapsed() - startedAt) }
    } finally {
      cancelTimer()
    }
  }
}

/** With the account's token, which only its own origin gets. */
async function accessFor(account: Account | null, connection: Connection): Promise<Access> {
  if (!account) throw new AppError('UNAUTHORIZED', { found: 'notSignedIn' })
  requireSameOrigin(account.record.connection, connection)
  // Even a refused token: another way to send it may be what is tried.
  const access = await account.access(true)
  // Meanwhile the account may have moved and signed in there: the token is of the address that came with it.
  requireSameOrigin(access.connection, connection)
  return { ...access, connection }
}

/** @throws UNAUTHORIZED (found 'otherOrigin') */
function requireSameOrigin(ofToken: Connection, ofTrial: Connection): void {
  const origin = originOf(ofToken)
  if (origin === null || origin !== originOf(ofTrial)) throw new AppError('UNAUTHORIZED', { found: 'otherOrigin' })
}

const timeoutError = ({ connection }: Access): ProviderTrial['error'] => ({
  code: 'TIMEOUT',
  host: new URL(connection.baseUrl).host
})
