/**
 * The name of an invoice's PDF, wherever it is saved: by default its day and number, in the folder of new PDFs by the user's pattern,
 * such as `{year}/{account} {number}.pdf`. Every operating system accepts each name, and OneDrive, SharePoint and Dropbox upload it.
 * Their rules, read in November 2026: Microsoft's "Restrictions and limitations in OneDrive and SharePoint" (support.microsoft.com,
 * 64883a5d-228e-48f5-b3d2-eb39e07630fa), and Dropbox's ignored files as the client Maestral lists them in its wiki ("Excluded Files
 * and Sync Issues"). A path may have 400 characters there.
 */
import { t } from '../../../shared/i18n/translate.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import {
  PATTERN_FIELDS,
  PATTERN_LIMITS,
  type PatternField,
  type PatternProblem
} from '../../../shared/models/pdf-folder.ts'

/** Of a name in characters, with the extension. */
const LONGEST = 100
/** Of a path within the folder, in characters: Windows programs take 260 with the folder's own path. */
const LONGEST_PATH = 200
/** Of a value, before it is made safe: the provider's texts may be long. */
const LONGEST_VALUE = 300
const ENDING = '.pdf'
/** In UTF-8. Most file systems allow 255 bytes, and an archive tool may append to the name. */
const MOST_BYTES = 200

/** Device names on Windows, whatever follows the first dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00B9\u00B2\u00B3])$/i
/** Files of the system, which no client uploads, a folder that each library of SharePoint has itself, and letters that can't begin one. */
const RESERVED_IN_CLOUD = /^(?:(?:desktop\.ini|thumbs\.db|forms)$|[\u1027\u309B])/i
/** SharePoint refuses it anywhere in a name. */
const FRONT_PAGE = /_(vti)_/gi

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

const unreserved = (name: string): string =>
  RESERVED.test(name.split('.')[0]?.trimEnd() ?? '') || RESERVED_IN_CLOUD.test(name) ? `_${name}` : name

/**
 * Replaces characters of paths, streams and wildcards (and their look-alikes) by a hyphen, and those that some organisations don't
 * allow in SharePoint (# and %). Removes invisible characters and those that reverse the text after them.
 * @returns an empty text if nothing of it can be in a name
 */
