/** Answers `portside refresh`: that process asks once, by an id, and then reads the answer from the registry's file. */
import type { RefreshAnswer, Registry } from '../../ports/index.ts'
import type { Refresh } from './refresh.ts'

/** Any program of the user can ask. Older answers go, so the record stays small. */
const MOST_ANSWERS = 10

interface RefreshRequestsParts {
  registry: Pick<Registry, 'saveRefreshAnswers'>
  refresh: Pick<Refresh, 'fetchAllowedAccounts'>
  report: (error: unknown) => void
}

export class RefreshRequests {
  readonly #parts: RefreshRequestsParts
  #answers: RefreshAnswer[] = []
  #isStopped = false

  constructor(parts: RefreshRequestsParts) {
    this.#parts = parts
  }

  /** Fetches all accounts, or joins the run that is under way. Never rejects. */
  async fetchFor(id: string): Promise<void> {
    if (this.#isStopped || this.#answers.some((answer) => answer.id === id)) return
    this.#answers = [...this.#answers, { id, state: 'running' as const, accounts: [] }].slice(-MOST_ANSWERS)
    this.#save()
    const outcomes = await this.#parts.refresh.fetchAllowedAccounts()
    if (this.#isStopped) return
    const accounts = (outcomes ?? []).map(({ accountId, error }) => ({
      accountId,
      // The registry isn't encrypted: neither the provider's text nor its host goes there.
      error: error && { code: error.code, found: error.found }
    }))
    this.#answers = this.#answers.map((answer) =>
      answer.id === id ? { id, state: outcomes === null ? 'locked' : 'ended', accounts } : answer
    )
    this.#save()
  }

  /** Answers what is still running: the app quits. Call before the registry is closed. */
  stop(): void {
    const isAnswered = this.#answers.every(({ state }) => state !== 'running')
    this.#isStopped = true
    if (isAnswered) return
    this.#answers = this.#answers.map((answer) => (answer.state === 'running' ? { ...answer, state: 'quit' } : answer))
    this.#save()
  }

  #save(): void {
    try {
      this.#parts.registry.saveRefreshAnswers(this.#answers)
    } catch (error) {
      this.#parts.report(error)
    }
  }
}
