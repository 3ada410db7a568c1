/** A PIN that is tried: under way, or refused with how many tries are left or when the next one is looked at. */
import { computed, ref, watch } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import { useAttempt } from '../../composables/attempt.ts'
import { useCountdown } from '../../composables/countdown.ts'
import { formatTime, t, tn } from '../../i18n.ts'
import { useLock } from '../../stores/lock.ts'

export interface PinTry {
  busy: Ref<boolean>
  /** Anything but a wrong PIN. */
  error: ShallowRef<ErrorInfo | null>
  /** Why the PIN was refused, or that none is looked at now; empty: neither. Counts down. */
  refusal: ComputedRef<string>
  /** After a wait, how many tries there are before the next one; empty: nothing was waited for, or one was tried since. */
  left: ComputedRef<string>
  /** What is said of either, to be read out: without what changes every second. */
  spoken: ComputedRef<string>
  /** No PIN is looked at now. */
  waiting: ComputedRef<boolean>
  /** Whole seconds of that, when it is not long any more. */
  seconds: ComputedRef<number | null>
  /** @param act tries the PIN. @returns whether it was right */
  tryPin: (act: () => Promise<void>) => Promise<boolean>
  /** What was said of the last try is settled. */
  clear: () => void
}

/** Call in a component's setup. */
export function usePinTry(): PinTry {
  const lock = useLock()
  const wrong = ref(false)
  const { busy, error, attempt } = useAttempt()
  const until = (): string | null => lock.state?.waitUntil ?? null
  const seconds = useCountdown(until)
  const waiting = computed(() => until() !== null && seconds.value !== 0)

  const waited = ref(false)
  watch(waiting, (now) => {
    waited.value = !now
    // What was refused before the wait is settled by it.
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
    // Who dismissed the system's question knows.
    if (code === 'WRONG_PIN' || code === 'CANCELLED') error.value = null
    return code === undefined
  }

  return { busy, error, refusal, left, spoken, waiting, seconds, tryPin, clear }
}
