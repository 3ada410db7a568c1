/** A product's documented fields as facts, by the model's table of fields. Absent, null and blank fields are left out. */
import { productFields } from '../../../../shared/models/fields.ts'
import { PRODUCT_FIELDS, priceOf, type ProductField, type ProductView } from '../../../../shared/models/product.ts'
import { formatDateTime, formatNumber, formatPrice, language, t } from '../../i18n.ts'
import type { Fact } from '../../ui/record/types.ts'

type Fields = ProductView['product']
type Pane = (typeof productFields)[ProductField]['pane']
type FieldPane = Exclude<Pane, 'heading' | 'price'>
type FactField = { [F in ProductField]: (typeof productFields)[F]['pane'] extends FieldPane ? F : never }[ProductField]

const TYPES = ['flag', 'requiredFlag', 'id', 'text', 'data', 'integer', 'date']
const fieldsOf = (pane: FieldPane): FactField[] =>
  PRODUCT_FIELDS.filter((field): field is FactField => productFields[field].pane === pane).toSorted(
    (a, b) => TYPES.indexOf(productFields[a].type) - TYPES.indexOf(productFields[b].type)
  )

function factOf(product: Fields, name: FactField, now: number): Fact | null {
  const label = t(`catalogue.product.field.${name}`)
  const value = product[name]
  const { type, pane } = productFields[name]
  if (typeof value === 'boolean') return { name, label, text: t(value ? 'ui.common.yes' : 'ui.common.no') }
  if (typeof value === 'number') return { name, label, text: formatNumber(value), kind: 'figures' }
  if (typeof value !== 'string' || value.trim() === '') return null
  if (pane === 'data') return { name, label, text: indented(value), kind: 'code' }
  if (pane === 'technical') return { name, label, text: value, kind: 'code' }
  if (type !== 'date') return { name, label, text: value }
  const [moment, age] = [formatDateTime(value), relativeTimeText(value, now)]
  return { name, label, text: age === null ? moment : t('catalogue.product.agoOf', { moment, age }), kind: 'figures' }
}

const factsOf = (product: Fields, pane: FieldPane, now = 0): Fact[] =>
  fieldsOf(pane).flatMap((name) => factOf(product, name, now) ?? [])

/**
 * Without those that the marks above show: availability, featured, and a short name that stands in for a name.
 * @param now milliseconds since 1970
 */
export const productFacts = (product: Fields, now: number): Fact[] => [
  ...priceFacts(product),
  ...factsOf(product, 'facts', now).filter(
    ({ name }) =>
      name !== 'isAvailable' &&
      !(name === 'isFeatured' && product.isFeatured === true) &&
      !(name === 'shortName' && !product.name?.trim())
  )
]

function priceFacts(product: Fields): Fact[] {
  const price = priceOf(product)
  return price
    ? [{ name: 'price', label: t('catalogue.product.field.price'), text: formatPrice(price), kind: 'figures' }]
    : []
}

export const technicalFacts = (product: Fields): Fact[] => factsOf(product, 'technical')

export const dataFacts = (product: Fields): Fact[] => factsOf(product, 'data')

function indented(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

const DAY = 86_400_000
const UNITS = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['day', DAY]
] as const
/** Where a date is missing, some providers write the first day of their calendar. */
const OLDEST = 200 * 365 * DAY

/** @param now milliseconds since 1970 */
function relativeTimeText(text: string, now: number): string | null {
  const age = now - Date.parse(text)
  if (!(age >= DAY) || age > OLDEST) return null
  const [unit, length] = UNITS.find(([, ms]) => age >= 2 * ms) ?? ['day', DAY]
  return new Intl.RelativeTimeFormat(language(), { numeric: 'always' }).format(-Math.floor(age / length), unit)
}
