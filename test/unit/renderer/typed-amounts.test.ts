/** Amounts that the app writes are read back when they are typed, in every region that Intl knows. */
import { afterEach, expect, test } from 'vitest'
import { parseTypedDecimal, toTypedDecimal } from '../../../src/renderer/src/features/invoices/typedAmounts.ts'
import { regionChoices } from '../../../src/renderer/src/features/settings/regions.ts'
import { setRegionalFormat } from '../../../src/renderer/src/i18n.ts'
import { moneyText } from '../../../src/shared/i18n/format.ts'
import { compareDecimals } from '../../../src/shared/models/decimal.ts'
import { sample } from '../../support/depth.ts'

afterEach(() => setRegionalFormat('en-GB'))

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const PAIRS = LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
const LANGUAGES = Intl.NumberFormat.supportedLocalesOf([
  ...PAIRS,
  ...PAIRS.flatMap((pair) => LETTERS.map((letter) => pair + letter))
])
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const COUNTRIES = PAIRS.map((pair) => pair.toUpperCase()).filter((country) => names.of(country) !== undefined)
/** Every language, also as in its own country, or some of them; always the regions on offer, and the variants that differ. */
const TAGS = [
  ...new Set([
    ...sample([
      ...LANGUAGES,
      ...LANGUAGES.map((tag) => {
        const { language, region } = new Intl.Locale(tag).maximize()
        return region === undefined || region === '' ? language : `${language}-${region}`
      }),
      ...['en', 'es'].flatMap((language) => COUNTRIES.map((country) => `${language}-${country}`))
    ]),
    ...regionChoices('en', null).map(({ value }) => value),
    ...['ar-DZ', 'ar-LB', 'ar-MA', 'ar-EG-u-nu-latn', 'de-BE', 'de-IT', 'de-LI', 'de-LU', 'fr-LU', 'fr-MA', 'it-CH'],
    ...['ff-Adlm', 'kea-CV', 'ko-KP', 'nl-SR', 'pa-Arab', 'pt-AO', 'pt-CH', 'pt-CV', 'pt-LU', 'sr-Latn', 'sw-CD'],
    ...['ur-IN', 'uz-Arab', 'uz-Cyrl', 'zh-TW-u-nu-hanidec']
  ])
]

/** What the app writes, without the sign of its currency, which nobody types. */
function written(amount: string, currency: string | null, tag: string): string {
  const text = moneyText({ amount, currency }, tag)
  if (currency === null) return text
  const signs = new Intl.NumberFormat(tag, { style: 'currency', currency }).formatToParts(1)
  return signs
    .filter(({ type }) => type === 'currency')
    .reduce((rest, { value }) => rest.replace(value, ''), text)
    .trim()
}

/** Each text that is read as another amount than it says, or isn't read. */
function misread(tag: string, texts: readonly (readonly [text: string, amount: string])[]): string[] {
  setRegionalFormat(tag)
  return texts.flatMap(([text, amount]) => {
    const read = parseTypedDecimal(text)
    if (read !== null && compareDecimals(read, amount) === 0) return []
    return [`${tag}: ${text} is ${read ?? 'not read'}`]
  })
}

const AMOUNTS = ['1234567.89', '-12345678.5', '1234.50', '-1250', '12.5', '0.05', '98765432101234.56', '1234.5678']

test('what the app writes is read', () => {
  const wrong = TAGS.flatMap((tag) =>
    misread(
      tag,
      AMOUNTS.flatMap((amount) => [null, 'EUR'].map((currency) => [written(amount, currency, tag), amount] as const))
    )
  )
  expect(wrong).toEqual([])
})

test('three places are read, or they aren’t where money and numbers have each other’s signs', () => {
  const texts = (tag: string) => [null, 'KWD'].map((currency) => [written('1.234', currency, tag), '1.234'] as const)
  const wrong = TAGS.flatMap((tag) => misread(tag, texts(tag)))
  expect(wrong.filter((text) => !/^en-[A-Z]{2}: 1[.,]234 is not read$/.test(text))).toEqual([])
})

test('what is shown to be changed is read', () => {
  const amounts = [...AMOUNTS, '1.234', '-1234.567', '1250']
  const wrong = TAGS.flatMap((tag) => {
    setRegionalFormat(tag)
    return misread(
      tag,
      amounts.map((amount) => [toTypedDecimal(amount), amount] as const)
    )
  })
  expect(wrong).toEqual([])
})

test('no currency is written in yet another way', () => {
  const currencies = Intl.supportedValuesOf('currency')
  const tags = [
    'de-AT',
    'de-CH',
    'en-CH',
    'en-DE',
    'en-IN',
    'es-ES',
    'fr-CH',
    'hi-IN',
    'kea',
    'pt-CV',
    'pt-PT',
    'fa-IR'
  ]
  const wrong = tags.flatMap((tag) =>
    misread(
      tag,
      currencies.map((currency) => [written('1234567.8912', currency, tag), '1234567.8912'] as const)
    )
  )
  expect(wrong).toEqual([])
})
