/** Saves each new PDF of an invoice into a folder that the user chose, and lists the saved files. */
/**
 * What a file name can be made of. `/` in the pattern makes subfolders. A new field has its value in main/invoices/pdf/pdf-names.ts,
 * where the compiler asks for it, and its text in `invoices.pdfFolder.field`.
 */
export const PATTERN_FIELDS = [
  'year',
  'month',
  'day',
  'account',
  'provider',
  'number',
  'currency',
  'total',
  'state'
] as const
export type PatternField = (typeof PATTERN_FIELDS)[number]

export const DEFAULT_PATTERN = '{year}/{month}/{account} {number}.pdf'

export const PATTERN_LIMITS = { characters: 200, folders: 4 } as const

export const PATTERN_PROBLEMS = [
  'empty',
  'tooLong', // see PATTERN_LIMITS
  'tooManyFolders', // see PATTERN_LIMITS
  'notPdf', // it doesn't end in .pdf
  'absolute', // it begins with a slash or a drive letter
  'emptyName', // of a folder or the file: two slashes in a row, only dots and spaces, or `.pdf` alone
  'backslash',
  'unknownField', // `part` is its name
  'brace' // one without its other half
] as const

export interface PatternProblem {
  kind: (typeof PATTERN_PROBLEMS)[number]
  /** What of the pattern is wrong, where it is a part of it. */
  part: string | null
}

/** PDFs and archives leave so much of the disk free, for the files of Portside and of others. */
export const PDF_RESERVE_BYTES = 200_000_000

/** New files that a folder takes in a day. A provider may list any number of invoices. */
export const MOST_FILES_A_DAY = 5000

/** Of the list of saved PDFs: the newest ones. */
export const MOST_LISTED_PDFS = 500

/** @see PdfFolderState.problem */
export const FOLDER_PROBLEMS = [
  'gone', // it was deleted or renamed, or its drive isn't connected
  'readOnly', // the folder or a subfolder can't be written
  'full', // less than PDF_RESERVE_BYTES would stay free
  'link', // a subfolder is a link that leads out of the folder
  'tooMany', // it got MOST_FILES_A_DAY today
  'sameName', // of a single file: so many have its name that no number is left
  'noAnswer', // such as a network drive that hangs
  'other'
] as const
export type FolderProblem = (typeof FOLDER_PROBLEMS)[number]

export interface PdfFolderState {
  /** Its path, to be shown only: no call takes one. null: none was chosen. */
  folder: string | null
  /** PDFs of the running save; null: none runs. */
  progress: { done: number; total: number } | null
  /** Why the latest files couldn't be saved, and since when (ISO 8601). Portside tries again after each refresh. */
  problem: { kind: FolderProblem; since: string } | null
  /** PDFs that couldn't be fetched the last time. Portside tries again after the next refresh. */
  notFetched: number
  /** ISO 8601; null: nothing was saved yet. */
  lastSavedAt: string | null
}

export interface SavedPdf {
  /** For `reveal`. */
  id: string
  /** The account's id. */
  account: string
  /** The invoice's number, else its key. */
  number: string
  /** Within the folder, with slashes; the whole path of a file in an earlier folder. */
  path: string
  /** ISO 8601 */
  at: string
  /** null: not known, because the folder doesn't answer. */
  exists: boolean | null
}

/** Accounts that can be chosen. */
export const MOST_CHOSEN_ACCOUNTS = 1000
