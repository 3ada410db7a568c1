import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeadline } from '../../../src/main/api/http/request-pipeline.ts'
import { retryDelay, waitFor, withRetries } from '../../../src/main/api/http/request-pipeline.ts'
import { ERROR_CODES, AppError, type ErrorInfo } from '../../../src/shared/ipc/error.ts'

const now = () => new Date('2026-11-21T12:00:00.000Z')
const inSeconds = (seconds: number): string => new Date(now().getTime() + seconds * 1000).toISOString()
const delay = (error: ErrorInfo, { tries = 1, left = 20_000, random = 0.5 } = {}): number | null =>
  retryDelay(error, tries, left, { random: () => random, now })

const broken: ErrorInfo = { code: 'UNREACHABLE', host: 'a.example' }

describe('how long until the next try', () => {
  test('a random part of half a second, then of a whole one, then none', () => {
    expect([0, 0.5, 0.999].map((random) => delay(broken, { random }))).toEqual([0, 250, 499.5])
    expect([0, 0.5, 0.999].map((random) => delay(broken, { random, tries: 2 }))).toEqual([0, 500, 999])
    expect(delay(broken, { tries: 3 })).toBeNull()
  })

  test('never before the provider said', () => {
    const limited: ErrorInfo = { code: 'RATE_LIMITED', status: 429, retryAt: inSeconds(7) }
    expect(delay(limited, { random: 0 })).toBe(7000)
    expect(delay(limited, { random: 0.5, tries: 2 })).toBe(7500)
    expect(delay({ code: 'SERVER', status: 503, retryAt: inSeconds(-3) }, { random: 0 })).toBe(0)
  })

  test('none that does not fit into the time left', () => {
    const limited: ErrorInfo = { code: 'RATE_LIMITED', status: 429, retryAt: inSeconds(7) }
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
    // By its words only.
    [{ code: 'RATE_LIMITED', status: 403, retryAt: inSeconds(1) }, false]
  ])('%j is tried again: %s', (error, again) => {
    expect(delay(error) !== null).toBe(again)
  })

  test('no other error is', () => {
    const retried = ERROR_CODES.filter((code) => delay({ code, status: 503, retryAt: inSeconds(1) }) !== null)
    expect(retried).toEqual(['UNREACHABLE', 'SERVER'])
  })
})

describe('with the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Fails so many times, each after 100 ms, then works. */
  const failing = (times: number, error: ErrorInfo = broken) => {
    const started: number[] = []
    const begun = performance.now()
    return {
      started,
      attempt: async () => {
        started.push(performance.now() - begun)
        await new Promise((resolve) => setTimeout(resolve, 100))
        if (started.length > times) return 'worked'
        const { code, ...more } = error
        throw new AppError(code, more)
      }
    }
  }
  const patience = { random: () => 0.5, now: () => new Date(), wait: waitFor }
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => (error instanceof AppError ? error.info : error))

  test('tries three times in all', async () => {
    const deadline = createDeadline({ answerMs: 10_000 })
    const { started, attempt } = failing(2)
    const work = withRetries(attempt, deadline, patience)
    await vi.runAllTimersAsync()
    expect(await work).toBe('worked')
    expect(started).toEqual([0, 350, 950])

    const never = failing(9)
    const ended = outcome(withRetries(never.attempt, createDeadline({ answerMs: 10_000 }), patience))
    await vi.runAllTimersAsync()
    expect(await ended).toEqual(broken)
    expect(never.started).toHaveLength(3)
  })

  test('the error as it is, at once, when the time does not reach', async () => {
    const { started, attempt } = failing(9)
    const ended = outcome(withRetries(attempt, createDeadline({ answerMs: 300 }), patience))
    await vi.advanceTimersByTimeAsync(101)
    expect(await ended).toEqual(broken)
    expect(started).toEqual([0])
  })

  test('a further try that only runs out of time does not hide why the first one failed', async () => {
    const deadline = createDeadline({ answerMs: 1000 })
    let tries = 0
    const attempt = (): Promise<never> => {
      tries += 1
      if (tries === 1) return Promise.reject(new AppError('UNREACHABLE', { host: 'a.example' }))
      return new Promise((_resolve, reject) => {
        deadline.signal.addEventListener('abort', () => reject(deadline.error('a.example')))
      })
    }
    const ended = outcome(withRetries(attempt, deadline, patience))
    await vi.advanceTimersByTimeAsync(1001)
    expect(await ended).toEqual(broken)
    expect(tries).toBe(2)
  })

  test('who gives up during a wait waits no more', async () => {
    const controller = new AbortController()
    const { started, attempt } = failing(9, { code: 'SERVER', host: 'a.example', status: 503, retryAt: inSeconds(5) })
    const deadline = createDeadline({ answerMs: 20_000 }, controller.signal)
    const ended = outcome(withRetries(attempt, deadline, { ...patience, now }))
    await vi.advanceTimersByTimeAsync(200)
    controller.abort()
    expect(await ended).toEqual({ code: 'CANCELLED', host: 'a.example' })
    expect(started).toEqual([0])
    deadline.end()
    expect(vi.getTimerCount()).toBe(0)
  })

  describe('the deadline', () => {
    test('is over for all after its time', async () => {
      const deadline = createDeadline({ answerMs: 1000 })
      await vi.advanceTimersByTimeAsync(999)
      expect([deadline.signal.aborted, deadline.left()]).toEqual([false, 1])
      await vi.advanceTimersByTimeAsync(1)
      expect([deadline.signal.aborted, deadline.left()]).toEqual([true, 0])
      expect(deadline.error('h').info).toEqual({ code: 'TIMEOUT', host: 'h' })
    })

    test('is longer for what has begun to come, counted from the start', async () => {
      const deadline = createDeadline({ answerMs: 1000, wholeMs: 6000 })
      await vi.advanceTimersByTimeAsync(900)
      deadline.answered()
      await vi.advanceTimersByTimeAsync(5099)
      expect(deadline.signal.aborted).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(deadline.signal.aborted).toBe(true)
    })

    test('is the first one again for another try', async () => {
      const deadline = createDeadline({ answerMs: 1000, wholeMs: 6000 })
      deadline.answered()
      await vi.advanceTimersByTimeAsync(700)
      deadline.again()
      await vi.advanceTimersByTimeAsync(300)
      expect(deadline.signal.aborted).toBe(true)
    })

    test('comes too when the caller has given up', () => {
      const deadline = createDeadline({ answerMs: 1000 }, AbortSignal.abort())
      expect(deadline.signal.aborted).toBe(true)
      expect(deadline.error('h').info.code).toBe('CANCELLED')
      deadline.end()
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})
