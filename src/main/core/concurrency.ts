/** Everything that runs at the same time is ordered by one of these; README.md says when to use which. */
import { AppError } from '../../shared/ipc/error.ts'
import type { Clock } from './ports/index.ts'

/** Runs jobs one after another, in the order of the calls. A failed job doesn't stop the next one. */
type Mutex = <T>(job: () => Promise<T> | T) => Promise<T>

export function createMutex(): Mutex {
  const mutex = createKeyedMutex()
  return (job) => mutex('', job)
}

type KeyedMutex = <T>(key: string, job: () => Promise<T> | T) => Promise<T>

export function createKeyedMutex(): KeyedMutex {
  const lastByKey = new Map<string, Promise<void>>()
  const ignore = (): void => undefined
  return (key, job) => {
    const result = (lastByKey.get(key) ?? Promise.resolve()).then(job)
    const end = result.then(ignore, ignore).finally(() => {
      if (lastByKey.get(key) === end) lastByKey.delete(key)
    })
    lastByKey.set(key, end)
    return result
  }
}

/** For calls that may hang and can't be aborted: the next job waits even after the timeout. */
export function createTimedMutex(timeoutMs: number, createError: () => Error) {
  const mutex = createMutex()
  /** Of the running call and those that wait. */
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isBusy = false

  return {
    isBusy: (): boolean => isBusy,
    /**
     * The timeout starts again whenever an earlier call ends: a long queue isn't a hanging call. A late job never
     * starts, and a running one should stop once `isLate()`.
     */
    async run<T>(job: (isLate: () => boolean) => Promise<T>) {
      const deadline = Promise.withResolvers<never>()
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        timers.delete(timer)
        deadline.reject(createError())
      }, timeoutMs)
      timers.add(timer)
      const result = mutex(async () => {
        if (isLate) return deadline.promise
        isBusy = true
        try {
          return await job(() => isLate)
        } finally {
          isBusy = false
          for (const waiting of timers) waiting.refresh()
        }
      })
      try {
        return await Promise.race([result, deadline.promise])
      } finally {
        timers.delete(timer)
        clearTimeout(timer)
      }
    }
  }
}

interface Flight {
  controller: AbortController
  callers: number
  result: Promise<unknown>
}

interface Caller {
  signal?: AbortSignal | undefined
  host?: string
}

/**
 * Concurrent calls with the same key share one run. An aborted caller gets CANCELLED at once. The run is aborted with its
 * last caller.
 */
type SingleFlight = <T>(key: string, caller: Caller, start: (signal: AbortSignal) => Promise<T>) => Promise<T>

export function createSingleFlight(): SingleFlight {
  const flights = new Map<string, Flight>()

  const forget = (key: string, flight: Flight): void => {
    if (flights.get(key) === flight) flights.delete(key)
  }

  const launch = (key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight => {
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
    const flight = flights.get(key) ?? launch(key, start)
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
      flight.result.finally(stopListening).then((value) => resolve(value as T), reject)
    })
  }
}

interface Turn {
  key: string
  scope: AbortSignal
  controller: AbortController
  isReplaced: boolean
}

/**
 * Runs one job at a time. A call with the same key and scope joins the running job.
 * @param onConflict 'reject' fails a call with another key; 'replace' aborts the running job
 */
export function createExclusive<T>(onConflict: 'reject' | 'replace') {
  let running: { turn: Turn; result: Promise<T> } | null = null

  return {
    /** @param scope ends the job's signal @throws BAD_REQUEST (found 'busy') while another job runs */
    run(
      key: string,
      scope: AbortSignal,
      job: (signal: AbortSignal, isReplaced: () => boolean) => Promise<T>
    ): Promise<T> {
      if (running) {
        const { turn, result } = running
        if (turn.key === key && turn.scope === scope && !turn.controller.signal.aborted) return result
        if (onConflict === 'reject') return Promise.reject(new AppError('BAD_REQUEST', { found: 'busy' }))
        turn.isReplaced = true
        turn.controller.abort()
      }
      const turn: Turn = { key, scope, controller: new AbortController(), isReplaced: false }
      const signal = AbortSignal.any([scope, turn.controller.signal])
      const result = job(signal, () => turn.isReplaced).finally(() => {
        if (running?.turn === turn) running = null
      })
      running = { turn, result }
      return result
    },
    cancel: (): void => running?.turn.controller.abort()
  }
}

/** Runs at most `max` jobs at once. The newest waiting job starts first: while a list scrolls, the latest rows are the visible ones. */
export function createLimiter(max: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (job) => {
    if (running >= max) await new Promise<void>((resolve) => void waiting.push(resolve))
    else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.pop()
      if (next) next()
      else running -= 1
    }
  }
}

/** Each progress event makes the page read the progress again. */
export const THROTTLE_MS = 150

export function createThrottle(clock: Pick<Clock, 'elapsed' | 'after'>, send: () => void) {
  let sentAt = -Infinity
  let cancelPlanned: (() => void) | null = null

  const now = (): void => {
    cancelPlanned?.()
    cancelPlanned = null
    sentAt = clock.elapsed()
    send()
  }
  return {
    now,
    soon(): void {
      if (cancelPlanned) return
      const elapsed = clock.elapsed() - sentAt
      if (elapsed >= THROTTLE_MS) now()
      else cancelPlanned = clock.after(THROTTLE_MS - elapsed, now)
    }
  }
}

/** In milliseconds; then other events of the thread get their turn. */
const LONGEST_SLICE_MS = 8

/** Runs long work, whose `yield`s are the places to interrupt it. @param check called at each `yield`; its error ends the work */
export async function inSlices<T>(work: Generator<void, T, void>, check?: () => void): Promise<T> {
  let start = performance.now()
  for (;;) {
    check?.()
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - start < LONGEST_SLICE_MS) continue
    await new Promise((resolve) => void setImmediate(resolve))
    start = performance.now()
  }
}

/** Runs the same work without interruption. */
export function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** For work that ignores its signal. The default error is no AppError: the caller maps it to CANCELLED or TIMEOUT. */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  createError: () => Error = () => new Error('aborted')
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(createError())
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
