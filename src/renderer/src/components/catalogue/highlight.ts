/**
 * Where a text has the words that are searched for, by the rules of the search in main: every typed word by the beginning of
 * a word, without case and diacritics; what is typed without a space between ("10-gbit") as words in a row.
 */
import { plainLetters } from '../../../../shared/i18n/transliterate.ts'

export interface Piece {
  text: string
  /** It was searched for. */
  hit: boolean
}

/** One word of a text: its letters and digits, folded, and where it stands. */
interface Word {
  folded: string
  /** Where in the text each character of `folded` begins, and behind the last one where the word ends. */
  at: number[]
}

const WORDS = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu
const MARKS = /\p{M}+/gu

/** A text without case and diacritics, and with such letters as they are typed. */
export const folded = (text: string): string => plainLetters(text).normalize('NFD').replaceAll(MARKS, '').toLowerCase()

function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORDS)].map(({ 0: word, index }) => {
    const at: number[] = []
    let all = ''
    let place = index
    for (const character of word) {
      const plain = folded(character)
      at.push(...Array<number>(plain.length).fill(place))
      all += plain
      place += character.length
    }
    return { folded: all, at: [...at, place] }
  })
}

/** What is typed, as rows of words: of each row the last one by its beginning, those before it whole. */
const rowsIn = (typed: string): string[][] =>
  typed
    .split(/\s+/u)
    .map((row) => wordsIn(row).map((word) => word.folded))
    .filter((row) => row.length > 0)

/**
 * The text in pieces, which joined are the text again.
 * @param typed what is searched for, as it was typed
 */
export function highlight(text: string, typed: string): Piece[] {
  const rows = rowsIn(typed)
  if (rows.length === 0 || text === '') return [{ text, hit: false }]
  const words = wordsIn(text)
  const pieces: Piece[] = []
  let done = 0
  const cut = (to: number, hit: boolean): void => {
    if (to <= done) return
    pieces.push({ text: text.slice(done, to), hit })
    done = to
  }
  words.forEach((word, first) => {
    const end = Math.max(...rows.map((row) => endOf(row, words, first)))
    if (end < 0) return
    cut(word.at[0] ?? 0, false)
    cut(end, true)
  })
  cut(text.length, false)
  return pieces
}

/** Where the row ends in the text when it begins with this word; -1: it doesn't. */
function endOf(row: readonly string[], words: readonly Word[], first: number): number {
  for (const [i, wanted] of row.entries()) {
    const word = words[first + i]
    const whole = i < row.length - 1
    if (!word || (whole ? word.folded !== wanted : !word.folded.startsWith(wanted))) return -1
  }
  const last = words[first + row.length - 1]
  const length = row.at(-1)?.length ?? 0
  return last?.at.find((_, i) => i >= length) ?? -1
}
