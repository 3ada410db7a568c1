/** State of a PIN attempt: running, refused with the remaining attempts, or blocked for a while. */
import { computed, ref, watch } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import { useAttempt } from '../../composables/attempt.ts'
import { useCountdown } from '../../composables/now.ts'
import { formatTime, t, tn } from '../../i18n.ts'
import { useLock } from '../../stores/lock.ts'

export interface PinAttempt {
  busy: Ref<boolean>
  /** Any error but a wrong PIN. */
  error: ShallowRef<ErrorInfo | null>
  /** Why the PIN was refused, or until when attempts are blocked; empty: neither. Counts down. */
  refusal: ComputedRef<string>
  /** After a block: attempts before the next one; empty otherwise. */
  left: ComputedRef<string>
  /** The same for screen readers, without the countdown. */
  spoken: ComputedRef<string>
  /** Attempts are blocked. */
  waiting: ComputedRef<boolean>
  /** Remaining seconds of a block, when few are left. */
  seconds: ComputedRef<number | null>
  /** @param act tries the PIN. @returns whether it was right */
  tryPin: (act: () => Promise<void>) => Promise<boolean>
  /** Clears the last refusal. */
  clear: () => void
}

/** Call in a component's setup. */
export function usePinAttempt(): PinAttempt {
  const lock = useLock()
  const wrong = ref(false)
  const { busy, error, attempt } = useAttempt()
  const until = (): string | null => lock.state?.waitUntil ?? null
  const seconds = useCountdown(until)
  const waiting = computed(() => until() !== null && seconds.value !== 0)

  const waited = ref(false)
  watch(waiting, (now) => {
    waited.value = !now
    // A block clears the last refusal.
    wrong.value = false
  })
  const tries = (): string => {
    const count = lock.state?.triesLeft ?? 0
    return count > 0 ? tn('lock.invalid.left', count) : ''
  }
  const left = computed(() => (waited.value && !wrong.value ? tries() : ''))

  const spoken = computed(() => {
    const at = until()
    if (waiting.value && at !== null) return t('lock.invalid.waitUntil', { time: formatTime(at) })
    return wrong.value ? `${t('lock.invalid.wrong')} ${tries()}`.trimEnd() : left.value
  })
  const refusal = computed(() => {
    if (waiting.value && seconds.value !== null) return t('lock.invalid.waitFor', { count: seconds.value })
    return left.value === '' ? spoken.value : ''
  })

  function clear(): void {
    wrong.value = false
    waited.value = false
    error.value = null
  }
  async function tryPin(act: () => Promise<void>): Promise<boolean> {
    clear()
    await attempt(act)
    const code = error.value?.code
    wrong.value = code === 'WRONG_PIN'
    // A dismissed system prompt needs no message.
    if (code === 'WRONG_PIN' || code === 'CANCELLED') error.value = null
    return code === undefined
  }

  return { busy, error, refusal, left, spoken, waiting, seconds, tryPin, clear }
}
