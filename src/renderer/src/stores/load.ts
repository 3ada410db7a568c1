/** Load state of everything that loads; rendered by components/base/LoadState.vue. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Freshness } from '../../../shared/models/freshness.ts'

/**
 * `loading`: nothing to show yet. `ready`: data to show; its freshness has its age, a running refresh and the latest error.
 * `error`: nothing to show, and why.
 */
export type Load<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; data: T; freshness: Freshness }
  | { state: 'error'; error: ErrorInfo; freshness: Freshness | null }

/**
 * Makes the Load of an answer: stored data wins over an error; without data, the state of the latest fetch decides.
 */
export function loadOf<T>(data: T | null, freshness: Freshness): Load<T> {
  if (data !== null && freshness.fetchedAt !== null) return { state: 'ready', data, freshness }
  if (freshness.refreshing) return { state: 'loading' }
  if (freshness.error) return { state: 'error', error: freshness.error, freshness }
  return data === null ? { state: 'loading' } : { state: 'ready', data, freshness }
}
