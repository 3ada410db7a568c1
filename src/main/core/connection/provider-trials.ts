import { AppError } from '../../../shared/ipc/error.ts'
import { isToken } from '../../../shared/models/account.ts'
import type { Connection } from '../../../shared/models/connection.ts'
import { pastedToken } from '../../../shared/models/pasted-text.ts'
import { TRIAL_LIMITS, type ProviderTrial, type TrialCall } from '../../../shared/models/provider-trial.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import type { CoreParts } from '../core-parts.ts'
import type { Access } from '../ports/index.ts'
import { originOf } from '../session/credential-state.ts'

/** Tries single calls of a connection that isn't saved. Nothing is stored, and no account's state changes. */
export class ProviderTrials {
  readonly #parts: Pick<CoreParts, 'api' | 'session' | 'clock'>
  readonly #running = new Map<TrialCall, AbortController>()

  constructor(parts: Pick<CoreParts, 'api' | 'session' | 'clock'>) {
    this.#parts = parts
  }

  /**
   * Cancels an earlier trial of the same call.
   * @param token null: the open account's
   * @throws BAD_REQUEST, INSECURE_ADDRESS, UNAUTHORIZED, KEYCHAIN_*; CANCELLED
   */
  async try(given: Connection, token: string | null, call: TrialCall): Promise<ProviderTrial> {
    const connection = this.#bounded(given)
    if (definitionOf(connection)[call] === null) throw new AppError('BAD_REQUEST', { found: 'input' })
    this.#running.get(call)?.abort()
    const controller = new AbortController()
    this.#running.set(call, controller)
    try {
      const access = await this.#accessTo(connection, token)
      return await this.#request(access, call, controller.signal)
    } finally {
      if (this.#running.get(call) === controller) this.#running.delete(call)
    }
  }

  cancel(): void {
    for (const controller of this.#running.values()) controller.abort()
  }

  #bounded(given: Connection): Connection {
    const connection = { ...given, baseUrl: this.#parts.api.baseUrl(given.baseUrl) }
    const timeoutSeconds = Math.min(definitionOf(connection).timeoutSeconds, TRIAL_LIMITS.seconds)
    return { ...connection, timeoutSeconds }
  }

  async #accessTo(connection: Connection, typed: string | null): Promise<Access> {
    if (typed !== null) {
      const token = pastedToken(typed)
      if (token === '') throw new AppError('BAD_REQUEST', { found: 'input' })
      if (!isToken(token)) throw new AppError('BAD_REQUEST', { found: 'unusableToken' })
      return { connection, token }
    }
    const { session } = this.#parts
    const issuer = session.account()?.connection
    const origin = issuer ? originOf(issuer) : null
    // Before the keychain is asked.
    if (issuer && (origin === null || origin !== originOf(connection))) {
      throw new AppError('UNAUTHORIZED', { found: 'otherOrigin' })
    }
    const { token } = await session.access()
    return { connection, token }
  }

  async #request(access: Access, call: TrialCall, cancelled: AbortSignal): Promise<ProviderTrial> {
    const { api, clock } = this.#parts
    const startedAt = clock.elapsed()
    const timeout = new AbortController()
    const cancelTimer = clock.after(TRIAL_LIMITS.seconds * 1000, () => timeout.abort())
    try {
      const trial = await api.tryCall(access, call, AbortSignal.any([cancelled, timeout.signal]))
      if (cancelled.aborted) throw new AppError('CANCELLED')
      const error = trial.error?.code === 'CANCELLED' ? timeoutError(access) : trial.error
      return { ...trial, error, durationMs: Math.round(clock.elapsed() - startedAt) }
    } finally {
      cancelTimer()
    }
  }
}

const timeoutError = ({ connection }: Access): ProviderTrial['error'] => ({
  code: 'TIMEOUT',
  host: new URL(connection.baseUrl).host
})
