/** Concurrent calls with the same key share one run. Results are not cached. */
import { AppError } from '../../../shared/ipc/error.ts'

interface Flight {
  controller: AbortController
  callers: number
  result: Promise<unknown>
}

interface Caller {
  signal?: AbortSignal | undefined
  /** Named by the CANCELLED error. */
  host?: string
}

/** An aborted caller gets CANCELLED at once. The run is aborted with its last caller. */
type SingleFlight = <T>(key: string, caller: Caller, start: (signal: AbortSignal) => Promise<T>) => Promise<T>

export function createSingleFlight(): SingleFlight {
  const flights = new Map<string, Flight>()

  const forget = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const takeOff = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
    const controller = new AbortController()
    const flight: Flight = { controller, callers: 0, result: start(controller.signal) }
    flights.set(key, flight)
    const end = (): void => forget(key, flight)
    flight.result.then(end, end)
    return flight
  }

  return <T>(key: string, { signal, host }: Caller, start: (signal: AbortSignal) => Promise<T>) => {
    const cancelled = (): AppError => new AppError('CANCELLED', host === undefined ? {} : { host })
    if (signal?.aborted) return Promise.reject(cancelled())
    const flight = flights.get(key) ?? takeOff(key, start)
    flight.callers += 1
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        reject(cancelled())
        flight.callers -= 1
        if (flight.callers > 0) return
        // A later caller must not join the aborted run.
        forget(key, flight)
        flight.controller.abort()
      }
      const stopListening = (): void => signal?.removeEventListener('abort', leave)
      signal?.addEventListener('abort', leave, { once: true })
      flight.result.then(
        (value) => {
          stopListening()
          resolve(value as T)
        },
        (error: unknown) => {
          stopListening()
          reject(error)
        }
      )
    })
  }
}
