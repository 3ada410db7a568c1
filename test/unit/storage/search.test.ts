/** What queries find is proven by integration/storage/query. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../../src/main/storage/catalogue/products.ts'
import { matchExpression, whole } from '../../../src/main/storage/sort-keys.ts'
import { growthOf, LINEAR } from '../../support/growth.ts'

test.each([
  ['', null],
  ['-- "" * ()', null],
  ['  fast   proxy ', '"fast"* "proxy"*'],
  ['10-gbit', '"10-gbit"*'],
  ['say "hi"', '"say"* """hi"""*'],
  ['a OR b', '"a"* "OR"* "b"*'],
  ['name:x', '"name:x"*'],
  ['pro\0xy', '"pro"* "xy"*'],
  ['дом 東京', '"дом"* "東京"*'],
  [
    'Łódź STRAẞE Đà Ærø Œuvre Þing Ħal ŦŊ ὀδός',
    '"lódź"* "STRAssE"* "dà"* "aero"* "oeuvre"* "thing"* "hal"* "tn"* "ὀδόσ"*'
  ],
  ['pro proxy fast pro fa', '"proxy"* "fast"*'],
  ['10 10-gbit gbit', '"10-gbit"* "gbit"*'],
  ['b c d e f g h i j k l m', '"b"* "c"* "d"* "e"* "f"* "g"* "h"* "i"* "j"* "k"*']
])('the typed text %j is the FTS5 query %j', (text, expected) => {
  expect(matchExpression(text)).toBe(expected)
})

test('the words of HTML are those between tags, with known entities', () => {
  const html = '<p class="hidden">Fast</p><p>R&amp;D&nbsp;caf&#233; &#x41; &bogus; &#9999999;</p>'
  expect(wordsOf(html).trim().split(/\s+/)).toEqual(['Fast', 'R&D', 'café', 'A'])
})

test.each(['<', '<a ', '&#', '&amp', '<<>'])('the words of HTML take linear time: %s', (hostile) => {
  expect(growthOf((size) => hostile.repeat(size / hostile.length), wordsOf)).toBeLessThan(LINEAR)
})

test('only a number that an integer column can hold becomes one', () => {
  const numbers = [7, 2 ** 53 - 1, -1, 1.5, Number.NaN, null, undefined]
  expect(numbers.map(whole)).toEqual([7n, 9007199254740991n, -1n, null, null, null, null])
})
