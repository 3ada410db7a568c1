import { expect, test } from 'vitest'
import { describe as describeError } from '../../../src/main/desktop/log.ts'

test('logs an error’s name and frames, never its message', () => {
  const error = new TypeError('Bearer canary-token\n    at this is still the message? canary-token-2')
  const line = describeError(error)
  expect(line).toContain('TypeError')
  expect(line).toMatch(/log\.test\.ts/)
  expect(line).not.toContain('canary-token')
  expect(describeError('canary-token')).toBe('thrown string')
})
