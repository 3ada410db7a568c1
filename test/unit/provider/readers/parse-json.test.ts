import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { parseJson } from '../../../../src/main/provider/readers/json/parse-json.ts'
import { growthOf, LINEAR } from '../../../support/growth.ts'
import { runs } from '../../../support/depth.ts'

test.each([
  ['732822797798539264', '732822797798539264'],
  ['-732822797798539264', '-732822797798539264'],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', '9007199254740992'],
  ['-9007199254740992', '-9007199254740992'],
  ['1234567890123456.5', 1_234_567_890_123_456.5],
  // A double has these digits, or next to nothing else.
  ['0.30000000000000004', 0.1 + 0.2],
  ['59.979999999999997', 59.98],
  ['434.99999999999994', 434.99999999999994],
  ['100.0000000000000000000', 100],
  ['12345678901234.5678', '12345678901234.5678'],
  ['-90071992547409931.25', '-90071992547409931.25'],
  ['12345678901234567.5', '12345678901234567.5'],
  ['0.12345678901234567', '0.12345678901234567'],
  ['0.000000123456789012345678', '0.000000123456789012345678'],
  ['12345678901234567e2', Number('12345678901234567e2')],
  ['1e400', Infinity],
  [`1${'0'.repeat(400)}`, `1${'0'.repeat(400)}`],
  ['"732822797798539264"', '732822797798539264'],
  ['" 732822797798539264"', ' 732822797798539264']
])('%s is read as %j, wherever it stands', (text, value) => {
  expect(parseJson(text)).toBe(value)
  for (let before = 0; before < 20; before++) {
    const space = ' '.repeat(before)
    expect(parseJson(`{"a":[1,${space}${text}],${space}"b":${text}}`)).toEqual({ a: [1, value], b: value })
  }
})

const anyOther = fc.json({ maxDepth: 4 }).filter((text) => !/\d[\d.]{15}/.test(text))

test('any JSON without such numbers is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(anyOther, fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }), (text, id) => {
      expect(parseJson(text)).toEqual(JSON.parse(text))
      expect(parseJson(`{"value":${text},"id":${id}}`)).toEqual({ value: JSON.parse(text) as unknown, id: String(id) })
    }),
    { numRuns: runs(500) }
  )
})

test('a field named __proto__ is a field', () => {
  const value = parseJson('{"__proto__":{"a":1},"id":732822797798539264}')
  expect(Object.keys(value as object)).toEqual(['__proto__', 'id'])
})

describe('hostile text', () => {
  test('ends with a value or a SyntaxError, however deep it is', () => {
    const deep = `${'['.repeat(100_000)}732822797798539264${']'.repeat(100_000)}`
    expect(Array.isArray(parseJson(deep))).toBe(true)
    expect(() => parseJson('[732822797798539264')).toThrow(SyntaxError)
  })

  test.each(['0', '1,', '"1', '1234567890123456,', '123456789012345.678,', '-', '01234567890123456.'])(
    'costs linear time: %s',
    (part) => {
      const make = (size: number): string => `[${part.repeat(size / part.length)}`
      const read = (text: string): void => {
        try {
          parseJson(text)
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error
        }
      }
      expect(growthOf(make, read)).toBeLessThan(LINEAR)
    }
  )
})
