import { toErrorInfo } from '../../../shared/ipc/error.ts'
import type { FolderProblem } from '../../../shared/models/pdf-folder.ts'
import { AccountSave, type SaveOutcome } from './account-save.ts'
import { FetchDelays } from './fetch-delays.ts'
import type { PdfSaverParts } from './pdf-folder-parts.ts'

/** With these, no other file can be saved either. */
const OF_THE_FOLDER: readonly FolderProblem[] = ['gone', 'full', 'tooMany', 'noAnswer']

/** Saves the PDFs of one account after the other, in turns. */
export class PdfSaver {
  readonly #parts: PdfSaverParts
  readonly #delays: FetchDelays
  /** Accounts to save, and whether the user asked for it. */
  readonly #due = new Map<string, boolean>()
  readonly #notFetched = new Map<string, number>()
  #progress: { done: number; total: number } | null = null
  #running: AbortController | null = null

  constructor(parts: PdfSaverParts) {
    this.#parts = parts
    this.#delays = new FetchDelays(parts.clock)
  }

  /** After the accounts that are due already. @param byUser also those PDFs that couldn't be fetched lately, with fresh links */
  save(accountIds: readonly string[], byUser: boolean): void {
    for (const id of accountIds) this.#due.set(id, byUser || (this.#due.get(id) ?? false))
    if (byUser) this.#delays.forgetFailures()
    this.resume()
  }

  /** Goes on after an unlock. */
  resume(): void {
    if (this.#running || this.#due.size === 0 || this.#parts.locked()) return
    const running = new AbortController()
    this.#running = running
    void this.#saveAll(running.signal)
      .catch(this.#parts.report)
      .finally(() => {
        if (this.#running !== running) return
        this.#running = null
        this.#progress = null
        this.#parts.changed()
        // An account that became due meanwhile.
        this.resume()
      })
  }

  cancel(): void {
    this.#due.clear()
    this.#notFetched.clear()
    this.#running?.abort()
    this.#running = null
    this.#progress = null
  }

  progress(): { done: number; total: number } | null {
    return this.#progress && { ...this.#progress }
  }

  notFetched(): number {
    const counts = [...this.#notFetched].map(([id, count]) => (this.#parts.isChosen(id) ? count : 0))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  async #saveAll(signal: AbortSignal): Promise<void> {
    const { locked, found } = this.#parts
    let problem: FolderProblem | null = null
    let isProven = false
    const cutShort = new Set<string>()
    for (let [next] = this.#due; next && !signal.aborted && !locked(); [next] = this.#due) {
      const [id, byUser] = next
      this.#due.delete(id)
      const outcome = await this.#saveAccount(id, byUser, signal)
      if (signal.aborted) return
      if (outcome === 'cutShort') {
        // Locked, or its connection changed.
        if (locked() || !cutShort.has(id)) this.#due.set(id, byUser)
        cutShort.add(id)
      } else if (outcome) {
        problem ??= outcome.problem
        isProven ||= outcome.saved > 0 || outcome.left === 0
        // After the others.
        if (outcome.isPaused) this.#due.set(id, this.#due.get(id) ?? false)
      }
      if (problem && OF_THE_FOLDER.includes(problem)) this.#due.clear()
    }
    if (problem || isProven) found(problem)
  }

  /** @returns null when nothing could be done for it */
  async #saveAccount(id: string, byUser: boolean, signal: AbortSignal): Promise<SaveOutcome | 'cutShort' | null> {
    if (!this.#parts.isChosen(id)) return null
    try {
      const saver = {
        showProgress: (counts: { done: number; total: number }) => this.#show(counts),
        areOthersDue: () => [...this.#due.keys()].some((other) => other !== id)
      }
      const outcome = await this.#parts.accounts
        .get(id)
        .work((work) => new AccountSave(this.#parts, work, this.#delays, saver).run(byUser), signal)
      if (!signal.aborted) this.#notFetched.set(id, outcome.notFetched)
      return outcome
    } catch (error) {
      if (toErrorInfo(error).code === 'CANCELLED') return 'cutShort'
      // Signed out, removed, or its saved data can't be read now: the app says so where it shows the account.
      this.#parts.report(error)
      return null
    }
  }

  #show(counts: { done: number; total: number }): void {
    this.#progress = { ...counts }
    this.#parts.changed()
  }
}
