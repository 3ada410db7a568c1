import { expect, test } from 'vitest'
import fc from 'fast-check'
import { JsonScanner, firstSign } from '../../../../src/main/provider/readers/json/json-limits.ts'
import { outcomeOf } from '../../../support/outcome.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What a scan of the text, cut into two at each place in turn, ends with. */
function outcomes(text: string): unknown[] {
  const bytes = bytesOf(text)
  return Array.from({ length: bytes.length + 1 }, (_none, at) => {
    const scanner = new JsonScanner(1000)
    return outcomeOf(() => {
      scanner.scan(bytes.subarray(0, at))
      scanner.scan(bytes.subarray(at))
      return scanner.parts
    })
  })
}

const all = (text: string, outcome: unknown): void => {
  expect(new Set(outcomes(text).map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(outcome)]))
}

test.each([
  ['5', 0],
  ['[]', 1],
  ['{"a":1,"b":[1,2]}', 4],
  ['"[[[{{{,,,"', 0],
  ['["\\"[", "\\\\", "\\\\\\"["]', 3],
  ['["é,[\u{1f600},["]', 1]
])('%s has %i parts, wherever it is cut', (text, parts) => {
  all(text, parts)
})

test('512 levels are followed, 513 are not', () => {
  all('['.repeat(512) + ']'.repeat(512), 512)
  all('['.repeat(513) + ']'.repeat(513), { code: 'BAD_REPLY', found: 'unknownShape' })
})

test('any JSON has as many parts as its values say', () => {
  const partsOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner = Object.values(value)
    return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, one) => sum + partsOf(one), 0)
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const scanner = new JsonScanner(1e6)
      scanner.scan(bytesOf(JSON.stringify(value)))
      expect(scanner.parts).toBe(partsOf(value))
    })
  )
})

test.each([
  ['[1]', 0x5b],
  ['\ufeff \n\t{', 0x7b],
  ['<html>', 0x3c],
  [' \r\n', null],
  ['', null]
])('the first sign of %j', (text, sign) => {
  expect(firstSign(bytesOf(text))).toBe(sign)
})
