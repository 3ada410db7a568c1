/** What becomes of a password after a try, by what the try met. */
import { expect, test } from 'vitest'
import { afterAttempt } from '../../../src/renderer/src/features/sign-in/useSecret.ts'
import { ERROR_CODES } from '../../../src/shared/ipc/error.ts'
import type { ErrorInfo, ErrorCode } from '../../../src/shared/ipc/error.ts'

const after = (why: ErrorInfo, withCode = false, refusedCodes = 0) =>
  afterAttempt(why, { way: 'password', withCode, refusedCodes })
const keeping = (withCode: boolean): ErrorCode[] => ERROR_CODES.filter((code) => after({ code }, withCode).kept).sort()

const UNREACHED = ['BAD_REQUEST', 'INSECURE_ADDRESS', 'OFFLINE', 'PROXY_AUTH', 'TIMEOUT', 'TLS', 'UNREACHABLE']

test('it is kept where a code is asked for, or nobody looked at it', () => {
  expect(keeping(false)).toEqual([...UNREACHED, 'CODE_NEEDED'].sort())
})

test('with a code it is kept after a bare refusal, too', () => {
  expect(keeping(true)).toEqual([...UNREACHED, 'CODE_NEEDED', 'WRONG_CREDENTIALS'].sort())
})

test.each(['CODE_NEEDED', 'WRONG_CREDENTIALS'] as const)('a second refused code is the last one: %s', (code) => {
  expect(after({ code }, true)).toEqual({ kept: true, refusedCodes: 1, code: true })
  expect(after({ code }, true, 1)).toEqual({ kept: false, refusedCodes: 2, code: true })
})

test('being asked for a code counts as no refusal of one', () => {
  expect(after({ code: 'CODE_NEEDED' }, false, 1)).toEqual({ kept: true, refusedCodes: 1, code: true })
})

test('what did not reach the provider counts no code', () => {
  expect(after({ code: 'TIMEOUT' }, true, 1)).toEqual({ kept: true, refusedCodes: 1, code: false })
})

test.each([
  ['Wrong password', false],
  ['PASSWORD_INVALID', false],
  ['Sign-in failed', true]
])('a refusal with a code that says “%s”', (providerMessage, kept) => {
  expect(after({ code: 'WRONG_CREDENTIALS', providerMessage }, true).kept).toBe(kept)
})

test('a token is forgotten when it is refused, and only then', () => {
  const forgotten = ERROR_CODES.filter(
    (code) => !afterAttempt({ code }, { way: 'token', withCode: false, refusedCodes: 0 }).kept
  )
  expect(forgotten).toEqual(['WRONG_CREDENTIALS', 'BLOCKED', 'UNAUTHORIZED', 'FORBIDDEN'])
})
