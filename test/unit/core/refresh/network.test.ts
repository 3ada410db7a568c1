/** The network goes and comes back. */
import { beforeEach, expect, test } from 'vitest'
import { NETWORK_CHECK_MS } from '../../../../src/main/core/refresh/network-watch.ts'
import { HOUR, MINUTE, Rounds } from './rounds.ts'

let rounds: Rounds

const goOff = (): void => {
  rounds.online = false
  rounds.failing = () => ({ code: 'OFFLINE' })
}
const comeBack = (): void => {
  rounds.online = true
  rounds.failing = () => null
}

beforeEach(async () => {
  rounds = new Rounds()
  await rounds.started(3)
})

test('when it is back, all that were not reached are asked, one at a time', async () => {
  goOff()
  await rounds.refresh.all.run()
  // By now the waits between two tries are minutes long.
  await rounds.pass(20 * MINUTE)
  rounds.clear()
  comeBack()
  await rounds.pass(NETWORK_CHECK_MS + 10_000)
  expect([1, 2, 3].map((n) => rounds.invoicesOf(n))).toEqual([1, 1, 1])
  expect(rounds.mostAtOnce).toBe(1)
  expect(rounds.refresh.reach()).toBe('online')
})

test('it is looked at only while somebody was not reached', async () => {
  let looks = 0
  const { refresh } = rounds
  Object.defineProperty(rounds, 'online', { get: () => ((looks += 1), true), configurable: true })
  await rounds.pass(HOUR)
  expect(looks).toBe(0)
  rounds.failing = () => ({ code: 'UNREACHABLE' })
  await refresh.run(null)
  await rounds.pass(MINUTE)
  expect(looks).toBeGreaterThan(8)
  rounds.failing = () => null
  await refresh.all.run()
  looks = 0
  await rounds.pass(HOUR)
  expect(looks).toBe(0)
})

test('that there is one proves nothing: a platform that can’t be reached has waits that grow', async () => {
  rounds.failing = () => ({ code: 'UNREACHABLE' })
  await rounds.refresh.run(null)
  rounds.clear()
  await rounds.pass(10 * MINUTE)
  expect(rounds.invoicesOf(1)).toBeLessThanOrEqual(9)
})

test('coming and going, it makes nobody ask more than once in ten seconds', async () => {
  goOff()
  await rounds.refresh.run(null)
  // The first waits are shorter than that.
  await rounds.pass(MINUTE)
  rounds.clear()
  for (let times = 0; times < 120; times += 1) {
    rounds.online = !rounds.online
    await rounds.pass(NETWORK_CHECK_MS)
  }
  const mine = rounds.times.filter(({ call }) => call === 'invoices of token-1').map(({ at }) => at)
  expect(mine.length).toBeGreaterThan(20)
  const shortest = Math.min(...mine.slice(1).map((at, n) => at - (mine[n] ?? 0)))
  expect(shortest).toBeGreaterThanOrEqual(10_000)
})

test('what a platform asked for is kept', async () => {
  goOff()
  rounds.failing = (call) =>
    call.startsWith('invoices')
      ? { code: 'RATE_LIMITED', retryAt: new Date(rounds.clock.now().getTime() + HOUR).toISOString() }
      : { code: 'OFFLINE' }
  await rounds.refresh.run(null)
  comeBack()
  rounds.clear()
  await rounds.pass(50 * MINUTE)
  expect(rounds.calls(/token-1/)).toEqual([])
})

test.each(['locked', 'off'])('while it is %s nobody looks, and nobody is asked', async (how) => {
  goOff()
  await rounds.refresh.run(null)
  if (how === 'locked') rounds.paused = true
  else {
    rounds.minutes = 0
    rounds.refresh.settingsChanged()
  }
  await rounds.pass(NETWORK_CHECK_MS)
  expect(rounds.clock.planned()).toEqual([])
  comeBack()
  rounds.clear()
  await rounds.pass(HOUR)
  expect(rounds.asked).toEqual([])
})
