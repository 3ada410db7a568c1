/** Orders concurrent work; README.md says when to use which, and which modules hold a running job themselves. */
import { AppError } from '../shared/ipc/error.ts'

/** Runs jobs one after another, in the order of the calls. A failed job doesn't stop the next one. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  runExclusive<T>(job: () => Promise<T> | T): Promise<T> {
    const result = this.#last.then(job)
    this.#last = settled(result)
    return result
  }
}

const settled = (work: Promise<unknown>): Promise<void> => {
  const ignore = (): void => undefined
  return work.then(ignore, ignore)
}

/** One Mutex per key. */
export class KeyedMutex {
  readonly #lastByKey = new Map<string, Promise<void>>()

  runExclusive<T>(key: string, job: () => Promise<T> | T): Promise<T> {
    const result = (this.#lastByKey.get(key) ?? Promise.resolve()).then(job)
    const end = settled(result).finally(() => {
      if (this.#lastByKey.get(key) === end) this.#lastByKey.delete(key)
    })
    this.#lastByKey.set(key, end)
    return result
  }
}

/** For calls that may hang and can't be aborted: the next job waits even after the timeout. */
export class TimedMutex {
  readonly #mutex = new Mutex()
  readonly #timeoutMs: number
  readonly #createError: () => Error
  /** Of the running call and those that wait. */
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  #isBusy = false

  constructor(timeoutMs: number, createError: () => Error) {
    this.#timeoutMs = timeoutMs
    this.#createError = createError
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  /**
   * The timeout starts again whenever an earlier call ends: a long queue isn't a hanging call. A late job never
   * starts, and a running one should stop once `isLate()`.
   */
  async runExclusive<T>(job: (isLate: () => boolean) => Promise<T>): Promise<T> {
    const deadline = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.#timers.delete(timer)
      deadline.reject(this.#createError())
    }, this.#timeoutMs)
    this.#timers.add(timer)
    const result = this.#mutex.runExclusive(async () => {
      if (isLate) return deadline.promise
      this.#isBusy = true
      try {
        return await job(() => isLate)
      } finally {
        this.#isBusy = false
        for (const waiting of this.#timers) waiting.refresh()
      }
    })
    try {
      return await Promise.race([result, deadline.promise])
    } finally {
      this.#timers.delete(timer)
      clearTimeout(timer)
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
export class SingleFlight {
  readonly #flights = new Map<string, Flight>()

  share<T>(key: string, { signal, host }: Caller, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const cancelled = (): AppError => new AppError('CANCELLED', host === undefined ? {} : { host })
    if (signal?.aborted) return Promise.reject(cancelled())
    const flight = this.#flights.get(key) ?? this.#launch(key, start)
    flight.callers += 1
    return new Promise<T>((resolve, reject) => {
      const leave = (): void => {
        reject(cancelled())
        flight.callers -= 1
        if (flight.callers > 0) return
        // A later caller must not join the aborted run.
        this.#forget(key, flight)
        flight.controller.abort()
      }
      const stopListening = (): void => signal?.removeEventListener('abort', leave)
      signal?.addEventListener('abort', leave, { once: true })
      flight.result.finally(stopListening).then((value) => resolve(value as T), reject)
    })
  }

  #launch(key: string, start: (signal: AbortSignal) => Promise<unknown>): Flight {
    const controller = new AbortController()
    const flight: Flight = { controller, callers: 0, result: start(controller.signal) }
    this.#flights.set(key, flight)
    const forget = (): void => this.#forget(key, flight)
    flight.result.then(forget, forget)
    return flight
  }

  #forget(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key)
  }
}

interface Turn {
  key: string
  scope: AbortSignal
  controller: AbortController
  isReplaced: boolean
}

/** Runs one job at a time. A call with the same key and scope joins the running job. */
export class ExclusiveJob<T> {
  readonly #onConflict: 'reject' | 'replace'
  #running: { turn: Turn; result: Promise<T> } | null = null

  /** @param onConflict 'reject' fails a call with another key; 'replace' aborts the running job */
  constructor(onConflict: 'reject' | 'replace') {
    this.#onConflict = onConflict
  }

  /** @param scope ends the job's signal @throws BAD_REQUEST (found 'busy') while another job runs */
  start(
    key: string,
    scope: AbortSignal,
    job: (signal: AbortSignal, isReplaced: () => boolean) => Promise<T>
  ): Promise<T> {
    if (this.#running) {
      const { turn, result } = this.#running
      if (turn.key === key && turn.scope === scope && !turn.controller.signal.aborted) return result
      if (this.#onConflict === 'reject') return Promise.reject(new AppError('BAD_REQUEST', { found: 'busy' }))
      turn.isReplaced = true
      turn.controller.abort()
    }
    const turn: Turn = { key, scope, controller: new AbortController(), isReplaced: false }
    const signal = AbortSignal.any([scope, turn.controller.signal])
    const result = job(signal, () => turn.isReplaced).finally(() => {
      if (this.#running?.turn === turn) this.#running = null
    })
    this.#running = { turn, result }
    return result
  }

  cancel(): void {
    this.#running?.turn.controller.abort()
  }
}

/** Each this many jobs, the oldest waiting one starts, so that none waits for ever while newer ones keep coming. */
const OLDEST_EACH = 4

/** Runs at most `max` jobs at once. The others wait. */
export class Limiter {
  readonly #max: number
  readonly #first: 'oldest' | 'newest'
  readonly #waiting: (() => void)[] = []
  #running = 0
  #released = 0

  /** @param first the waiting job that starts first; 'newest' for a list that scrolls, whose latest rows are the visible ones */
  constructor(max: number, first: 'oldest' | 'newest' = 'oldest') {
    this.#max = max
    this.#first = first
  }

  async schedule<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    else this.#running += 1
    try {
      return await job()
    } finally {
      const next = this.#takeNext()
      if (next) next()
      else this.#running -= 1
    }
  }

  #takeNext(): (() => void) | undefined {
    if (this.#first === 'oldest') return this.#waiting.shift()
    this.#released = (this.#released + 1) % OLDEST_EACH
    return this.#released === 0 ? this.#waiting.shift() : this.#waiting.pop()
  }
}

/** Each progress event makes the page read the progress again. */
export const THROTTLE_MS = 150

/** Of a clock: monotonic milliseconds, and a timer with its cancellation. */
interface ThrottleClock {
  elapsed(): number
  after(ms: number, run: () => void): () => void
}

/** Sends at most one event in a time; the last one is never lost. */
export class Throttle {
  readonly #clock: ThrottleClock
  readonly #send: () => void
  readonly #ms: number
  #sentAt = -Infinity
  #cancelPlanned: (() => void) | null = null

  constructor(clock: ThrottleClock, send: () => void, ms = THROTTLE_MS) {
    this.#clock = clock
    this.#send = send
    this.#ms = ms
  }

  /** For the first and the last event, which may not wait. */
  sendNow(): void {
    this.#cancelPlanned?.()
    this.#cancelPlanned = null
    this.#sentAt = this.#clock.elapsed()
    this.#send()
  }

  sendSoon(): void {
    if (this.#cancelPlanned) return
    const elapsed = this.#clock.elapsed() - this.#sentAt
    if (elapsed >= this.#ms) this.sendNow()
    else this.#cancelPlanned = this.#clock.after(this.#ms - elapsed, () => this.sendNow())
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

/** Does the work for each item, one after another. Short jobs that wait for nothing would otherwise hold the thread together. */
export async function oneByOne<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let start = performance.now()
  for (const item of items) {
    results.push(await work(item))
    if (performance.now() - start < LONGEST_SLICE_MS) continue
    await new Promise((resolve) => void setImmediate(resolve))
    start = performance.now()
  }
  return results
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
