/** The time that a call has in all: its tries, the waits between them and the body included. */
import { AppError } from '../../../shared/ipc/error.ts'

export interface Times {
  /** Until an answer has begun, in milliseconds. */
  answerMs: number
  /** Until its last byte; as long as that when left out. */
  wholeMs?: number
}

export interface Deadline {
  /** Ends everything, when the time is over and when the caller wants no more. */
  signal: AbortSignal
  /** Milliseconds in which an answer may still begin; never below 0. */
  left(): number
  /** An answer has begun. */
  answered(): void
  /** Another one is waited for. */
  again(): void
  /** Why the signal was given: CANCELLED or TIMEOUT. */
  fault(host: string): AppError
  /** Must be called when the call is over. */
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
