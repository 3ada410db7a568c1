/** Clocks that are set, computers that sleep, and the time between two rounds. */
import { beforeEach, describe, expect, test } from 'vitest'
import { createTime } from '../../../../src/main/core/refresh/time.ts'
import { FakeClock } from '../../../support/ports.ts'
import { DAY, HOUR, MINUTE, Rounds } from './rounds.ts'

let rounds: Rounds
const ALL = [1, 2, 3]
const invoices = () => ALL.map((n) => rounds.invoicesOf(n))

/** Timers stand still, and only the computer's clock goes on; the system tells of both ends, or of the second only. */
const sleep = async (ms: number, told = true): Promise<void> => {
  if (told) rounds.refresh.sleeps()
  rounds.clock.turn(ms)
  rounds.refresh.wakes()
  await rounds.pass(MINUTE)
}

beforeEach(async () => {
  rounds = new Rounds()
  await rounds.started(ALL.length)
})

describe('the computer slept', () => {
  test.each([
    ['for eight hours', 8 * HOUR, true],
    ['for eight hours, and the system told of its end only', 8 * HOUR, false]
  ])('%s: all are asked once, one at a time, and then go on', async (_name, ms, told) => {
    await rounds.pass(5 * MINUTE)
    await sleep(ms, told)
    expect(invoices()).toEqual([1, 1, 1])
    expect(rounds.mostAtOnce).toBe(1)
    rounds.clear()
    await rounds.pass(13 * MINUTE)
    expect(invoices()).toEqual([0, 0, 0])
    await rounds.pass(3 * MINUTE)
    expect(invoices()).toEqual([1, 1, 1])
  })

  test('for some minutes: the open one is asked, the others when they are due', async () => {
    await rounds.pass(2 * MINUTE)
    await sleep(3 * MINUTE)
    expect(invoices()).toEqual([1, 0, 0])
    // Three of the fifteen minutes were slept over.
    await rounds.pass(9 * MINUTE)
    expect(invoices()).toEqual([1, 1, 1])
  })

  test('hardly at all, with what is known fetched a moment ago: nobody is asked', async () => {
    await rounds.pass(14 * MINUTE + 10_000)
    rounds.clear()
    await sleep(5_000)
    expect(invoices()).toEqual([0, 0, 0])
  })

  test('again and again, a minute each: not once a wake', async () => {
    for (let times = 0; times < 20; times += 1) {
      rounds.refresh.sleeps()
      rounds.clock.turn(20_000)
      rounds.refresh.wakes()
      await rounds.pass(1_000)
    }
    expect(rounds.invoicesOf(1)).toBeLessThanOrEqual(7)
  })

  test('with the app locked: what came due is asked at unlocking', async () => {
    rounds.paused = true
    await sleep(8 * HOUR)
    expect(rounds.asked).toEqual([])
    rounds.paused = false
    rounds.refresh.nudge()
    await rounds.pass(MINUTE)
    expect(invoices()).toEqual([1, 1, 1])
  })

  test('past the time that a platform gave: it may be asked; before it: not', async () => {
    const retryAt = new Date(rounds.clock.now().getTime() + HOUR).toISOString()
    rounds.failing = () => ({ code: 'RATE_LIMITED', retryAt })
    await rounds.refresh.run(null)
    rounds.clear()
    await sleep(30 * MINUTE)
    expect(rounds.invoicesOf(1)).toBe(0)
    rounds.failing = () => null
    await sleep(HOUR)
    expect(rounds.invoicesOf(1)).toBe(1)
  })

  test('and its clock was set back meanwhile: the open one is asked, and nothing stops', async () => {
    await rounds.pass(5 * MINUTE)
    await sleep(-DAY)
    expect(rounds.invoicesOf(1)).toBe(1)
    await rounds.pass(20 * MINUTE)
    expect(invoices()).toEqual([2, 1, 1])
  })
})

