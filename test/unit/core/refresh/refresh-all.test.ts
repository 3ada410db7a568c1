/** "Refresh now". */
import { beforeEach, describe, expect, test } from 'vitest'
import { settle } from '../../../support/ports.ts'
import { MINUTE, Rounds } from './rounds.ts'

let rounds: Rounds

beforeEach(async () => {
  rounds = new Rounds()
  await rounds.started(3)
})

test('asks all of them at once, and says that it is running and how it ended', async () => {
  expect(rounds.refresh.all.status()).toBeNull()
  const late = Promise.withResolvers<void>()
  rounds.held = late.promise
  const done = rounds.refresh.all.run()
  await settle()
  expect(rounds.calls(/^invoices/)).toEqual(['invoices of token-1', 'invoices of token-2', 'invoices of token-3'])
  expect(rounds.refresh.all.status()).toEqual({ running: true, endedAt: null, accounts: 0, failed: 0 })
  // Twice is the same.
  expect(rounds.refresh.all.run()).toBe(done)
  late.resolve()
  await done
  expect(rounds.refresh.all.status()).toEqual({
    running: false,
    endedAt: rounds.clock.now().toISOString(),
    accounts: 3,
    failed: 0
  })
  expect(rounds.calls(/^invoices/)).toHaveLength(3)
})

test('counts those that could not be checked, whatever kept them from it', async () => {
  rounds.failing = (call) => (/^invoices of token-[12]$/.test(call) ? { code: 'SERVER' } : null)
  await rounds.refresh.all.run()
  expect(rounds.refresh.all.status()).toMatchObject({ accounts: 3, failed: 2 })
  rounds.failing = () => null
  rounds.session.refused('id-3', 'token-3')
  await rounds.refresh.all.run()
  expect(rounds.refresh.all.status()).toMatchObject({ failed: 1 })
  await rounds.session.signOut('id-3', false)
  await rounds.refresh.all.run()
  expect(rounds.refresh.all.status()).toMatchObject({ failed: 0 })
})

test('whoever leaves meanwhile did not fail', async () => {
  const late = Promise.withResolvers<void>()
  rounds.held = late.promise
  const done = rounds.refresh.all.run()
  await settle()
  await rounds.session.remove('id-2')
  await rounds.session.signOut('id-3', false)
  late.resolve()
  await done
  expect(rounds.refresh.all.status()).toMatchObject({ accounts: 1, failed: 0 })
})

test('the open account that is left meanwhile is checked all the same', async () => {
  const late = Promise.withResolvers<void>()
  rounds.held = late.promise
  const done = rounds.refresh.all.run()
  await settle()
  rounds.clear()
  rounds.failing = (call) => (call === 'invoices of token-1' ? { code: 'SERVER' } : null)
  await rounds.session.switchTo('id-2')
  late.resolve()
  await done
  expect(rounds.calls(/^invoices of token-1/)).toHaveLength(1)
  expect(rounds.refresh.all.status()).toMatchObject({ accounts: 3, failed: 1 })
})

describe('locked midway', () => {
  const lockedMidway = async (count: number): Promise<void> => {
    rounds = new Rounds()
    await rounds.started(count)
    const late = Promise.withResolvers<void>()
    rounds.held = late.promise
    const done = rounds.refresh.all.run()
    await settle()
    rounds.paused = true
    late.resolve()
    await done
  }

  test('what is under way ends as it would have', async () => {
    await lockedMidway(3)
    expect(rounds.refresh.all.status()).toMatchObject({ running: false, accounts: 3, failed: 0 })
  })
})

test('while the app is locked it asks nobody, and says nothing', async () => {
  rounds.paused = true
  await rounds.refresh.all.run()
  expect(rounds.asked).toEqual([])
  expect(rounds.refresh.all.status()).toBeNull()
})

test('puts off what would have been asked by itself', async () => {
  await rounds.pass(10 * MINUTE)
  await rounds.refresh.all.run()
  rounds.clear()
  await rounds.pass(14 * MINUTE)
  expect(rounds.asked).toEqual([])
  await rounds.pass(2 * MINUTE)
  expect(rounds.calls(/^invoices/)).toHaveLength(3)
})
