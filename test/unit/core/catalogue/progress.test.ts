import { beforeEach, expect, test } from 'vitest'
import { createProgress, type ProgressBoard, receiveList } from '../../../../src/main/core/catalogue/receive-list.ts'
import { THROTTLE_MS } from '../../../../src/main/concurrency.ts'
import { FakeClock, Pushes } from '../../../support/ports.ts'
import { connection, launchCore } from '../launch.ts'

let clock: FakeClock
let pushes: Pushes
let progress: ProgressBoard

beforeEach(() => {
  clock = new FakeClock()
  pushes = new Pushes()
  progress = createProgress(clock, pushes)
})
const published = (): number => pushes.names.filter((name) => name === 'progressChanged').length

test('changes are published every 150 ms, the last one included', async () => {
  const gauge = progress.begin()
  for (let ms = 0; ms < 1_000; ms += 10) {
    gauge.set({ bytes: ms })
    await clock.advance(10)
  }
  expect(published()).toBe(1 + Math.floor(1_000 / THROTTLE_MS))
  expect(progress.now()?.bytes).toBe(990)
  await clock.advance(THROTTLE_MS)
  expect(published()).toBe(8)
  await clock.advance(10_000)
  expect(published()).toBe(8)
  gauge.set({ products: 5 })
  expect(published()).toBe(9)
})

test('a clock that is set back delays no event', async () => {
  await clock.advance(3_600_000)
  const gauge = progress.begin()
  await clock.advance(THROTTLE_MS)
  const back = new Date(clock.now().getTime() - 3_600_000)
  clock.now = () => back
  gauge.set({ bytes: 1 })
  expect(published()).toBe(2)
})

test('a run that was cleared or replaced publishes nothing', async () => {
  const first = progress.begin()
  const second = progress.begin()
  await clock.advance(THROTTLE_MS)
  first.set({ bytes: 7 })
  first.end()
  expect(published()).toBe(2)
  expect(progress.now()).toEqual({ phase: 'asking', bytes: 0, products: 0 })
  progress.clear()
  expect(progress.now()).toBeNull()
  const before = published()
  second.set({ bytes: 7 })
  second.end()
  progress.clear()
  expect(progress.now()).toBeNull()
  expect(published()).toBe(before)
})

test('bytes of a list are counted, from 0 again after a retry, and its products as they are read', async () => {
  const { storageOf, platform } = launchCore()
  const gauge = progress.begin()
  const seen: unknown[] = []
  const note = (): void => void seen.push(progress.now())
  platform.products = async (_access, _query, _ask, intake) => {
    intake.begin({ secrets: [] })
    await intake.take(new Uint8Array(10))
    await intake.take(new Uint8Array(5))
    note()
    intake.begin({ secrets: [] })
    note()
    await intake.take(new TextEncoder().encode('[]'))
    await intake.end()
    note()
    return { validators: null }
  }
  const access = { connection, token: 'token-1' }
  const signal = new AbortController().signal
  await receiveList({ api: platform, access, storage: storageOf('id-1'), signal, gauge }, (intake) => intake.discard())
  expect(seen).toEqual([
    { phase: 'arriving', bytes: 15, products: 0 },
    { phase: 'asking', bytes: 0, products: 0 },
    { phase: 'storing', bytes: 2, products: 0 }
  ])
})
