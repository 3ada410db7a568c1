import { expect, test } from 'vitest'
import { csvRow, exact } from '../../../src/main/core/csv.ts'

test('a decimal is a number, whatever its sign, and every digit of it stays', () => {
  expect(csvRow([exact('-130.10'), '-130.10', exact('0.100000000000000000001'), exact(null)])).toBe(
    "-130.10,'-130.10,0.100000000000000000001,\r\n"
  )
})

test('what is a comma, a quote or the end of a line to a reader stands between quotes', () => {
  expect(csvRow(['a,b', 'say "x"', 'two\nlines', '', null, undefined, true, -5])).toBe(
    '"a,b","say ""x""","two\nlines",,,,true,-5\r\n'
  )
})
