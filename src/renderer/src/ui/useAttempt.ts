/** Actions of the user: whether one is running, and why one failed. */
import { computed, ref, shallowRef } from 'vue'
import type { ComputedRef, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { errorFrom } from '../bridge.ts'

export interface Attempt {
  /** While any of the actions runs. */
  busy: ComputedRef<boolean>
  error: ShallowRef<ErrorInfo | null>
  /** Runs the action and clears the former error. Resolves in any case. */
  attempt: (act: () => Promise<void>) => Promise<void>
}

export function useAttempt(): Attempt {
  const running = ref(0)
  const error = shallowRef<ErrorInfo | null>(null)
  async function attempt(act: () => Promise<void>): Promise<void> {
    running.value += 1
    error.value = null
    try {
      await act()
    } catch (thrown) {
      error.value = errorFrom(thrown)
    } finally {
      running.value -= 1
    }
  }
  return { busy: computed(() => running.value > 0), error, attempt }
}
