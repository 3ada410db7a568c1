/** One job at a time, whatever its key. A call with the same key and scope joins the running job. */
import { AppError } from '../../../shared/ipc/error.ts'

interface Turn {
  key: string
  scope: AbortSignal
  controller: AbortController
  isReplaced: boolean
}

/** @param onConflict a call for other work is rejected, or aborts the running job and starts at once */
export function createExclusive<T>(onConflict: 'reject' | 'replace') {
  let running: { turn: Turn; result: Promise<T> } | null = null

  return {
    /**
     * @param scope ends the job's signal; two calls belong together only if it is the same one
     * @throws BAD_REQUEST (found 'busy') while another job runs, if conflicts are rejected
     */
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
    /** Aborts the signal of the running job. */
    cancel: (): void => running?.turn.controller.abort()
  }
}
