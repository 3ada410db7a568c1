/** File names that every operating system accepts, made from the provider's text. */
import type { Invoice } from '../../../shared/models/invoice.ts'

/** In characters, with the extension. */
const LONGEST = 100
/** In UTF-8. Most file systems allow 255 bytes, and an archive tool may append to the name. */
const MOST_BYTES = 200

/** Device names on Windows, whatever follows the first dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])$/i

/**
 * Replaces characters of paths, streams and wildcards (and their look-alikes) by a hyphen, and removes invisible
 * characters and those that reverse the text after them.
 */
function safeStem(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/[/\\:*?"<>|\u2044\u2215\u2216\u29F5\u29F8\uFF0F\uFF3C]+/g, '-')
  return trimmed(shortened(trimmed(plain), LONGEST, MOST_BYTES))
}

/**
 * A leading hyphen is an option to many programs, a leading dot hides the file, and Windows drops dots and spaces at
 * the end.
 */
const trimmed = (text: string): string => text.replace(/^[\s.-]+/, '').replace(/[\s.-]+$/, '')

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

function shortened(text: string, most: number, bytes: number): string {
  let kept = ''
  let size = 0
  for (const letter of text) {
    size += bytesOf(letter)
    if (kept.length + letter.length > most || size > bytes) break
    kept += letter
  }
  return kept
}

export function fileName(stem: string, ending: string): string {
  const name = unreserved(safeStem(stem) || 'invoice')
  return trimmed(shortened(name, LONGEST - ending.length, MOST_BYTES)) + ending
}

/** @param longest in characters @returns an empty text if nothing of it can be in a name */
export const folderName = (text: string, longest: number): string =>
  trimmed(shortened(unreserved(safeStem(text)), longest, MOST_BYTES))

const unreserved = (name: string): string => (RESERVED.test(name.split('.')[0]?.trimEnd() ?? '') ? `_${name}` : name)

/** The day comes first, so that a folder sorts by date. */
export const pdfName = ({ key, number, issuedDay }: Pick<Invoice, 'key' | 'number' | 'issuedDay'>): string =>
  fileName([issuedDay, number ?? key].filter((part) => part !== null).join('_'), '.pdf')

/** For the longest number of a file: an archive has at most 65,534. */
const ROOM_FOR_NUMBER = ' (65534)'.length

function numberable(name: string, ending = name.slice(name.lastIndexOf('.'))): { stem: string; ending: string } {
  const room = ROOM_FOR_NUMBER + ending.length
  // The same length for each number: otherwise stems that differ would become equal as the numbers grow.
  return {
    stem: trimmed(shortened(name.slice(0, name.length - ending.length), LONGEST - room, MOST_BYTES - room)),
    ending
  }
}

/** Names of another file where this one is taken, by their numbers. */
export function numberedNames(name: string): (number: number) => string {
  const { stem, ending } = numberable(name)
  return (number) => `${stem} (${number})${ending}`
}

/** Gives each file a unique name. Names that differ only in case or accents count as equal. */
export class UniqueNames {
  readonly #taken = new Set<string>()
  /** The next number to try for each shortened stem: all before it are taken. */
  readonly #nextNumbers = new Map<string, number>()

  /** @param end of the name, that stays its end; '' for a folder @returns the name, with a number if it is taken */
  add(name: string, end?: string): string {
    if (this.#tryAdd(name)) return name
    const { stem, ending } = numberable(name, end)
    const folded = foldName(stem)
    for (let number = this.#nextNumbers.get(folded) ?? 2; ; number += 1) {
      this.#nextNumbers.set(folded, number + 1)
      const numbered = `${stem} (${number})${ending}`
      if (this.#tryAdd(numbered)) return numbered
    }
  }

  #tryAdd(name: string): boolean {
    const folded = foldName(name)
    if (this.#taken.has(folded)) return false
    this.#taken.add(folded)
    return true
  }
}

/** Equal for names that differ only in case or accents. */
export const foldName = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase()
