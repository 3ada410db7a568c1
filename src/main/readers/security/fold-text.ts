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
const UNUSUAL = /[^\t\n\r -~]/

export interface Folded {
  /** In the usual shape, without characters that nobody sees. */
  seen: string
  /** `seen` in small letters; each character is at the same place. */
  folded: string
  /** Of `seen`; null if each character is where it was. */
  places: (() => Places) | null
}

export function fold(text: string): Folded {
  if (!UNUSUAL.test(text)) return { seen: text, folded: text.toLowerCase(), places: null }
  if (text.search(SHAPED) < 0) return { seen: text, folded: inSmallLetters(text), places: null }
  const { text: seen, places } = rewrite(text, SHAPED, (sign) => (UNSEEN.test(sign) ? '' : sign.normalize('NFKC')))
  return { seen, folded: inSmallLetters(seen), places }
}

/** Keeps the length, so that places stay the same. */
function inSmallLetters(text: string): string {
  const lower = text.toLowerCase()
  const same = lower.length === text.length ? lower : text.replace(/[^]/g, smallUnit)
  // At the end of a word, the letter has another shape.
  return same.replaceAll('ς', 'σ')
}

function smallUnit(unit: string): string {
  const lower = unit.toLowerCase()
  return lower.length === 1 ? lower : unit
}

/** @param signs global; each match is replaced by what `write` returns */
export function rewrite(text: string, signs: RegExp, write: (sign: string) => string): Rewritten {
  const pieces: { start: number; sign: string; written: string }[] = []
  let rewritten = ''
  let end = 0
  for (const { index, 0: sign } of text.matchAll(signs)) {
    const written = write(sign)
    rewritten += text.slice(end, index) + written
    end = index + sign.length
    pieces.push({ start: index, sign, written })
  }
  rewritten += text.slice(end)
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
    for (const { start, sign, written } of pieces) {
      keepTo(start)
      starts.fill(start, size, size + written.length)
      ends.fill(start + sign.length, size, size + written.length)
      size += written.length
      at = start + sign.length
    }
    keepTo(text.length)
    return { starts, ends }
  }
  return { text: rewritten, places }
}
