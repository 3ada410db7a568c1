/** Fetches the further pages of a list. After an error, what came before is the result, as a part of the list. */
import { AppError, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { PageSequence } from '../readers/page-sequence.ts'

/** The caller gave up, or our own storage failed: what came can't be kept. */
const FATAL: ReadonlySet<string> = new Set(['CANCELLED', 'STORAGE'])

/** Others with the same status are about the credential, such as 400 with "Token expired", or a web page of something on the way. */
const isAboutPage = ({ code, found }: ErrorInfo): boolean =>
  found === undefined && (code === 'NOT_FOUND' || code === 'BAD_REPLY')

/**
 * @param isTimeLeft asked before each page
 * @param fetchPage fetches a page and adds it to its list; returns the URL of the next one
 */
export async function followPages(
  sequence: PageSequence,
  next: URL | null,
  isTimeLeft: () => boolean,
  fetchPage: (url: URL) => Promise<URL | null>
): Promise<void> {
  let url = next
  while (url !== null) {
    if (!isTimeLeft()) return sequence.stop()
    try {
      url = await fetchPage(url)
    } catch (error) {
      if (!(error instanceof AppError) || FATAL.has(error.info.code)) throw error
      if (isAboutPage(error.info) && sequence.endsBefore(error.info.status)) return
      return sequence.stop()
    }
  }
}
