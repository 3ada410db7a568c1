import { expect, test } from 'vitest'
import { SingleFlight } from '../../../src/main/concurrency.ts'
import { AppError, toErrorInfo } from '../../../src/shared/ipc/error.ts'

/** Runs that the test ends. */
function requests() {
  const made: { signal: AbortSignal; answer: (value: string) => void; fail: (error: AppError) => void }[] = []
  const start = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      made.push({ signal, answer: resolve, fail: reject })
      signal.addEventListener('abort', () => reject(new AppError('CANCELLED')))
    })
  return { made, start }
}
const error = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'it worked', toErrorInfo)
const cancelled = { code: 'CANCELLED', host: 'h' }

test('calls with the same key share one run, another key starts another', async () => {
  const singleFlight = new SingleFlight()
  const { made, start } = requests()
  const works = [
    singleFlight.share('a', { host: 'h' }, start),
    singleFlight.share('b', { host: 'h' }, start),
    singleFlight.share('a', { host: 'h' }, start)
  ]
  expect(made).toHaveLength(2)
  made[0]?.answer('first')
  made[1]?.answer('second')
  expect(await Promise.all(works)).toEqual(['first', 'second', 'first'])
})

test('a later call starts a new run, whether the first one succeeded or failed', async () => {
  const singleFlight = new SingleFlight()
  const { made, start } = requests()
  const first = singleFlight.share('a', { host: 'h' }, start)
  made[0]?.answer('one')
  await first
  const second = singleFlight.share('a', { host: 'h' }, start)
  made[1]?.fail(new AppError('SERVER'))
  expect(await error(second)).toEqual({ code: 'SERVER' })
  const third = singleFlight.share('a', { host: 'h' }, start)
  made[2]?.answer('three')
  expect(await third).toBe('three')
})

test('a caller that aborts is rejected at once, and the last one aborts the run', async () => {
  const singleFlight = new SingleFlight()
  const { made, start } = requests()
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()]
  const first = error(singleFlight.share('a', { host: 'h', signal: one.signal }, start))
  const second = error(singleFlight.share('a', { host: 'h', signal: two.signal }, start))
  one.abort()
  expect(await first).toEqual(cancelled)
  expect(made[0]?.signal.aborted).toBe(false)
  two.abort()
  expect(made[0]?.signal.aborted).toBe(true)
  // Not the one that is being called off.
  const third = singleFlight.share('a', { host: 'h', signal: three.signal }, start)
  expect(await second).toEqual(cancelled)
  expect(made).toHaveLength(2)
  made[1]?.answer('new')
  expect(await third).toBe('new')
})

test('aborting after the end changes nothing', async () => {
  const singleFlight = new SingleFlight()
  const { made, start } = requests()
  const controller = new AbortController()
  const work = singleFlight.share('a', { host: 'h', signal: controller.signal }, start)
  made[0]?.answer('one')
  expect(await work).toBe('one')
  controller.abort()
  expect(made[0]?.signal.aborted).toBe(false)
})

test('an aborted caller starts no run', async () => {
  const { made, start } = requests()
  expect(await error(new SingleFlight().share('a', { host: 'h', signal: AbortSignal.abort() }, start))).toEqual(
    cancelled
  )
  expect(made).toEqual([])
})
