/** One action of the user: running, or failed and why. */
import { ref, shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { errorFrom } from '../bridge.ts'

export interface Attempt {
  busy: Ref<boolean>
  error: ShallowRef<ErrorInfo | null>
  /** Runs the action and clears the former error. Resolves in any case. */
  attempt: (act: () => Promise<void>) => Promise<void>
}

export function useAttempt(): Attempt {
  const busy = ref(false)
  const error = shallowRef<ErrorInfo | null>(null)
  async function attempt(act: () => Promise<void>): Promise<void> {
    busy.value = true
    error.value = null
    try {
      await act()
    } catch (thrown) {
      error.value = errorFrom(thrown)
    } finally {
      busy.value = false
    }
  }
  return { busy, error, attempt }
}
