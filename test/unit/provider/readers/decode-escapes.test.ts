import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeEscapes, mayDecodeTo } from '../../../../src/main/provider/readers/security/decode-escapes.ts'
import { runs } from '../../../support/depth.ts'

const hex = (sign: string, digits: number): string => sign.charCodeAt(0).toString(16).padStart(digits, '0')
const ESCAPES: ((sign: string) => string)[] = [
  (sign) => sign,
  (sign) => `%${hex(sign, 2)}`,
  (sign) => `&#${sign.charCodeAt(0)};`,
  (sign) => `&#x${hex(sign, 1)};`,
  (sign) => `\\u${hex(sign, 4)}`,
  (sign) => `\\${sign}`
]
const SECRET = 'abcXYZ-_.123456789'
const CHARACTERS = new Set(Array.from(SECRET, (sign) => sign.charCodeAt(0)))

test('a text that hides a secret in any mix of escapes is never passed over', () => {
  // Two rounds: an escape's own characters may be escaped, too.
  const choice = fc.array(fc.nat({ max: ESCAPES.length - 1 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(choice, choice, (first, second) => {
      const escape = (text: string, by: number[]): string =>
        Array.from(text, (sign, at) => ESCAPES[by[at % by.length] ?? 0]?.(sign) ?? sign).join('')
      const text = escape(escape(SECRET, first), second)
      fc.pre(!text.includes(SECRET) && decodeEscapes(text).text.includes(SECRET))
      expect(mayDecodeTo(`&amp; 50% ${text}`, CHARACTERS)).toBe(true)
    }),
    { numRuns: runs(500) }
  )
})

test.each(['Fast &amp; simple', '50% off', 'a%20b', '&quot;x&quot; &lt;b&gt;', '&nbsp;&#39;', 'AT & T'])(
  '%j has no escape of the secret’s characters',
  (text) => {
    expect(mayDecodeTo(text, CHARACTERS)).toBe(false)
  }
)
