/** What a person types, as an FTS5 query: https://sqlite.org/fts5.html#full_text_query_syntax */
import { plainLetters } from '../../../shared/text/letters.ts'

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
