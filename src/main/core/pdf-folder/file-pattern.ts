/** The pattern of the user that names each saved PDF, and its subfolders, such as `{year}/{account} {number}.pdf`. */
import { t } from '../../../shared/i18n/translate.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import {
  PATTERN_FIELDS,
  PATTERN_LIMITS,
  type PatternField,
  type PatternProblem
} from '../../../shared/models/pdf-folder.ts'
import { fileName, folderName } from '../invoices/file-names.ts'

/** Of a path within the folder, in characters: Windows programs take 260 with the folder's own path. */
const LONGEST_PATH = 200
const LONGEST_FILE = 100
/** Of a value, before it is made safe: the provider's texts may be long. */
const LONGEST_VALUE = 300

const ENDING = '.pdf'

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
  const empty = names.find((name) => !name.includes('{') && folderName(name, LONGEST_FILE) === '')
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

/** All operating systems accept every name. A text stands for a missing value. */
export function pathFor({ names }: FilePattern, values: PatternValues): RelativePath {
  const folders = names.slice(0, -1)
  const longest = folders.length === 0 ? 0 : Math.floor((LONGEST_PATH - LONGEST_FILE) / folders.length) - 1
  const named = folders.map((parts) => folderName(textOf(parts, values), longest) || t('pdfFolder.name.unknown'))
  return {
    // Without a day, {year}/{month} is one folder.
    folders: named.filter((name, at) => at === 0 || name !== t('pdfFolder.name.noDate') || name !== named[at - 1]),
    file: fileName(textOf(names.at(-1) ?? [], values), ENDING)
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
