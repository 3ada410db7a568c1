/** One thing that a person asked for: under way, or failed and why. */
import { ref, shallowRef } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import type { Failure } from '../../../shared/ipc/error.ts'
import { failureFrom } from '../bridge.ts'

export interface Attempt {
  busy: Ref<boolean>
  failure: ShallowRef<Failure | null>
  /** Does it; the failure of the time before goes. Ends when it ended, one way or the other. */
  attempt: (act: () => Promise<void>) => Promise<void>
}

export function useAttempt(): Attempt {
  const busy = ref(false)
  const failure = shallowRef<Failure | null>(null)
  async function attempt(act: () => Promise<void>): Promise<void> {
    busy.value = true
    failure.value = null
    try {
      await act()
    } catch (thrown) {
      failure.value = failureFrom(thrown)
    } finally {
      busy.value = false
    }
  }
  return { busy, failure, attempt }
}
