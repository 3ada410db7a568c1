/** What a product is called: its name, else its short name; null when it has neither. */
export function productName(named: {
  name?: string | null | undefined
  shortName?: string | null | undefined
}): string | null {
  return named.name?.trim() || named.shortName?.trim() || null
}
