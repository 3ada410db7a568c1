/** The documented fields of a product that are there, as facts in the order a person asks for them. */
import type { ProductView } from '../../../../shared/model/product.ts'
import { formatDateTime, formatNumber, t } from '../../i18n/index.ts'
import type { Fact } from '../record/fact.ts'

type Fields = ProductView['product']
/** What stands above the facts instead. */
type Headed = 'name' | 'tagline' | 'description'
type Field = Exclude<keyof Fields, Headed>
type Way = 'flag' | 'number' | 'date' | 'text' | 'code'

const WAYS: Record<Field, Way> = {
  isAvailable: 'flag',
  isFeatured: 'flag',
  isAllowed: 'flag',
  isInMarketplace: 'flag',
  label: 'text',
  shortName: 'text',
  weight: 'number',
  creationDateTime: 'date',
  lastUpdateDateTime: 'date',
  owner: 'code',
  id: 'code',
  icon: 'code',
  imagePath: 'code',
  contextData: 'code',
  customData: 'code',
  preHook: 'code',
  postHook: 'code'
}

function textOf(value: Fields[Field], way: Way): string | null {
  if (typeof value === 'boolean') return t(value ? 'catalogue.yes' : 'catalogue.no')
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  return way === 'date' ? formatDateTime(value) : value
}

/** Absent, null and blank fields are left out. */
export function productFacts(product: Fields): Fact[] {
  const facts: Fact[] = []
  for (const [name, way] of Object.entries(WAYS) as [Field, Way][]) {
    const text = textOf(product[name], way)
    if (text === null) continue
    const fact: Fact = { name, label: t(`catalogue.field.${name}`), text }
    if (way === 'code') fact.kind = 'code'
    else if (way === 'number' || way === 'date') fact.kind = 'figures'
    facts.push(fact)
  }
  return facts
}
