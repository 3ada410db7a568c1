/** Requests for the pages of a list. Those of a batch go together: the answers to an earlier batch are dropped. */
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import { errorFrom } from '../../bridge.ts'
import { PAGE_ROWS } from './pagesInView.ts'

export interface RowSpan {
  offset: number
  limit: number
}

interface PageRequests<Answer> {
  /** The page is on its way. */
  has: (page: number) => boolean
  startBatch: () => void
  /** Sends one request for each page. `onAnswers` gets all their answers, unless another batch began. */
  send: (pages: readonly number[], onAnswers: (answers: Answer[]) => void) => Promise<void>
}

export function createPageRequests<Answer>(
  fetchRows: (span: RowSpan) => Promise<Answer>,
  onError: (error: ErrorInfo) => void
): PageRequests<Answer> {
  /** The pages of the latest batch that are on their way. */
  let batch = new Set<number>()

  async function send(pages: readonly number[], onAnswers: (answers: Answer[]) => void): Promise<void> {
    const own = batch
    for (const page of pages) own.add(page)
    try {
      const answers = await Promise.all(pages.map((page) => fetchRows({ offset: page * PAGE_ROWS, limit: PAGE_ROWS })))
      if (own === batch) onAnswers(answers)
    } catch (thrown) {
      if (own === batch) onError(errorFrom(thrown))
    } finally {
      for (const page of pages) own.delete(page)
    }
  }

  return {
    has: (page) => batch.has(page),
    startBatch() {
      batch = new Set()
    },
    send
  }
}
