/** Where a text is looked for in a product, and what of its HTML is. */

/** All words in what it is called. */
export const namesOnly = (expression: string): string => `{name short_name} : (${expression})`

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The words of an HTML text, for the index only: never shown, so what is not understood does no harm. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (_, decimal, hex, entity) => {
      if (entity) return ENTITIES[(entity as string).toLowerCase()] ?? ' '
      const code = decimal ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex as string, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
}
