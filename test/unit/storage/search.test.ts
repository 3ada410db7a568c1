import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../../src/main/storage/catalogue/products.ts'
import { matchExpression } from '../../../src/main/storage/sort-keys.ts'
import { plainLetters } from '../../../src/shared/i18n/format.ts'
import { growthOf, LINEAR } from '../../support/growth.ts'

describe('what a person types, as an FTS5 query', () => {
  test.each([
    ['', null],
    ['   ', null],
    ['-- "" * ()', null],
    ['proxy', '"proxy"*'],
    ['  fast   proxy ', '"fast"* "proxy"*'],
    ['10-gbit', '"10-gbit"*'],
    ['say "hi"', '"say"* """hi"""*'],
    ['a OR b', '"a"* "OR"* "b"*'],
    ['name:x', '"name:x"*'],
    ['pro\0xy', '"pro"* "xy"*'],
    ['дом 東京', '"дом"* "東京"*'],
    ['Łódź STRAẞE', '"lódź"* "STRAssE"*'],
    ['a '.repeat(100), '"a"*'],
    ['pro proxy fast pro fa', '"proxy"* "fast"*'],
    ['10 10-gbit gbit', '"10-gbit"* "gbit"*'],
    ['b c d e f g h i j k l m', '"b"* "c"* "d"* "e"* "f"* "g"* "h"* "i"* "j"* "k"*']
  ])('%j becomes %j', (text, expected) => {
    expect(matchExpression(text)).toBe(expected)
  })
})

test('letters that Unicode does not take apart become those that are typed instead', () => {
  expect(plainLetters('Łódź Đà Ærø Œuvre ẞ Þing Øl ıI Ħal Ŧ Ŋ ὈΔΌΣ ὀδός Ǽ Ǿ')).toBe(
    'lódź dà aero oeuvre ss thing ol iI hal t n ὈΔΌΣ ὀδόσ ae o'
  )
})

describe('the words of an HTML text', () => {
  const words = (html: string): string[] => wordsOf(html).trim().split(/\s+/)

  test('leaves out tags and their attributes, and keeps words of neighbouring elements apart', () => {
    expect(words('<p class="hidden">Fast</p><p>Proxy</p>')).toEqual(['Fast', 'Proxy'])
  })

  test('reads entities, and drops those it does not know', () => {
    expect(words('R&amp;D&nbsp;caf&#233; &#x41; &bogus; &#9999999;')).toEqual(['R&D', 'café', 'A'])
  })

  test('takes time that grows with the length only, whatever the text', () => {
    for (const hostile of ['<', '<a ', '&#', '&amp', '<<>']) {
      expect(
        growthOf((size) => hostile.repeat(size / hostile.length), wordsOf),
        hostile
      ).toBeLessThan(LINEAR)
    }
  })
})
