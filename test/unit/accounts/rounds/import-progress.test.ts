import { beforeEach, expect, test } from 'vitest'
import { ImportProgress } from '../../../../src/main/accounts/rounds/import-progress.ts'
import { THROTTLE_MS } from '../../../../src/main/concurrency.ts'
import { FakeClock } from '../../../support/ports.ts'

let clock: FakeClock
let changeCount: number
let progress: ImportProgress

beforeEach(() => {
  clock = new FakeClock()
  changeCount = 0
  progress = new ImportProgress(clock, () => (changeCount += 1))
})

test('changes are published every 150 ms, the last one included', async () => {
  const reporter = progress.start()
  for (let ms = 0; ms < 1_000; ms += 10) {
    reporter.update({ bytes: ms })
    await clock.advance(10)
  }
  expect(changeCount).toBe(1 + Math.floor(1_000 / THROTTLE_MS))
  expect(progress.current?.bytes).toBe(990)
  await clock.advance(THROTTLE_MS)
  expect(changeCount).toBe(8)
  await clock.advance(10_000)
  expect(changeCount).toBe(8)
  reporter.update({ products: 5 })
  expect(changeCount).toBe(9)
})

test('a clock that is set back delays no event', async () => {
  await clock.advance(3_600_000)
  const reporter = progress.start()
  await clock.advance(THROTTLE_MS)
  const back = new Date(clock.now().getTime() - 3_600_000)
  clock.now = () => back
  reporter.update({ bytes: 1 })
  expect(changeCount).toBe(2)
})

test('a run that was cleared or replaced publishes nothing', async () => {
  const first = progress.start()
  const second = progress.start()
  await clock.advance(THROTTLE_MS)
  first.update({ bytes: 7 })
  first.end()
  expect(changeCount).toBe(2)
  expect(progress.current).toEqual({ phase: 'asking', bytes: 0, products: 0 })
  progress.clear()
  expect(progress.current).toBeNull()
  const before = changeCount
  second.update({ bytes: 7 })
  second.end()
  progress.clear()
  expect(progress.current).toBeNull()
  expect(changeCount).toBe(before)
})
