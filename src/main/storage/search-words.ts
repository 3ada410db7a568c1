/** Words of a search, and the FTS5 query for them: https://sqlite.org/fts5.html#full_text_query_syntax */
import { plainLetters } from '../../shared/i18n/transliterate.ts'

/** Each word scans all its matches, on the thread that serves the list. */
const MOST_WORDS = 10

/** A word that is a prefix of another is redundant. Of the others the first ten count. */
export function searchWords(text: string): string[] {
  const words = plainLetters(text)
    // FTS5 reads a query up to the first NUL.
    .replaceAll(/\p{Cc}/gu, ' ')
    .split(/\s+/u)
    // A word of separators matches nothing.
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const different = [...new Set(words)]
  return different
    .filter((word) => !different.some((other) => other !== word && other.startsWith(word)))
    .slice(0, MOST_WORDS)
}

/**
 * Every word must match as a prefix. Quotes keep FTS5 from interpreting a word as syntax; punctuation inside a word ("10-gbit")
 * makes it a phrase.
 * @returns null without a letter or digit
 */
export function matchExpression(text: string): string | null {
  const words = searchWords(text)
  return words.length === 0 ? null : words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(' ')
}