describe.each([
  ['back by a day', -DAY],
  ['forward by a year', 365 * DAY]
])('the clock is set %s', (_name, ms) => {
  test('neither stops nor hurries anybody', async () => {
    rounds.clock.turn(ms)
    await rounds.pass(12 * MINUTE)
    rounds.refresh.nudge()
    await rounds.pass(0)
    expect(invoices()).toEqual([0, 0, 0])
    await rounds.pass(3 * MINUTE)
    expect(invoices()).toEqual([1, 1, 1])
    await rounds.pass(HOUR)
    expect(invoices()).toEqual([5, 5, 5])
  })

  test('is no sleep when the computer wakes up later', async () => {
    rounds.clock.turn(ms)
    await rounds.pass(5 * MINUTE)
    rounds.refresh.sleeps()
    rounds.refresh.wakes()
    await rounds.pass(2_000)
    expect(invoices()).toEqual([1, 0, 0])
  })

  test('neither shortens nor lengthens the wait that a platform asked for', async () => {
    const retryAt = new Date(rounds.clock.now().getTime() + HOUR).toISOString()
    rounds.failing = () => ({ code: 'RATE_LIMITED', retryAt })
    await rounds.refresh.run(null)
    rounds.failing = () => null
    rounds.clock.turn(ms)
    rounds.clear()
    await rounds.pass(59 * MINUTE)
    expect(rounds.invoicesOf(1)).toBe(0)
    await rounds.pass(2 * MINUTE)
    expect(rounds.invoicesOf(1)).toBe(1)
  })

  test('does not make what was asked a moment ago old', async () => {
    await rounds.refresh.run(null)
    await rounds.session.switchTo('id-2')
    await rounds.pass(0)
    rounds.clock.turn(ms)
    rounds.clear()
    await rounds.session.switchTo('id-1')
    await rounds.pass(0)
    expect(rounds.asked).toEqual([])
  })
})

test.each([0, 0.5, 0.999_999])(
  'from one round to the next it is a quarter of an hour, give or take a tenth (chance %f)',
  async (chance) => {
    rounds.clock.chance = chance
    await rounds.refresh.run(null)
    const at = Date.parse(rounds.refresh.nextTryAt() ?? '') - rounds.clock.now().getTime()
    expect(at).toBeCloseTo(15 * MINUTE * (0.9 + 0.2 * chance), -1)
    rounds.clear()
    await rounds.pass(15 * MINUTE * 0.9 - 1)
    expect(rounds.invoicesOf(1)).toBe(0)
    await rounds.pass(15 * MINUTE * 0.2 + 1)
    expect(rounds.invoicesOf(1)).toBe(1)
  }
)

test('a wait of a year is no timer that ends at once', async () => {
  rounds.failing = () => ({ code: 'RATE_LIMITED', retryAt: '2027-11-20T12:00:00.000Z' })
  await rounds.refresh.all.run()
  rounds.clear()
  expect(rounds.clock.planned()).toHaveLength(1)
  expect(Math.max(...rounds.clock.planned())).toBeLessThan(2 ** 31)
  await rounds.pass(7 * DAY)
  expect(rounds.invoicesOf(1)).toBe(0)
})

describe('the time that a schedule goes by', () => {
  test('goes on by what elapsed and what was slept, and tells moments by the clock as it is', () => {
    const clock = new FakeClock()
    const time = createTime(clock)
    const from = time.now()
    clock.turn(HOUR)
    expect(time.now() - from).toBe(0)
    expect(time.moment(time.now() + MINUTE)).toBe('2026-11-20T13:01:00.000Z')
    expect(time.until('2026-11-20T13:00:30.000Z')).toBe(30_000)
    time.sleeps()
    clock.turn(HOUR)
    expect(time.now() - from).toBe(0)
    time.wakes()
    expect(time.now() - from).toBe(HOUR)
    time.wakes()
    expect(time.now() - from).toBe(HOUR)
  })
})
