import { describe, expect, test } from 'vitest'
import { Limiter } from '../../../src/main/concurrency.ts'
import { settle } from '../../support/ports.ts'

/** Jobs that each end when the test says so, in the order in which they began. */
function started(limiter: Limiter): { ask: (name: string) => void; end: () => Promise<void>; began: string[] } {
  const began: string[] = []
  const running: (() => void)[] = []
  return {
    began,
    ask: (name) =>
      void limiter.schedule(() => {
        began.push(name)
        return new Promise<void>((resolve) => void running.push(resolve))
      }),
    end: () => {
      running.shift()?.()
      return settle()
    }
  }
}
const names = (count: number): string[] => Array.from({ length: count }, (_none, at) => `${at}`)

test('serves in the order of asking', async () => {
  const { ask, end, began } = started(new Limiter(2))
  for (const name of names(9)) ask(name)
  for (let at = 0; at < 9; at += 1) await end()
  expect(began).toEqual(names(9))
})

describe('newest first', () => {
  test('the newest waiting job starts, and now and then the oldest', async () => {
    const { ask, end, began } = started(new Limiter(1, 'newest'))
    for (const name of names(9)) ask(name)
    for (let at = 0; at < 9; at += 1) await end()
    expect(began).toEqual(['0', '8', '7', '6', '1', '5', '4', '3', '2'])
  })

  test('a job starts although newer ones keep coming', async () => {
    const { ask, end, began } = started(new Limiter(6, 'newest'))
    for (const name of names(6)) ask(name)
    ask('early')
    for (let at = 0; at < 20; at += 1) {
      ask(`late ${at}`)
      await end()
    }
    expect(began).toContain('early')
  })
})
