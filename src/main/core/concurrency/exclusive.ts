/** Runs one job at a time. A call with the same key and scope joins the running job. */
import { AppError } from '../../../shared/ipc/error.ts'

interface Turn {
  key: string
  scope: AbortSignal
  controller: AbortController
  isReplaced: boolean
}

/** @param onConflict 'reject' fails a call with another key; 'replace' aborts the running job */
export function createExclusive<T>(onConflict: 'reject' | 'replace') {
  let running: { turn: Turn; result: Promise<T> } | null = null

  return {
    /** @param scope ends the job's signal @throws BAD_REQUEST (found 'busy') while another job runs */
    run(
      key: string,
      scope: AbortSignal,
      job: (signal: AbortSignal, isReplaced: () => boolean) => Promise<T>
    ): Promise<T> {
      if (running) {
        const { turn, result } = running
        if (turn.key === key && turn.scope === scope && !turn.controller.signal.aborted) return result
        if (onConflict === 'reject') return Promise.reject(new AppError('BAD_REQUEST', { found: 'busy' }))
        turn.isReplaced = true
        turn.controller.abort()
      }
      const turn: Turn = { key, scope, controller: new AbortController(), isReplaced: false }
      const signal = AbortSignal.any([scope, turn.controller.signal])
      const result = job(signal, () => turn.isReplaced).finally(() => {
        if (running?.turn === turn) running = null
      })
      running = { turn, result }
      return result
    },
    cancel: (): void => running?.turn.controller.abort()
  }
}
