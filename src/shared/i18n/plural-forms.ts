/**
 * Which form of a message goes with a count, by CLDR (Intl.PluralRules). A message has one form for each category that whole
 * numbers of the language have, in CLDR's order, with `|` between them. A form more comes first, for none.
 */

const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies Intl.LDMLPluralRule[]

/** Counts in which each category occurs that whole numbers have, but for millions: Spanish "un millón de facturas" has its own. */
const COUNTS = Array.from({ length: 201 }, (_none, count) => count)

interface Rules {
  rules: Intl.PluralRules
  categories: readonly Intl.LDMLPluralRule[]
}
const known = new Map<string, Rules>()

function rulesOf(language: string): Rules {
  const before = known.get(language)
  if (before) return before
  const rules = new Intl.PluralRules(language)
  const used = new Set(COUNTS.map((count) => rules.select(count)))
  const made = { rules, categories: ORDER.filter((category) => used.has(category)) }
  known.set(language, made)
  return made
}

/**
 * Of each form in a language, in their order, whether it goes with one count only, and so may have it as a word. The form for none
 * isn't among them. @param noneApart the message has one
 */
export function pluralFormsOf(
  language: string,
  noneApart: boolean
): { category: Intl.LDMLPluralRule; isOfOneCount: boolean }[] {
  const { rules, categories } = rulesOf(language)
  return categories.map((category) => {
    const counts = COUNTS.filter((count) => rules.select(count) === category && !(noneApart && count === 0))
    return { category, isOfOneCount: counts.length <= 1 }
  })
}

/** @returns the form's place, from 0 */
export function pluralFormOf(language: string, count: number, forms: number): number {
  const { rules, categories } = rulesOf(language)
  const hasNone = forms > categories.length
  if (hasNone && count === 0) return 0
  const place = categories.indexOf(rules.select(count))
  return (place === -1 ? categories.length - 1 : place) + Number(hasNone)
}
