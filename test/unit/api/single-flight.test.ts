import { expect, test } from 'vitest'
import { createShare } from '../../../src/main/api/http/single-flight.ts'
import { AppError, toErrorInfo } from '../../../src/shared/ipc/error.ts'

/** Starts that are ended by hand. */
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

test('those of one key that overlap are one; another key is another', async () => {
  const share = createShare()
  const { made, start } = requests()
  const works = [
    share('a', 'h', undefined, start),
    share('b', 'h', undefined, start),
    share('a', 'h', undefined, start)
  ]
  expect(made).toHaveLength(2)
  made[0]?.answer('first')
  made[1]?.answer('second')
  expect(await Promise.all(works)).toEqual(['first', 'second', 'first'])
})

test('nothing is kept of one that is over, whether it worked or not', async () => {
  const share = createShare()
  const { made, start } = requests()
  const first = share('a', 'h', undefined, start)
  made[0]?.answer('one')
  await first
  const second = share('a', 'h', undefined, start)
  made[1]?.fail(new AppError('SERVER'))
  expect(await error(second)).toEqual({ code: 'SERVER' })
  const third = share('a', 'h', undefined, start)
  made[2]?.answer('three')
  expect(await third).toBe('three')
})

test('an error is everybody’s', async () => {
  const share = createShare()
  const { made, start } = requests()
  const works = [error(share('a', 'h', undefined, start)), error(share('a', 'h', undefined, start))]
  made[0]?.fail(new AppError('TIMEOUT'))
  expect(await Promise.all(works)).toEqual([{ code: 'TIMEOUT' }, { code: 'TIMEOUT' }])
})

test('who gives up is let go at once and disturbs nobody; with the last one the request ends', async () => {
  const share = createShare()
  const { made, start } = requests()
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()]
  const first = error(share('a', 'h', one.signal, start))
  const second = error(share('a', 'h', two.signal, start))
  one.abort()
  expect(await first).toEqual(cancelled)
  expect(made[0]?.signal.aborted).toBe(false)
  two.abort()
  expect(made[0]?.signal.aborted).toBe(true)
  // Not the one that is being called off.
  const third = share('a', 'h', three.signal, start)
  expect(await second).toEqual(cancelled)
  expect(made).toHaveLength(2)
  made[1]?.answer('new')
  expect(await third).toBe('new')
})

test('giving up afterwards changes nothing', async () => {
  const share = createShare()
  const { made, start } = requests()
  const controller = new AbortController()
  const work = share('a', 'h', controller.signal, start)
  made[0]?.answer('one')
  expect(await work).toBe('one')
  controller.abort()
  expect(made[0]?.signal.aborted).toBe(false)
})

test('who has given up before asks for nothing', async () => {
  const { made, start } = requests()
  expect(await error(createShare()('a', 'h', AbortSignal.abort(), start))).toEqual(cancelled)
  expect(made).toEqual([])
})
