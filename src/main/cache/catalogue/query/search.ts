/** What a person types, as an FTS5 query: https://sqlite.org/fts5.html#full_text_query_syntax */
import { plainLetters } from '../../../../shared/text/letters.ts'

/**
 * Every word must occur, by its beginning. Each goes in as a quoted string, so that nothing in it is read as FTS5's own
 * syntax; marks inside a word ("10-gbit") make it a phrase. Null when there is no letter or digit to look for.
 */
export function matchExpression(text: string): string | null {
  const words = plainLetters(text)
    // FTS5 reads a query up to its first NUL.
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(/\s+/u)
    // What the tokenizer sees as separators only would match nothing.
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
}

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
