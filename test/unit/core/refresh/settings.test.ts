/** How often the person wants it. */
import { beforeEach, describe, expect, test } from 'vitest'
import { signIn } from '../launch.ts'
import { HOUR, MINUTE, Rounds } from './rounds.ts'

let rounds: Rounds
const invoices = () => [1, 2].map((n) => rounds.invoicesOf(n))
const choose = (minutes: Rounds['minutes']): void => {
  rounds.minutes = minutes
  rounds.refresh.settingsChanged()
}

beforeEach(() => {
  rounds = new Rounds()
})

test('another time counts at once, from the round before, without a needless call', async () => {
  await rounds.started(2)
  choose(60)
  await rounds.pass(58 * MINUTE)
  expect(invoices()).toEqual([0, 0])
  await rounds.pass(2 * MINUTE)
  expect(invoices()).toEqual([1, 1])
  rounds.clear()
  choose(5)
  await rounds.pass(3 * MINUTE)
  expect(invoices()).toEqual([0, 0])
  await rounds.pass(3 * MINUTE)
  expect(invoices()).toEqual([1, 1])
})

test('what is overdue by the new time is asked for now', async () => {
  await rounds.started(2)
  choose(1440)
  await rounds.pass(3 * HOUR)
  expect(invoices()).toEqual([0, 0])
  choose(30)
  await rounds.pass(10_000)
  expect(invoices()).toEqual([1, 1])
})

test('any other setting, or the same, changes nothing', async () => {
  await rounds.started(2)
  const planned = rounds.clock.planned()
  choose(15)
  expect(rounds.clock.planned()).toEqual(planned)
})

test('what failed is tried again as it was planned', async () => {
  await rounds.started(1)
  rounds.failing = () => ({ code: 'SERVER' })
  await rounds.refresh.run(null)
  choose(60)
  rounds.clear()
  await rounds.pass(2_000)
  expect(rounds.invoicesOf(1)).toBe(1)
})

test('the time that a platform gave is kept', async () => {
  await rounds.started(1)
  rounds.failing = () => ({
    code: 'RATE_LIMITED',
    retryAt: new Date(rounds.clock.now().getTime() + HOUR).toISOString()
  })
  await rounds.refresh.run(null)
  choose(0)
  rounds.clear()
  choose(5)
  await rounds.pass(55 * MINUTE)
  expect(rounds.invoicesOf(1)).toBe(0)
})

describe('off', () => {
  beforeEach(() => {
    rounds.minutes = 0
  })

  test('nothing is asked by itself: not on start, not later, not on waking up, not at unlocking, nor again after an error', async () => {
    await rounds.relaunch(2)
    rounds.minutes = 0
    await rounds.refresh.start()
    await rounds.pass(3 * HOUR)
    rounds.clock.turn(8 * HOUR)
    rounds.refresh.wakes()
    rounds.refresh.nudge()
    await rounds.pass(HOUR)
    expect(rounds.asked).toEqual([])
    expect(rounds.clock.planned()).toEqual([])
    rounds.failing = () => ({ code: 'UNREACHABLE' })
    await rounds.refresh.run(null)
    rounds.clear()
    rounds.refresh.nudge()
    await rounds.pass(HOUR)
    expect(rounds.asked).toEqual([])
    expect(rounds.refresh.nextTryAt()).toBeNull()
  })

  test('what the person does is done: refreshing, one or all, signing in, opening another account', async () => {
    await rounds.relaunch(2)
    rounds.minutes = 0
    await rounds.refresh.run(null)
    expect(invoices()).toEqual([1, 0])
    await rounds.refresh.all.run()
    expect(invoices()).toEqual([2, 1])
    await rounds.pass(3 * MINUTE)
    rounds.clear()
    await rounds.session.switchTo('id-2')
    await rounds.pass(0)
    expect(rounds.calls()).toHaveLength(3)
    rounds.clear()
    await signIn(rounds.session, 'new@example.com')
    await rounds.pass(0)
    expect(rounds.calls()).toHaveLength(3)
    await rounds.pass(3 * HOUR)
    expect(rounds.calls()).toHaveLength(3)
  })

  test('turned on again, all that are due are asked', async () => {
    await rounds.relaunch(2)
    rounds.minutes = 0
    await rounds.refresh.start()
    await rounds.pass(3 * HOUR)
    choose(15)
    await rounds.pass(10_000)
    expect(invoices()).toEqual([1, 1])
    choose(0)
    rounds.clear()
    await rounds.pass(3 * HOUR)
    expect(rounds.asked).toEqual([])
  })
})
