import { expect, test } from 'vitest'
import fc from 'fast-check'
import { createScanner, firstSign } from '../../../src/main/api/http/json-limits.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What a scan of the text, cut into two at each place in turn, ends with. */
function outcomes(text: string, mostParts = 1000): unknown[] {
  const bytes = bytesOf(text)
  return Array.from({ length: bytes.length + 1 }, (_none, at) => {
    const scanner = createScanner(mostParts)
    try {
      scanner.scan(bytes.subarray(0, at))
      scanner.scan(bytes.subarray(at))
      return scanner.parts()
    } catch (error) {
      return toErrorInfo(error)
    }
  })
}

const all = (text: string, outcome: unknown, mostParts?: number): void => {
  expect(new Set(outcomes(text, mostParts).map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify(outcome)])
  )
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

test('one part too many', () => {
  all('[1,2,3]', 3, 3)
  all('[1,2,3,4]', { code: 'TOO_LARGE' }, 3)
})

test('what is closed more often than opened', () => {
  all('[]]', { code: 'BAD_REPLY', found: 'malformed' })
})

test('signs are told with the depth around them, and none of those inside texts', () => {
  const seen: string[] = []
  createScanner(100).scan(bytesOf('{"a,":[1,{}]}'), (sign, at, depth) =>
    seen.push(`${String.fromCharCode(sign)}${at}/${depth}`)
  )
  expect(seen).toEqual(['{0/0', ':5/1', '[6/1', ',8/2', '{9/2', '}10/2', ']11/1', '}12/0'])
})

test('any JSON has as many parts as its values say', () => {
  const partsOf = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 0
    const inner = Object.values(value)
    return 1 + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, one) => sum + partsOf(one), 0)
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const scanner = createScanner(1e6)
      scanner.scan(bytesOf(JSON.stringify(value)))
      expect(scanner.parts()).toBe(partsOf(value))
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
