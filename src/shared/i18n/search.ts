/**
 * The words of texts, for main's search and for marking what it found: each typed word matches the beginning of a word, without
 * case and diacritics.
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
const FOREIGN_MARKS = /[^\p{L}\p{N}\p{Co}\0-\x7f]+/gu
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{Co}]+/u

/** Lower case, without diacritics, special letters transliterated. */
export const folded = (text: string): string =>
  ASCII.test(text) ? text.toLowerCase() : withoutMarks(plainLetters(text.toLowerCase()), 'NFD')

/** They are removed twice, because `normalize` sorts the marks of one letter in quadratic time. */
export const withoutMarks = (text: string, form: 'NFD' | 'NFKD'): string =>
  text.replaceAll(MARKS, '').normalize(form).replaceAll(MARKS, '')

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

/** The words of a text, folded, and spaces. Other ASCII characters stay between them. */
export const plainWords = (text: string): string => folded(text).replaceAll(FOREIGN_MARKS, ' ')

/** Different words of a typed text, folded. One that begins another is redundant: it matches wherever the other does. */
export function typedWords(typed: string): string[] {
  const words = [...new Set(folded(typed).split(BETWEEN_WORDS).filter(Boolean))]
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
}

/** Where the first word of the text is that begins with this folded one; -1: nowhere. */
export function findWord(text: string, beginning: string): number {
  for (const { 0: word, index } of text.matchAll(WORDS)) if (folded(word).startsWith(beginning)) return index
  return -1
}

let latest: { typed: string; terms: string[] } = { typed: '', terms: [] }

/**
 * The text in pieces, which joined are the text again.
 * @param typed what is searched for, as it was typed
 */
export function highlight(text: string, typed: string): Piece[] {
  // Every text of a list is looked at for the same words.
  if (latest.typed !== typed) latest = { typed, terms: typedWords(typed) }
  const { terms } = latest
  if (terms.length === 0 || text === '') return [{ text, hit: false }]
  const pieces: Piece[] = []
  let done = 0
  const cut = (to: number, hit: boolean): void => {
    if (to <= done) return
    pieces.push({ text: text.slice(done, to), hit })
    done = to
  }
  for (const word of wordsIn(text)) {
    const term = terms.find((some) => word.folded.startsWith(some))
    if (term === undefined) continue
    cut(word.start, false)
    cut(word.at === null ? word.start + term.length : (word.at[term.length] ?? word.start), true)
  }
  cut(text.length, false)
  return pieces
}
