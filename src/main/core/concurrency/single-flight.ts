/** Calls for the same work share one run while it is in flight. No result is kept afterwards. */
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

/**
 * A caller that aborts gets CANCELLED at once, and the others don't notice. The run is aborted with its last caller.
 * @param key identifies the work and the type of its result
 */
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
        // A later caller starts a new run instead of joining the aborted one.
        forget(key, flight)
        flight.controller.abort()
      }
      const stopListening = (): void => signal?.removeEventListener('abort', leave)
      signal?.addEventListener('abort', leave, { once: true })
      flight.result.then(
        (value) => {
          stopListening()
          // The key names the type of the result.
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
