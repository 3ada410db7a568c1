import { expect, test } from 'vitest'
import { csvFormatOf } from '../../../src/shared/models/csv-format.ts'
import { DEFAULT_SETTINGS } from '../../../src/shared/models/settings.ts'

test.each([
  ['en-US', ',', '.'],
  ['en-GB', ',', '.'],
  ['de-DE', ';', ','],
  ['fr-FR', ';', ','],
  ['pt-BR', ';', ','],
  ['de-CH', ',', '.'],
  ['ja-JP', ',', '.'],
  // Their own digits have another sign. Amounts are written in 0 to 9.
  ['ar-EG', ',', '.'],
  ['fa-IR', ',', '.']
])('by default, in %s the separator is %s and the decimal sign %s', (locale, separator, decimalSign) => {
  expect(csvFormatOf(DEFAULT_SETTINGS, locale)).toEqual({ separator, decimalSign, identifiersAsFormulas: false })
})

test('each is as chosen, whatever the region and the other one', () => {
  const chosen = { ...DEFAULT_SETTINGS, csvIdentifiersAsFormulas: true }
  expect(csvFormatOf({ ...chosen, csvSeparator: 'semicolon' }, 'en-US')).toEqual({
    separator: ';',
    decimalSign: '.',
    identifiersAsFormulas: true
  })
  expect(csvFormatOf({ ...chosen, csvDecimalSign: 'point' }, 'de-DE')).toMatchObject({
    separator: ';',
    decimalSign: '.'
  })
  expect(csvFormatOf({ ...chosen, csvSeparator: 'comma', csvDecimalSign: 'comma' }, 'en-US')).toMatchObject({
    separator: ',',
    decimalSign: ','
  })
})
