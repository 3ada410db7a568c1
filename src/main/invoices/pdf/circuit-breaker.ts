import { isConnectionError, type ErrorInfo } from '../../../shared/ipc/error.ts'

/** Why a host gets no more requests: it could not be reached, it asked to slow down, or it rejects the credential. */
export type HostError = 'notReached' | 'slowDown' | 'notAccepted'

/** After this many in a row. */
const MAX_HOST_ERRORS = 3

/** null: the error is about one PDF, not about its host. */
export function hostErrorOf(error: ErrorInfo): HostError | null {
  if (error.code === 'RATE_LIMITED') return 'slowDown'
  if (error.code === 'UNAUTHORIZED') return 'notAccepted'
  return isConnectionError(error) ? 'notReached' : null
}

/** Ends requests to a host that answers none: each of many PDFs would wait for its own error. */
export class CircuitBreaker {
  readonly #most: number
  readonly #errorsInRow = new Map<string, { count: number; last: HostError }>()

  constructor(most = MAX_HOST_ERRORS) {
    this.#most = most
  }

  /** @returns why the host gets no more requests; null: it does */
  openedBy(host: string): HostError | null {
    const errors = this.#errorsInRow.get(host)
    return errors && errors.count >= this.#most ? errors.last : null
  }

  succeeded(host: string): void {
    this.#errorsInRow.delete(host)
  }

  failed(host: string, error: ErrorInfo): void {
    const last = hostErrorOf(error)
    const count = (this.#errorsInRow.get(host)?.count ?? 0) + 1
    if (last === null) this.#errorsInRow.delete(host)
    else this.#errorsInRow.set(host, { count, last })
  }
}
