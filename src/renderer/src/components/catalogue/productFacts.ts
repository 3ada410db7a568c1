/** The documented fields of a product that are there, as facts in the order a person asks for them: what it is, then what makes it work. */
import type { ProductView } from '../../../../shared/models/product.ts'
import { formatDateTime, formatNumber, t } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'
import { LANGUAGE } from '../../../../shared/i18n/format.ts'

type Fields = ProductView['product']
/** What stands above the facts instead. */
type Headed = 'name' | 'tagline' | 'description'
/** Texts of the provider's programs, which show themselves as blocks. */
const DATA = ['contextData', 'customData', 'preHook', 'postHook'] as const
type Field = Exclude<keyof Fields, Headed | (typeof DATA)[number]>
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

/** What only the provider's own programs ask for. */
const TECHNICAL: Record<Exclude<Field, keyof typeof PLAIN>, Way> = {
  id: 'code',
  owner: 'code',
  icon: 'code',
  imagePath: 'code'
}

function textOf(value: Fields[Field], way: Way, now: number): string | null {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string' || value.trim() === '') return null
  if (way !== 'date') return value
  const moment = formatDateTime(value)
  const age = relativeTimeText(value, now)
  return age === null ? moment : t('product.agoOf', { moment, age })
}

/** Absent, null and blank fields are left out. */
function factsOf(product: Fields, ways: Partial<Record<Field, Way>>, now: number): Fact[] {
  const facts: Fact[] = []
  for (const [name, way] of Object.entries(ways) as [Field, Way][]) {
    const text = textOf(product[name], way, now)
    if (text === null) continue
    const fact: Fact = { name, label: t(`product.field.${name}`), text }
    if (way === 'code') fact.kind = 'code'
    else if (way === 'number' || way === 'date') fact.kind = 'figures'
    facts.push(fact)
  }
  return facts
}

/**
 * Without what the marks above say already: whether it is available, and that it is featured; and without a short name that
 * stands in for a name.
 * @param now milliseconds since 1970
 */
export function productFacts(product: Fields, now: number): Fact[] {
  const said = (name: string): boolean =>
    name === 'isAvailable' ||
    (name === 'isFeatured' && product.isFeatured === true) ||
    (name === 'shortName' && !product.name?.trim())
  return factsOf(product, PLAIN, now).filter(({ name }) => !said(name))
}

export const technicalFacts = (product: Fields): Fact[] => factsOf(product, TECHNICAL, 0)

/** Structured data that came as text is indented; anything else stays as it is. */
export function dataFacts(product: Fields): Fact[] {
  return DATA.flatMap((name) => {
    const text = product[name]
    return text?.trim()
      ? [{ name, label: t(`product.field.${name}`), text: indented(text), kind: 'code' as const }]
      : []
  })
}

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
export function relativeTimeText(text: string, now: number): string | null {
  const age = now - Date.parse(text)
  if (!(age >= DAY) || age > OLDEST) return null
  const [unit, length] = UNITS.find(([, ms]) => age >= 2 * ms) ?? ['day', DAY]
  return new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'always' }).format(-Math.floor(age / length), unit)
}
