/** The documented fields of a product that are there, as facts in the order a person asks for them: what it is, then what makes it work. */
import type { ProductView } from '../../../../shared/model/product.ts'
import { formatDateTime, formatNumber, t } from '../../i18n/index.ts'
import type { Fact } from '../record/fact.ts'

type Fields = ProductView['product']
/** What stands above the facts instead. */
type Headed = 'name' | 'tagline' | 'description'
type Field = Exclude<keyof Fields, Headed>
type Way = 'flag' | 'number' | 'date' | 'text' | 'code'

/** What a person compares products by. */
const PLAIN = {
  isAvailable: 'flag',
  isFeatured: 'flag',
  isAllowed: 'flag',
  isInMarketplace: 'flag',
  label: 'text',
  shortName: 'text',
  weight: 'number',
  creationDateTime: 'date',
  lastUpdateDateTime: 'date'
} as const satisfies Partial<Record<Field, Way>>

/** What only the platform's own programs ask for. */
const TECHNICAL: Record<Exclude<Field, keyof typeof PLAIN>, Way> = {
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
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  return way === 'date' ? formatDateTime(value) : value
}

/** Absent, null and blank fields are left out. */
function factsOf(product: Fields, ways: Partial<Record<Field, Way>>): Fact[] {
  const facts: Fact[] = []
  for (const [name, way] of Object.entries(ways) as [Field, Way][]) {
    const text = textOf(product[name], way)
    if (text === null) continue
    const fact: Fact = { name, label: t(`catalogue.field.${name}`), text }
    if (way === 'code') fact.kind = 'code'
    else if (way === 'number' || way === 'date') fact.kind = 'figures'
    facts.push(fact)
  }
  return facts
}

/** Without what the marks above say already: whether it is available, and that it is featured. */
export function productFacts(product: Fields): Fact[] {
  const marked = (name: string): boolean =>
    name === 'isAvailable' || (name === 'isFeatured' && product.isFeatured === true)
  return factsOf(product, PLAIN).filter(({ name }) => !marked(name))
}

export const technicalFacts = (product: Fields): Fact[] => factsOf(product, TECHNICAL)