function safeName(text: string, longest: number): string {
  const plain = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/[/\\:*?"<>|\u2044\u2215\u2216\u29F5\u29F8\uFF0F\uFF3C#%]+/g, '-')
    .replaceAll(FRONT_PAGE, '-$1-')
  // What is left of a long name may be a reserved one: `nul---…`.
  return unreserved(trimmed(shortened(unreserved(trimmed(plain)), longest, MOST_BYTES)))
}

const fileName = (stem: string): string => (safeName(stem, LONGEST - ENDING.length) || 'invoice') + ENDING

/** @param longest in characters */
export const folderName = (text: string, longest = LONGEST): string =>
  safeName(text, longest) || t('pdfFolder.name.unknown')

/** The default. The day comes first, so that a folder sorts by date. */
export const pdfName = ({ key, number, issuedDay }: Pick<Invoice, 'key' | 'number' | 'issuedDay'>): string =>
  fileName([issuedDay, number ?? key].filter((part) => part !== null).join('_'))

type Part = { text: string } | { field: PatternField }

export interface FilePattern {
  /** Names of the folders, then that of the file without its ending. */
  names: readonly (readonly Part[])[]
}

export interface PatternValues {
  invoice: Pick<Invoice, 'key' | 'number' | 'issuedDay' | 'currency' | 'total' | 'state'>
  account: string
  provider: string
}

export interface RelativePath {
  folders: string[]
  file: string
}

/** @returns what is wrong with it, or the pattern */
export function parsePattern(
  typed: string
): { pattern: FilePattern; problem: null } | { pattern: null; problem: PatternProblem } {
  const text = typed.trim()
  const fail = (kind: PatternProblem['kind'], part: string | null = null) => ({
    pattern: null,
    problem: { kind, part }
  })
  if (text === '') return fail('empty')
  if (text.length > PATTERN_LIMITS.characters) return fail('tooLong')
  const wrong = wrongField(text)
  if (wrong) return { pattern: null, problem: wrong }
  if (text.includes('\\')) return fail('backslash')
  if (text.startsWith('/') || /^[a-z]:/i.test(text)) return fail('absolute')
  if (!text.toLowerCase().endsWith(ENDING)) return fail('notPdf')
  const names = text.slice(0, -ENDING.length).split('/')
  if (names.length - 1 > PATTERN_LIMITS.folders) return fail('tooManyFolders')
  const empty = names.find((name) => !name.includes('{') && safeName(name, LONGEST) === '')
  if (empty !== undefined) return fail('emptyName', empty.trim() || null)
  return { pattern: { names: names.map(partsOf) }, problem: null }
}

/** The fields are looked at first: one that is misspelt may have a slash in it. */
function wrongField(text: string): PatternProblem | null {
  const fields = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = fields.find((name) => !isField(name))
  if (unknown !== undefined) return { kind: 'unknownField', part: unknown }
  return /[{}]/.test(text.replaceAll(/\{[^{}]*\}/g, '')) ? { kind: 'brace', part: null } : null
}

const isField = (name: string): name is PatternField => PATTERN_FIELDS.some((field) => field === name)

const partsOf = (name: string): Part[] =>
  name
    .split(/(\{[a-z]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const field = part.slice(1, -1)
      return part.startsWith('{') && isField(field) ? { field } : { text: part }
    })

/** A text stands for a missing value. */
export function pathFor({ names }: FilePattern, values: PatternValues): RelativePath {
  const folders = names.slice(0, -1)
  const longest = folders.length === 0 ? 0 : Math.floor((LONGEST_PATH - LONGEST) / folders.length) - 1
  const named = folders.map((parts) => folderName(textOf(parts, values), longest))
  return {
    // Without a day, {year}/{month} is one folder.
    folders: named.filter((name, at) => at === 0 || name !== t('pdfFolder.name.noDate') || name !== named[at - 1]),
    file: fileName(textOf(names.at(-1) ?? [], values))
  }
}

const DATE_FIELDS: readonly PatternField[] = ['year', 'month', 'day']
const isDate = (part: Part | undefined): boolean =>
  part !== undefined && 'field' in part && DATE_FIELDS.includes(part.field)

function textOf(parts: readonly Part[], values: PatternValues): string {
  const shown = values.invoice.issuedDay === null ? withOneDate(parts) : parts
  return shown.map((part) => ('field' in part ? valueOf(part.field, values) : part.text)).join('')
}

/** Without a day, `{year}-{month}-{day}` says so once: the first of the fields stands for all, and for what joins them. */
function withOneDate(parts: readonly Part[]): Part[] {
  const first = parts.findIndex(isDate)
  return parts.filter((part, at) => {
    if (first < 0 || at <= first) return true
    const isJoint = 'text' in part && isDate(parts[at - 1]) && isDate(parts[at + 1])
    return !isDate(part) && !isJoint
  })
}

function valueOf(field: PatternField, { invoice, account, provider }: PatternValues): string {
  const { key, number, issuedDay, currency, total, state } = invoice
  const value = ((): string | null => {
    switch (field) {
      case 'year':
        return issuedDay?.slice(0, 4) ?? t('pdfFolder.name.noDate')
      case 'month':
        return issuedDay?.slice(5, 7) ?? t('pdfFolder.name.noDate')
      case 'day':
        return issuedDay?.slice(8, 10) ?? t('pdfFolder.name.noDate')
      case 'account':
        return account
      case 'provider':
        return provider
      case 'number':
        return number ?? key
      case 'currency':
        return currency
      case 'total':
        return total
      case 'state':
        return t(`pdfFolder.name.state.${state}`)
    }
  })()
  return value?.trim() ? value.slice(0, LONGEST_VALUE) : t('pdfFolder.name.unknown')
}

/** With slashes, also on Windows. */
export const shownPath = ({ folders, file }: RelativePath): string => [...folders, file].join('/')

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
