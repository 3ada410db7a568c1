import { expect, test } from 'vitest'
import { ExclusiveJob } from '../../../src/main/concurrency.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'

const scope = new AbortController().signal

function hangingJobs() {
  const jobs: { signal: AbortSignal; isReplaced: () => boolean; end: (value: string) => void }[] = []
  const job = (signal: AbortSignal, isReplaced: () => boolean): Promise<string> =>
    new Promise((resolve) => void jobs.push({ signal, isReplaced, end: resolve }))
  return { jobs, job }
}

test('a call with the same key and scope joins the running job', async () => {
  const exclusive = new ExclusiveJob<string>('reject')
  const { jobs, job } = hangingJobs()
  const calls = [exclusive.start('a', scope, job), exclusive.start('a', scope, job)]
  expect(jobs).toHaveLength(1)
  jobs[0]?.end('done')
  expect(await Promise.all(calls)).toEqual(['done', 'done'])
})

test('another key or scope is rejected as busy until the job ends', async () => {
  const exclusive = new ExclusiveJob<string>('reject')
  const { jobs, job } = hangingJobs()
  const first = exclusive.start('a', scope, job)
  const busy = { code: 'BAD_REQUEST', found: 'busy' }
  expect(await exclusive.start('b', scope, job).catch(toErrorInfo)).toEqual(busy)
  expect(await exclusive.start('a', new AbortController().signal, job).catch(toErrorInfo)).toEqual(busy)
  jobs[0]?.end('done')
  await first
  void exclusive.start('b', scope, job)
  expect(jobs).toHaveLength(2)
})

test('another key replaces the running job, whose late end leaves the new one running', async () => {
  const exclusive = new ExclusiveJob<string>('replace')
  const { jobs, job } = hangingJobs()
  const first = exclusive.start('a', scope, job)
  void exclusive.start('b', scope, job)
  expect(jobs.map(({ signal, isReplaced }) => [signal.aborted, isReplaced()])).toEqual([
    [true, true],
    [false, false]
  ])
  jobs[0]?.end('late')
  await first
  exclusive.cancel()
  expect(jobs[1]?.signal.aborted).toBe(true)
  expect(jobs[1]?.isReplaced()).toBe(false)
})

test('a cancelled job is not joined', () => {
  const exclusive = new ExclusiveJob<string>('replace')
  const { jobs, job } = hangingJobs()
  void exclusive.start('a', scope, job)
  exclusive.cancel()
  void exclusive.start('a', scope, job)
  expect(jobs).toHaveLength(2)
})
