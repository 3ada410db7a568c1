/** Catalogues and queries to try. */
import fc from 'fast-check'
import type { ProductRecord } from '../../../../src/main/ports/index.ts'
import { PRODUCT_SORTS, type ProductChoice } from '../../../../src/shared/models/product.ts'
import { product } from '../../storage/fixtures.ts'

const word = fc.constantFrom(
  ...'prox proxy Proxies pro é Élan elan ip4 OR NOT NEAR 10 9 1 010 0 a-b ab'.split(' '),
  ...'Ço co Łódź lod Straße stras Ærø aero plan'.split(' ')
)
const glue = fc.constantFrom(' ', ' ', ' ', '-', '/', '. ', '" ', '* ', ':')
const words = fc
  .array(fc.tuple(word, glue), { maxLength: 4 })
  .map((pieces) => pieces.map(([piece, between], at) => (at === 0 ? '' : between) + piece).join(''))

const maybe = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.oneof(
    { weight: 4, arbitrary: values },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant(undefined) }
  )
const time = fc.oneof(
  fc
    .date({ min: new Date('2025-01-01'), max: new Date('2025-01-05'), noInvalidDate: true })
    .map((day) => day.toISOString()),
  fc.constantFrom('2025-01-02T00:00:00Z', '2025-01-02T01:00:00+01:00', 'soon', '', '1601-01-01T00:00:00Z')
)
const weight = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2, max: 2 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 60, -(2 ** 60)) }
)
// Half a surrogate pair and another one are two labels, and so are two ways to write É.
const label = fc.constantFrom('New', 'new', '', 'É', 'E\u0301', '\ud800', '\udbff', 'a "b" \\c')

/** Numbers by value, also in other forms. */
const price = fc.constantFrom('0', '-3', '-3.50', '9.5', '9.50', '10', '100.01', '12345678901234567890')

const catalogueOf = (text: fc.Arbitrary<string>): fc.Arbitrary<ProductRecord[]> =>
  fc
    .array(
      fc.record({
        name: maybe(text),
        shortName: maybe(text),
        tagline: maybe(text),
        label: maybe(label),
        description: maybe(text),
        longHtmlDescription: maybe(text.map((some) => `<p>${some.replaceAll(' ', '</b> <b>')}</p>`)),
        weight: maybe(weight),
        isAvailable: maybe(fc.boolean()),
        isFeatured: maybe(fc.boolean()),
        isAllowed: maybe(fc.boolean()),
        isInMarketplace: maybe(fc.boolean()),
        creationDateTime: maybe(time),
        lastUpdateDateTime: maybe(time),
        price: fc.option(price, { nil: undefined }),
        currency: fc.option(fc.constantFrom('EUR', 'EURC', 'USD', 'credits'), { nil: undefined })
      }),
      { maxLength: 14 }
    )
    .map((list) =>
      list.map((fields, at) => {
        const present = Object.entries(fields).filter(
          ([field, value]) =>
            value !== undefined &&
            !(field === 'currency' && fields.price === undefined) &&
            !(['isAvailable', 'isInMarketplace'].includes(field) && value === null)
        )
        return product(`key ${at}`, Object.fromEntries(present))
      })
    )

export interface TriedOrder {
  key: string
  reverse: boolean
  /** Numbers of products; some are not there. */
  places: number[]
}

export const providerOrders: fc.Arbitrary<TriedOrder[]> = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('price', '\ud800'),
    reverse: fc.boolean(),
    places: fc.uniqueArray(fc.nat({ max: 20 }), { maxLength: 14 })
  }),
  { maxLength: 3, selector: ({ key, reverse }) => `${key} ${String(reverse)}` }
)

const choiceWith = (text: fc.Arbitrary<string>): fc.Arbitrary<ProductChoice> => {
  const rarely = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
  return fc.record({
    text: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 3, arbitrary: text }),
    available: rarely,
    featured: rarely,
    allowed: rarely,
    inMarketplace: rarely,
    label: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: label }),
    sort: fc.constantFrom(...PRODUCT_SORTS),
    providerSort: fc.constantFrom('price', '\ud800', ''),
    reverse: fc.boolean(),
    grouped: fc.boolean()
  })
}

const any = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' })
)

/** Of words that the model reads as the index does. */
export const known = { catalogues: catalogueOf(words), choices: choiceWith(words), texts: words }
/** Of any characters there are. */
export const anything = { catalogues: catalogueOf(any), choices: choiceWith(any), texts: any }
