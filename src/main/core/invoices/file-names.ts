/** Names of files that every system takes, made of what a platform wrote. */
import type { Invoice } from '../../../shared/models/invoice.ts'

/** With the ending. */
const LONGEST = 100
/** In UTF-8: most file systems take 255 bytes, and an archive's reader may want to add to it. */
const MOST_BYTES = 200

/** What Windows takes for a device, whatever follows the first dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])$/i

/**
 * What would be a path, a stream or a pattern somewhere, or looks like one, becomes a hyphen; what is not seen, or turns around
 * what comes after it, is left out.
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

/** A hyphen in front would be an option to many a program, a dot hides the file; Windows drops dots and blanks at the end. */
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

/** @param ending with its dot */
export function fileName(stem: string, ending: string): string {
  const safe = safeStem(stem) || 'invoice'
  const name = RESERVED.test(safe.split('.')[0]?.trimEnd() ?? '') ? `_${safe}` : safe
  return trimmed(shortened(name, LONGEST - ending.length, MOST_BYTES)) + ending
}

/** Of an invoice: its day first, so that a folder of them is in order. */
export const pdfName = ({ key, number, issuedDay }: Pick<Invoice, 'key' | 'number' | 'issuedDay'>): string =>
  fileName([issuedDay, number ?? key].filter((part) => part !== null).join('_'), '.pdf')

/** Gives each file a name that no other one has, also where case and accents don't count. */
export function createNames(): (name: string) => string {
  const taken = new Set<string>()
  /** Of each stem, as it is once it is cut, what to count on from: all before it are taken. */
  const counts = new Map<string, number>()
  const fold = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase().toLowerCase()
  const free = (name: string): boolean => {
    const folded = fold(name)
    return !taken.has(folded) && Boolean(taken.add(folded))
  }
  return (name) => {
    if (free(name)) return name
    const dot = name.lastIndexOf('.')
    const counted = (count: number): string => {
      const ending = ` (${count})${name.slice(dot)}`
      return trimmed(shortened(name.slice(0, dot), LONGEST - ending.length, MOST_BYTES - ending.length)) + ending
    }
    const stem = fold(counted(2))
    for (let count = counts.get(stem) ?? 2; ; count += 1) {
      counts.set(stem, count + 1)
      const another = counted(count)
      if (free(another)) return another
    }
  }
}
