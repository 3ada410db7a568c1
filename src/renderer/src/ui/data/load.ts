/** Load state of everything that loads, rendered by ui/controls/LoadState.vue; and requests that a later one overtakes. */
import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { Freshness } from '../../../../shared/models/freshness.ts'
import { errorFrom } from '../../bridge.ts'

/** The freshness of `ready` has the data's age, a running refresh and the latest error; `error` has no data to show. */
export type Load<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; data: T; freshness: Freshness }
  | { state: 'error'; error: ErrorInfo; freshness: Freshness | null }

/** Stored data wins over an error; without data, the state of the latest fetch decides. */
export function loadOf<T>(data: T | null, freshness: Freshness): Load<T> {
  if (data !== null && freshness.fetchedAt !== null) return { state: 'ready', data, freshness }
  if (freshness.refreshing) return { state: 'loading' }
  if (freshness.error) return { state: 'error', error: freshness.error, freshness }
  return data === null ? { state: 'loading' } : { state: 'ready', data, freshness }
}

/** Of what main holds itself, and asks no provider for. */
export const localFreshness = (): Freshness => ({
  fetchedAt: new Date().toISOString(),
  refreshing: false,
  error: null,
  notes: [],
  partial: null,
  revision: 0
})

/** null: nothing to show. */
export const dataOf = <T>(load: Load<T>): T | null => (load.state === 'ready' ? load.data : null)
/** null: nothing is known of it. */
export const freshnessOf = (load: Load<unknown>): Freshness | null =>
  load.state === 'ready' || load.state === 'error' ? load.freshness : null

export interface LatestRequest {
  /** Hands over the answer or error, unless a later request began or `drop` was called. */
  send: <T>(ask: () => Promise<T>, done: (answer: T) => void, failed: (error: ErrorInfo) => void) => Promise<void>
  /** Drops the answer to the running request. */
  drop: () => void
}

export function latestRequest(): LatestRequest {
  let latest = 0
  return {
    async send(ask, done, failed) {
      const request = (latest += 1)
      try {
        const answer = await ask()
        if (request === latest) done(answer)
      } catch (thrown) {
        if (request === latest) failed(errorFrom(thrown))
      }
    },
    drop: () => void (latest += 1)
  }
}

/** Holds the answer to the latest request; null: not loaded, or the request failed. */
export function latestAnswer<T>(ask: () => Promise<T>): {
  answer: ShallowRef<T | null>
  load: () => Promise<void>
  clear: () => void
} {
  const answer = shallowRef<T | null>(null)
  const request = latestRequest()
  function clear(): void {
    request.drop()
    answer.value = null
  }
  return { answer, load: () => request.send(ask, (given) => (answer.value = given), clear), clear }
}
