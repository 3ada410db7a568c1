/** The deadline of an API call: its attempts, the waits between them and the body. */
import { AppError } from '../../../../shared/ipc/error.ts'

export interface Times {
  /** Until an answer begins, in milliseconds. */
  answerMs: number
  /** Until the whole body is there. Without it, `answerMs` counts for both. */
  wholeMs?: number
}

export class Deadline {
  readonly #controller = new AbortController()
  readonly #startedAt = performance.now()
  readonly #answerMs: number
  readonly #wholeMs: number
  readonly #caller: AbortSignal | undefined
  #timer: ReturnType<typeof setTimeout>

  /** @param caller aborts the call earlier */
  constructor({ answerMs, wholeMs = answerMs }: Times, caller?: AbortSignal) {
    this.#answerMs = answerMs
    this.#wholeMs = wholeMs
    this.#caller = caller
    this.#timer = setTimeout(this.#abort, answerMs)
    if (caller?.aborted) this.#abort()
    caller?.addEventListener('abort', this.#abort, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds until an answer has to begin. */
  get remainingMs(): number {
    return this.#remainingOf(this.#answerMs)
  }

  /** An answer has begun: its body may take longer. */
  allowForBody(): void {
    this.#restart(this.#wholeMs)
  }

  /** The answer failed: the next one has to begin within the first time. */
  allowForAnswer(): void {
    this.#restart(this.#answerMs)
  }

  /** Why the signal was aborted. */
  errorFor(host: string): AppError {
    return new AppError(this.#caller?.aborted ? 'CANCELLED' : 'TIMEOUT', { host })
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#abort)
  }

  readonly #abort = (): void => this.#controller.abort()

  #remainingOf(ms: number): number {
    return Math.max(0, this.#startedAt + ms - performance.now())
  }

  #restart(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#abort, this.#remainingOf(ms))
  }
}
