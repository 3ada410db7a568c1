/** The deadline of a call: its attempts, the waits between them and the body. */
import { AppError } from '../../../shared/ipc/error.ts'

export interface Times {
  /** Until an answer begins, in milliseconds. */
  answerMs: number
  /** Until the body's last byte; default: `answerMs`. */
  wholeMs?: number
}

export interface Deadline {
  /** Aborts when the time is over, or when the caller aborts. */
  signal: AbortSignal
  /** Milliseconds in which an answer may still begin; at least 0. */
  left(): number
  /** Call it when an answer has begun. */
  answered(): void
  /** Call it before the next attempt. */
  again(): void
  /** The reason for the abort: CANCELLED or TIMEOUT. */
  fault(host: string): AppError
  /** Call it when the call is over. */
  end(): void
}

export function createDeadline({ answerMs, wholeMs = answerMs }: Times, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  const started = performance.now()
  const stop = (): void => controller.abort()
  const leftOf = (ms: number): number => Math.max(0, started + ms - performance.now())
  let timer = setTimeout(stop, answerMs)
  const set = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(stop, leftOf(ms))
  }
  if (caller?.aborted) stop()
  caller?.addEventListener('abort', stop, { once: true })
  return {
    signal: controller.signal,
    left: () => leftOf(answerMs),
    answered: () => set(wholeMs),
    again: () => set(answerMs),
    fault: (host) => new AppError(caller?.aborted ? 'CANCELLED' : 'TIMEOUT', { host }),
    end() {
      clearTimeout(timer)
      caller?.removeEventListener('abort', stop)
    }
  }
}
