/** Identical requests that are in flight at the same time are one. Nothing is kept when it is over. */
import { AppError } from '../../../shared/ipc/error.ts'

interface Flight {
  controller: AbortController
  waiting: number
  result: Promise<unknown>
}

/**
 * Who gives up gets CANCELLED at once, which the others don't notice; the request is called off with the last of them.
 * `key` says all that makes two requests the same, the kind of the result included.
 */
export type Share = <T>(
  key: string,
  host: string,
  signal: AbortSignal | undefined,
  start: (signal: AbortSignal) => Promise<T>
) => Promise<T>

export function createShare(): Share {
  const flights = new Map<string, Flight>()

  const forget = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const begin = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const controller = new AbortController()
    const flight: Flight = { controller, waiting: 0, result: start(controller.signal) }
    flights.set(key, flight)
    const over = (): void => forget(key, flight)
    flight.result.then(over, over)
    return flight
  }

  return <T>(
    key: string,
    host: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<T>
  ) => {
    if (signal?.aborted) return Promise.reject(new AppError('CANCELLED', { host }))
    const flight = flights.get(key) ?? begin(key, start)
    flight.waiting += 1
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        reject(new AppError('CANCELLED', { host }))
        flight.waiting -= 1
        if (flight.waiting > 0) return
        // Whoever asks from now on gets a request of their own, not one that is being called off.
        forget(key, flight)
        flight.controller.abort()
      }
      const stay = (): void => signal?.removeEventListener('abort', leave)
      signal?.addEventListener('abort', leave, { once: true })
      flight.result.then(
        (value) => {
          stay()
          // The key names the kind of the result, so the type is the one that was asked for.
          resolve(value as T)
        },
        (error: unknown) => {
          stay()
          reject(error)
        }
      )
    })
  }
}
