/** The tries to renew a topic that are under way: one of each topic, however many ask for it. */
import { toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { Progress } from '../../../shared/models/progress.ts'
import { createProgress } from '../catalogue/progress.ts'
import { fetchTopic } from './fetch-topic.ts'
import type { FreshnessBook } from './freshness.ts'
import type { Access, Clock, Api, Publisher } from '../ports/index.ts'
import type { OpenAccountStorage } from '../open-account-storage.ts'

export interface TryParts {
  platform: Api
  store: OpenAccountStorage
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  /** The open account's invoices were fetched, or found to be current. */
  fetched: () => void
  /** Told of errors that no ErrorInfo code describes. */
  report: (error: unknown) => void
}

export interface Tries {
  /**
   * Begins a try, or joins the one that is under way. What comes of it is in the freshness book, unless it is cancelled.
   * @param left aborted when the account is left
   * @param instead comes to the same, and is under way already
   * @returns null when it worked; never rejects
   */
  once(
    topic: Topic,
    access: Promise<Access>,
    left: AbortSignal,
    instead?: Promise<ErrorInfo | null>
  ): Promise<ErrorInfo | null>
  cancelCatalogue(): void
  progress(): Progress | null
  /** The account is left: none of the tries under way is one of the next account's. */
  forget(): void
}

interface Try {
  outcome: Promise<ErrorInfo | null>
  cancel: () => void
}

export function createTries({ platform, store, freshness, clock, publisher, fetched, report }: TryParts): Tries {
  const running = new Map<Topic, Try>()
  const progress = createProgress(clock, publisher)

  const attempt = async (
    topic: Topic,
    asked: Promise<Access>,
    left: AbortSignal,
    cancelled: AbortSignal,
    instead: Promise<ErrorInfo | null> | undefined
  ): Promise<ErrorInfo | null> => {
    const before = freshness.error(topic)
    freshness.begin(topic)
    let error: ErrorInfo | null = null
    try {
      if (instead) error = await instead
      else {
        const access = await asked
        const signal = AbortSignal.any([left, cancelled])
        await fetchTopic(topic, { platform, clock, access, cache: store.current(), signal, progress })
      }
    } catch (thrown) {
      error = toErrorInfo(thrown)
      if (error.code === 'INTERNAL') report(thrown)
    }
    if (left.aborted) return { code: 'CANCELLED' }
    // A try that the person ended says nothing: what was known stands.
    const ended = error !== null && cancelled.aborted
    freshness.end(topic, ended ? before : error)
    if (topic === 'invoices' && error === null && !instead) fetched()
    return ended ? { code: 'CANCELLED' } : error
  }

  return {
    once(topic, access, left, instead) {
      const under = running.get(topic)
      if (under) return under.outcome
      const own = new AbortController()
      const outcome = attempt(topic, access, left, own.signal, instead).finally(() => {
        if (running.get(topic)?.outcome === outcome) running.delete(topic)
        publisher.publish('statusChanged')
      })
      running.set(topic, { outcome, cancel: () => own.abort() })
      publisher.publish('statusChanged')
      return outcome
    },
    cancelCatalogue: () => running.get('catalogue')?.cancel(),
    progress: () => progress.now(),
    forget() {
      running.clear()
      progress.clear()
    }
  }
}
