import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { retryDelay, waitFor, withRetries } from '../../../../src/main/provider/api/http/retries.ts'
import { Deadline } from '../../../../src/main/provider/api/http/deadline.ts'
import { AppError, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'

const now = () => new Date('2026-11-21T12:00:00.000Z')
const inSeconds = (seconds: number): string => new Date(now().getTime() + seconds * 1000).toISOString()
const delay = (error: ErrorInfo, { tries = 1, left = 20_000, random = 0.5 } = {}): number | null =>
  retryDelay(error, tries, left, { random: () => random, now })

const broken: ErrorInfo = { code: 'UNREACHABLE', host: 'a.example' }

describe('the wait before a retry', () => {
  test('is a random part of half a second, then of a whole one; there is no third', () => {
    expect([0, 0.5, 0.999].map((random) => delay(broken, { random }))).toEqual([0, 250, 499.5])
    expect([0, 0.5, 0.999].map((random) => delay(broken, { random, tries: 2 }))).toEqual([0, 500, 999])
    expect(delay(broken, { tries: 3 })).toBeNull()
  })

  test('begins after Retry-After, and ends before the deadline', () => {
    const limited: ErrorInfo = { code: 'RATE_LIMITED', status: 429, retryAt: inSeconds(7) }
    expect(delay(limited, { random: 0.5, tries: 2 })).toBe(7500)
    expect(delay({ code: 'SERVER', status: 503, retryAt: inSeconds(-3) }, { random: 0 })).toBe(0)
    expect(delay(limited, { random: 0, left: 7001 })).toBe(7000)
    expect(delay(limited, { random: 0, left: 7000 })).toBeNull()
    expect(delay(broken, { left: 0, random: 0 })).toBeNull()
  })

  test.each<[ErrorInfo, boolean]>([
    [{ code: 'SERVER', status: 502 }, true],
    [{ code: 'SERVER', status: 503 }, true],
    [{ code: 'SERVER', status: 504 }, true],
    [{ code: 'SERVER', status: 500 }, false],
    [{ code: 'SERVER', status: 500, retryAt: inSeconds(1) }, false],
    [{ code: 'SERVER', status: 501 }, false],
    [{ code: 'RATE_LIMITED', status: 429, retryAt: inSeconds(1) }, true],
    [{ code: 'RATE_LIMITED', status: 429 }, false],
    [{ code: 'TIMEOUT', status: 503, retryAt: inSeconds(1) }, false],
    // By its words only.
    [{ code: 'RATE_LIMITED', status: 403, retryAt: inSeconds(1) }, false]
  ])('exists for %j: %s', (error, again) => {
    expect(delay(error) !== null).toBe(again)
  })
})

describe('with fake timers', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Fails so many times, each after 100 ms, then works. */
  const failing = (times: number, { code, ...more }: ErrorInfo = broken) => {
    const started: number[] = []
    const begun = performance.now()
    const attempt = async (): Promise<string> => {
      started.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (started.length > times) return 'worked'
      throw new AppError(code, more)
    }
    return { started, attempt }
  }
  const clock = { random: () => 0.5, now: () => new Date(), wait: waitFor }
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => (error instanceof AppError ? error.info : error))

  test('there are three attempts in all', async () => {
    const twice = failing(2)
    const work = withRetries(twice.attempt, new Deadline({ answerMs: 10_000 }), clock)
    await vi.runAllTimersAsync()
    expect([await work, twice.started]).toEqual(['worked', [0, 350, 950]])

    const always = failing(9)
    const ended = outcome(withRetries(always.attempt, new Deadline({ answerMs: 10_000 }), clock))
    await vi.runAllTimersAsync()
    expect([await ended, always.started.length]).toEqual([broken, 3])
  })

  test('an error is thrown at once when no time is left for a retry', async () => {
    const { started, attempt } = failing(9)
    const ended = outcome(withRetries(attempt, new Deadline({ answerMs: 300 }), clock))
    await vi.advanceTimersByTimeAsync(101)
    expect([await ended, started]).toEqual([broken, [0]])
  })

  test('a caller that aborts during a wait waits no more', async () => {
    const controller = new AbortController()
    const { started, attempt } = failing(9, { code: 'SERVER', host: 'a.example', status: 503, retryAt: inSeconds(5) })
    const deadline = new Deadline({ answerMs: 20_000 }, controller.signal)
    const ended = outcome(withRetries(attempt, deadline, { ...clock, now }))
    await vi.advanceTimersByTimeAsync(200)
    controller.abort()
    expect([await ended, started]).toEqual([{ code: 'CANCELLED', host: 'a.example' }, [0]])
    deadline.clear()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a deadline is longer once an answer has begun, and the first one again for a retry', async () => {
    const deadline = new Deadline({ answerMs: 1000, wholeMs: 6000 })
    await vi.advanceTimersByTimeAsync(900)
    deadline.allowForBody()
    await vi.advanceTimersByTimeAsync(5099)
    expect(deadline.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(deadline.signal.aborted).toBe(true)

    const retried = new Deadline({ answerMs: 1000, wholeMs: 6000 })
    retried.allowForBody()
    await vi.advanceTimersByTimeAsync(700)
    retried.allowForAnswer()
    await vi.advanceTimersByTimeAsync(300)
    expect(retried.signal.aborted).toBe(true)
  })
})
