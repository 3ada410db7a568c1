/** What a person types, as an FTS5 query: https://sqlite.org/fts5.html#full_text_query_syntax */
import { plainLetters } from '../../../shared/i18n/transliterate.ts'

/** Each costs a look through all that has it, on the thread that shows the list. */
const MOST_WORDS = 10

/**
 * Every word must occur, by its beginning. Each goes in as a quoted string, so that nothing in it is read as FTS5's own
 * syntax; marks inside a word ("10-gbit") make it a phrase. A word that another one begins with says nothing more; of the others
 * the first ten count. Null when there is no letter or digit to look for.
 */
export function matchExpression(text: string): string | null {
  const words = plainLetters(text)
    // FTS5 reads a query up to its first NUL.
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(/\s+/u)
    // What the tokenizer sees as separators only would match nothing.
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const different = [...new Set(words)]
  const telling = different.filter((word) => !different.some((other) => other !== word && other.startsWith(word)))
  const sought = telling.slice(0, MOST_WORDS)
  return sought.length === 0 ? null : sought.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
}
