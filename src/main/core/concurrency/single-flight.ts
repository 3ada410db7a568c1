/** Work that is done for one invoice at a time, however often it is asked for. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { Begun } from './operation.ts'

/**
 * Does the work, or joins the same that is under way.
 * @throws BAD_REQUEST with found 'busy' while it is done for another invoice, or for an account that was left
 */
export type Alone<T> = (begun: Begun, key: string, work: () => Promise<T>) => Promise<T>

export function createAlone<T>(): Alone<T> {
  let running: { begun: Begun; key: string; ended: Promise<T> } | null = null
  return (begun, key, work) => {
    if (running) {
      const same = running.key === key && running.begun.cache === begun.cache && running.begun.signal === begun.signal
      return same ? running.ended : Promise.reject(new AppError('BAD_REQUEST', { found: 'busy' }))
    }
    const ended = work().finally(() => {
      running = null
    })
    running = { begun, key, ended }
    return ended
  }
}
