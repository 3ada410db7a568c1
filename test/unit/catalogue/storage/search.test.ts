/** What queries find is proven by integration/storage/query. */
import { expect, test } from 'vitest'
import { wordsOf } from '../../../../src/main/catalogue/storage/products.ts'
import { matchExpression } from '../../../../src/main/catalogue/storage/product-query.ts'
import { foldWords } from '../../../../src/main/storage/sort-keys.ts'
import { plainWords } from '../../../../src/shared/i18n/search.ts'
import { growthOf, LINEAR } from '../../../support/growth.ts'

test.each([
  ['', null],
  ['-- "" * ()', null],
  ['  fast   proxy ', '"fast"* AND "proxy"*'],
  ['10-gbit', '"10"* AND "gbit"*'],
  ['say "hi"', '"say"* AND "hi"*'],
  ['a OR b', '"a"* AND "or"* AND "b"*'],
  ['name:x', '"name"* AND "x"*'],
  ['pro\0xy', '"pro"* AND "xy"*'],
  ['x\ud83dy', '"x"* AND "y"*'],
  ['дом 東京', '"дом"* AND "東京"*'],
  ['हिन्दी', '"हनद"*'],
  [
    'Łódź STRAẞE Đà Ærø Œuvre Þing Ħal ŦŊ ὀδός',
    '"lodz"* AND "strasse"* AND "da"* AND "aero"* AND "oeuvre"* AND "thing"* AND "hal"* AND "tn"* AND "οδοσ"*'
  ],
  ['pro proxy fast pro fa', '"proxy"* AND "fast"*'],
  ['10 10-gbit gbit', '"10"* AND "gbit"*'],
  ['b c d e f g h i j k l m', '"b"* AND "c"* AND "d"* AND "e"* AND "f"* AND "g"* AND "h"* AND "i"* AND "j"* AND "k"*']
])('the typed text %j is the FTS5 query %j', (text, expected) => {
  expect(matchExpression(text, () => null)).toBe(expected)
})

test('a word that the index has no prefixes for is searched as the words that begin with it', () => {
  const terms = (word: string): string[] | null => (word === 'rotat' ? ['rotate', 'rotating'] : null)
  expect(matchExpression('socks rotat', terms)).toBe('"socks"* AND ("rotate" OR "rotating")')
})

test('the words of HTML are those between tags, with known entities', () => {
  const html = '<p class="hidden">Fast</p><p>R&amp;D&nbsp;caf&#233; &#x41; &bogus; &#9999999;</p>'
  expect(wordsOf(html).trim().split(/\s+/)).toEqual(['Fast', 'R&D', 'café', 'A'])
})

test.each(['<', '<a ', '&#', '&amp', '<<>'])('the words of HTML take linear time: %s', (hostile) => {
  expect(growthOf((size) => hostile.repeat(size / hostile.length), wordsOf)).toBeLessThan(LINEAR)
})

const MARKS = ['\u0301', '\u0316']
test.each([
  ['an index', plainWords],
  ['invoices', foldWords]
])('a letter with very many marks is folded in linear time, for %s', (_, fold) => {
  expect(growthOf((size) => `a${MARKS.map((mark) => mark.repeat(size / 2)).join('')}`, fold)).toBeLessThan(LINEAR)
})
