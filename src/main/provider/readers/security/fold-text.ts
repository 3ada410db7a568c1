/** Writes what reads the same in the same way, so that two texts can be compared. */
import type { Places } from './decode-escapes.ts'

export interface Rewritten {
  text: string
  /** Where each character of `text` starts and ends in the original. */
  places: () => Places
}

/** Characters that nobody sees, such as soft hyphens and control characters, and letters in another shape: full-width, circled, mathematical. */
const UNSEEN = /^[\p{Cc}\p{Default_Ignorable_Code_Point}]$/u
const SHAPED =
  /(?![\t\n\r])\p{Cc}|[\p{Default_Ignorable_Code_Point}\u2460-\u24ff\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f169}]/gu
/** Most texts have nothing else. */
const USUAL = /^[ -~]*$/
/** Units of the same characters, and all of surrogate pairs: without `u`, the search takes a fraction of the time. */
const MAY_BE_SHAPED =
  /[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\0-\x08\v\f\x0e-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2460-\u24ff\u3164\ud800-\udfff\ufeff-\uff5e\uffa0\ufff0-\ufff8]/

/** Otherwise, folding keeps the length. */
export const mayBeShaped = (text: string): boolean => !USUAL.test(text) && MAY_BE_SHAPED.test(text)

export interface Folded {
  /** In the usual shape, without characters that nobody sees. */
  seen: string
  /** `seen` in small letters; each character is at the same place. */
  folded: string
  /** Of `seen`; null if each character is where it was. */
  places: (() => Places) | null
}

export function fold(text: string): Folded {
  if (USUAL.test(text)) return { seen: text, folded: text.toLowerCase(), places: null }
  if (!MAY_BE_SHAPED.test(text) || text.search(SHAPED) < 0)
    return { seen: text, folded: inSmallLetters(text), places: null }
  const { text: seen, places } = rewrite(text, SHAPED, usualShape)
  return { seen, folded: inSmallLetters(seen), places }
}

/** Some 6,000 signs. */
const usualShapes = new Map<string, string>()
function usualShape(sign: string): string {
  const known = usualShapes.get(sign)
  if (known !== undefined) return known
  const shape = UNSEEN.test(sign) ? '' : sign.normalize('NFKC')
  usualShapes.set(sign, shape)
  return shape
}

/** Keeps the length, so that places stay the same. */
function inSmallLetters(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : text.replace(/[^]/g, smallUnit)
  // At the end of a word, the letter has another shape.
  return same.includes('ς') ? same.replaceAll('ς', 'σ') : same
}

function smallUnit(unit: string): string {
  const lower = unit.toLowerCase()
  return lower.length === 1 ? lower : unit
}

/** Nothing is kept of each sign: a text may have a million. @param signs global, without groups @param write for each match */
export function rewrite(text: string, signs: RegExp, write: (sign: string) => string): Rewritten {
  const rewritten = text.replace(signs, (sign) => write(sign))
  const places = (): Places => {
    const starts = new Int32Array(rewritten.length)
    const ends = new Int32Array(rewritten.length)
    let size = 0
    let at = 0
    const keepTo = (limit: number): void => {
      for (; at < limit; at += 1, size += 1) {
        starts[size] = at
        ends[size] = at + 1
      }
    }
    text.replace(signs, (sign: string, start: number) => {
      keepTo(start)
      const { length } = write(sign)
      at = start + sign.length
      starts.fill(start, size, size + length)
      ends.fill(at, size, size + length)
      size += length
      return ''
    })
    keepTo(text.length)
    return { starts, ends }
  }
  return { text: rewritten, places }
}
