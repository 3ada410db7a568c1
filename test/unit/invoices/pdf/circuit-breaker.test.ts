import { expect, it } from 'vitest'
import { CircuitBreaker } from '../../../../src/main/invoices/pdf/circuit-breaker.ts'

it('ends requests to a host after three errors of the host in a row, with the last one as the reason', () => {
  const breaker = new CircuitBreaker()
  breaker.failed('a', { code: 'OFFLINE' })
  breaker.failed('a', { code: 'UNREACHABLE' })
  expect(breaker.openedBy('a')).toBeNull()
  breaker.failed('a', { code: 'RATE_LIMITED' })
  expect(breaker.openedBy('a')).toBe('slowDown')
  expect(breaker.openedBy('b')).toBeNull()
})

it.each([
  ['an answer', (breaker: CircuitBreaker) => breaker.succeeded('a')],
  ['an error of one PDF', (breaker: CircuitBreaker) => breaker.failed('a', { code: 'NOT_FOUND' })]
])('counts anew after %s', (_what, answer) => {
  const breaker = new CircuitBreaker()
  for (let errors = 0; errors < 2; errors += 1) breaker.failed('a', { code: 'UNAUTHORIZED' })
  answer(breaker)
  for (let errors = 0; errors < 2; errors += 1) breaker.failed('a', { code: 'UNAUTHORIZED' })
  expect(breaker.openedBy('a')).toBeNull()
  breaker.failed('a', { code: 'UNAUTHORIZED' })
  expect(breaker.openedBy('a')).toBe('notAccepted')
})
