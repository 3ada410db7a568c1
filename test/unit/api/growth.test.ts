/** A provider chooses every text that these functions read, so their cost has to grow linearly with it. */
import { expect, test } from 'vitest'
import { resolveUntrustedUrl } from '../../../src/main/api/security/base-url.ts'
import { createSanitizer, isCredentialName } from '../../../src/main/api/security/sanitize.ts'
import { createNotes } from '../../../src/main/api/readers/records.ts'
import { decimalOf, timeOf, webAddressOf } from '../../../src/main/api/readers/read-scalars.ts'
import { statusError } from '../../../src/main/api/http/error-response.ts'
import { withoutUserInfo } from '../../../src/main/api/security/redaction.ts'
import { plainJwt, tokensIn } from '../../../src/main/api/sign-in.ts'
import { retryTime, retryTimeIn, retryTimeSaid } from '../../../src/main/api/http/error-response.ts'
import { readErrorMessage } from '../../../src/main/api/http/error-response.ts'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { growthOf, LINEAR } from '../../support/growth.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const refusal = (bytes: Uint8Array): unknown =>
  statusError(
    { status: 400, host: 'api.example.com', header: () => null, bytes },
    { signingIn: true, secrets: ['correct-horse'], now: NOW }
  )
const cleanse = (text: string): unknown => createSanitizer(createNotes(), (given) => given)({ text })
const address = (text: string): void => {
  try {
    resolveUntrustedUrl('https://api.example.com', text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** What each function reads, with texts that are repeated and then end in a way that fits no pattern. */
const READERS: [name: string, read: (text: string) => unknown, repeated: string[], end: string][] = [
  ['withoutUserInfo', withoutUserInfo, ['//', '//a', '//a@', '@', 'a'], ' //@'],
  [
    'readErrorMessage, a sentence',
    (text) => readErrorMessage({ message: text }),
    [' ', '<a', '<', '\u200e', 'a.', '_'],
    '!'
  ],
  [
    'readErrorMessage, a code',
    (text) => readErrorMessage({ code: text, statusCode: text }),
    ['a', 'a.', 'aA', '.'],
    '!'
  ],
  ['readErrorMessage, a type', (text) => readErrorMessage({ type: text }), ['/', ':', '#a'], '!'],
  ['statusError', (text) => refusal(bytesOf(text)), [' ', '<!--', '-->', '[ ', '{"a":', 'too many '], '!'],
  ['retryTime', (text) => retryTime(text, NOW), ['1', '1.', ' ', 'a', '0000-'], '!'],
  ['retryTimeIn', (text) => retryTimeIn([{ 'retry-after': text, [text]: text }], NOW), ['1', '.', 'a-'], '!'],
  ['retryTimeSaid', (text) => retryTimeSaid(text, NOW), ['in ', 'in about ', 'in 1', ' '], '!'],
  ['plainJwt', plainJwt, ['a', 'a.', '.', ' '], '!'],
  ['tokensIn', (text) => tokensIn({ token: text, data: text }), ['a', 'Bearer ', ' ', '='], '"'],
  ['isCredentialName', isCredentialName, ['pass', 'otp', '-', 'P'], '!'],
  ['cleanse', cleanse, ['[', '["', '{"a":[', ' ', '\\', '//a'], '@'],
  ['decimalOf', decimalOf, ['0', '1.', ' '], '!'],
  ['timeOf', timeOf, ['0', '2026-', ' ', '/Date('], '!'],
  ['webAddressOf', webAddressOf, ['/', '@', 'a'], '\0'],
  ['resolveUntrustedUrl', address, ['/', 'a', 'a:', ' '], '\\']
]

test.each(READERS)('the cost of %s grows linearly with the text', (_name, read, repeated, end) => {
  for (const part of repeated) {
    const make = (size: number): string => part.repeat(size / part.length) + end
    expect(growthOf(make, read), JSON.stringify(part)).toBeLessThan(LINEAR)
  }
})

test('texts as long as the largest body are read, whatever they repeat', () => {
  for (const part of ['a', 'a.', 'aA', '//a@']) {
    const text = part.repeat((16 * 1024 * 1024) / part.length)
    expect(readErrorMessage({ message: text, code: text }).codes).toEqual([])
    expect(plainJwt(text)).toBeNull()
    expect(withoutUserInfo(text)).toHaveLength(part === '//a@' ? text.length * 1.5 : text.length)
  }
})
