/** JSON files that users choose. They may come from anybody. */
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { holdsCredential } from '../../../shared/models/credential-text.ts'

/** Of a definition's file, in bytes. */
export const LONGEST_FILE = 64 * 1024

/** @throws BAD_REQUEST with `found` */
export function parseJsonFile(text: string, found: ErrorInfo['found']): unknown {
  try {
    // Editors on Windows add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message quotes the file.
    throw new AppError('BAD_REQUEST', { found })
  }
}

export const jsonFileText = (content: object): string => `${JSON.stringify(content, null, 2)}\n`

/** A name that only the file has may be anything, so its characters are few. */
export const shownName = (name: string): string => (/^[\w $-]{1,40}$/.test(name) && !holdsCredential(name) ? name : '…')
