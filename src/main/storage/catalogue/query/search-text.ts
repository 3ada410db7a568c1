/** Search scope and indexed text of products. */

/** Restricts a search to the names. */
export const namesOnly = (expression: string): string => `{name short_name} : (${expression})`

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The text of HTML, for the index only. It is never shown, so it need not be exact. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (_, decimal, hex, entity) => {
      if (entity) return ENTITIES[(entity as string).toLowerCase()] ?? ' '
      const code = decimal ? Number.parseInt(decimal as string, 10) : Number.parseInt(hex as string, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    })
}
