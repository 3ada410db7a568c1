/**
 * Finds the search terms in a text, by the rules of main's search: each typed word matches the beginning of a word, without
 * case and diacritics; words typed without a space ("10-gbit") match consecutive words.
 */
import { plainLetters } from './format.ts'

export interface Piece {
  text: string
  hit: boolean
}

/** One word of a text, folded, and where it begins. */
interface Word {
  folded: string
  start: number
  /** Offset of each character of `folded` in the text, then the end of the word. null: one after the other from `start`. */
  at: number[] | null
}

const WORDS = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu
const ASCII = /^[\0-\x7f]*$/
const MARKS = /\p{M}+/gu

/** Lower case, without diacritics, special letters transliterated. */
export const folded = (text: string): string => plainLetters(text).normalize('NFD').replaceAll(MARKS, '').toLowerCase()

function wordsIn(text: string): Word[] {
  return [...text.matchAll(WORDS)].map(({ 0: word, index }) => {
    if (ASCII.test(word)) return { folded: word.toLowerCase(), start: index, at: null }
    const at: number[] = []
    let all = ''
    let place = index
    for (const character of word) {
      const plain = folded(character)
      at.push(...Array<number>(plain.length).fill(place))
      all += plain
      place += character.length
    }
    return { folded: all, start: index, at: [...at, place] }
  })
}

/** The typed terms as sequences of words: all but the last word of a sequence must match whole. */
const rowsIn = (typed: string): string[][] =>
  typed
    .split(/\s+/u)
    .map((row) => wordsIn(row).map((word) => word.folded))
    .filter((row) => row.length > 0)

/** One pattern for each typed term, for `folded` texts. */
export const searchTerms = (typed: string): RegExp[] =>
  rowsIn(typed).map((row) => new RegExp(`(?<![\\p{L}\\p{N}])${row.join('[^\\p{L}\\p{N}]+')}`, 'u'))

let latest: { typed: string; rows: string[][] } = { typed: '', rows: [] }

/**
 * The text in pieces, which joined are the text again.
 * @param typed what is searched for, as it was typed
 */
export function highlight(text: string, typed: string): Piece[] {
  // Every text of a list is looked at for the same words.
  if (latest.typed !== typed) latest = { typed, rows: rowsIn(typed) }
  const { rows } = latest
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
    cut(word.start, false)
    cut(end, true)
  })
  cut(text.length, false)
  return pieces
}

/** Where the row ends in the text when it begins with this word; -1: it doesn't. */
function endOf(row: readonly string[], words: readonly Word[], first: number): number {
  for (const [i, term] of row.entries()) {
    const word = words[first + i]
    const whole = i < row.length - 1
    if (!word || (whole ? word.folded !== term : !word.folded.startsWith(term))) return -1
  }
  const last = words[first + row.length - 1]
  const length = row.at(-1)?.length ?? 0
  if (!last) return -1
  return last.at === null ? last.start + length : (last.at[length] ?? -1)
}
