/** Fetches the further pages of a list. After an error, what came before is the result, as a part of the list. */
import { AppError } from '../../shared/ipc/error.ts'
import type { PageSequence } from '../readers/page-sequence.ts'

/** The caller gave up, or our own storage failed: what came can't be kept. */
const FATAL: ReadonlySet<string> = new Set(['CANCELLED', 'STORAGE'])

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
      return sequence.stop()
    }
  }
}
