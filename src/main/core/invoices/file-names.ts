/**
 * Names of files and folders that every operating system accepts, and that OneDrive, SharePoint and Dropbox upload, made from the
 * provider's text. Their rules, read in November 2026: Microsoft's "Restrictions and limitations in OneDrive and SharePoint"
 * (support.microsoft.com, 64883a5d-228e-48f5-b3d2-eb39e07630fa), and Dropbox's ignored files as the client Maestral lists them in its
 * wiki ("Excluded Files and Sync Issues"). A path may have 400 characters there.
 */
import type { Invoice } from '../../../shared/models/invoice.ts'

/** In characters, with the extension. */
const LONGEST = 100
/** In UTF-8. Most file systems allow 255 bytes, and an archive tool may append to the name. */
const MOST_BYTES = 200

/** Device names on Windows, whatever follows the first dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])$/i
/** Files of the system, which no client uploads, a folder that each library of SharePoint has itself, and letters that can't begin one. */
const RESERVED_IN_CLOUD = /^(?:(?:desktop\.ini|thumbs\.db|forms)$|[\u1027\u309B])/i
/** SharePoint refuses it anywhere in a name. */
const FRONT_PAGE = /_(vti)_/gi

/**
 * Replaces characters of paths, streams and wildcards (and their look-alikes) by a hyphen, and those that some organisations don't
 * allow in SharePoint (# and %). Removes invisible characters and those that reverse the text after them.
 */
function safeStem(text: string): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/[/\\:*?"<>|\u2044\u2215\u2216\u29F5\u29F8\uFF0F\uFF3C#%]+/g, '-')
    .replaceAll(FRONT_PAGE, '-$1-')
  return trimmed(shortened(trimmed(plain), LONGEST, MOST_BYTES))
}

/**
 * A leading hyphen is an option to many programs, a leading dot hides the file, and a leading tilde is a temporary file: clients
 * don't upload `~$x`, `.~x` and `~x.tmp`, and SharePoint no folder `~x`. Windows drops dots and spaces at the end.
 */
const trimmed = (text: string): string => text.replace(/^[\s.~-]+/, '').replace(/[\s.-]+$/, '')

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

export const fileName = (stem: string, ending: string): string =>
  unreservedWithin(safeStem(stem) || 'invoice', LONGEST - ending.length) + ending

/** @param longest in characters @returns an empty text if nothing of it can be in a name */
export const folderName = (text: string, longest: number): string => unreservedWithin(safeStem(text), longest)

/** What is left of a long name may be a reserved one: `nul---…`. */
const unreservedWithin = (name: string, longest: number): string =>
  unreserved(trimmed(shortened(unreserved(name), longest, MOST_BYTES)))

const unreserved = (name: string): string =>
  RESERVED.test(name.split('.')[0]?.trimEnd() ?? '') || RESERVED_IN_CLOUD.test(name) ? `_${name}` : name

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
