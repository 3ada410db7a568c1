/** A PIN that is tried: under way, or refused with how many tries are left or when the next one is looked at. */
import { computed, ref } from 'vue'
import type { ComputedRef, Ref, ShallowRef } from 'vue'
import type { Failure } from '../../../../shared/ipc/failure.ts'
import { useAttempt } from '../../composables/attempt.ts'
import { useCountdown } from '../../composables/countdown.ts'
import { formatTime, t, tn } from '../../i18n/lock.ts'
import { useLock } from '../../stores/lock.ts'

export interface PinTry {
  busy: Ref<boolean>
  /** Anything but a wrong PIN. */
  failure: ShallowRef<Failure | null>
  /** Why the PIN was refused, or that none is looked at now; empty: neither. Counts down. */
  refusal: ComputedRef<string>
  /** The same, to be read out: without what changes every second. */
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
  const { busy, failure, attempt } = useAttempt()
  const until = (): string | null => lock.state?.waitUntil ?? null
  const seconds = useCountdown(until)
  const waiting = computed(() => until() !== null && seconds.value !== 0)

  const spoken = computed(() => {
    const at = until()
    if (waiting.value && at !== null) return t('lock.invalid.waitUntil', { time: formatTime(at) })
    if (!wrong.value) return ''
    const left = lock.state?.triesLeft ?? 0
    return left > 0 ? `${t('lock.invalid.wrong')} ${tn('lock.invalid.left', left)}` : t('lock.invalid.wrong')
  })
  const refusal = computed(() =>
    waiting.value && seconds.value !== null ? t('lock.invalid.waitFor', { count: seconds.value }) : spoken.value
  )

  function clear(): void {
    wrong.value = false
    failure.value = null
  }
  async function tryPin(act: () => Promise<void>): Promise<boolean> {
    clear()
    await attempt(act)
    const code = failure.value?.code
    wrong.value = code === 'WRONG_PIN'
    // Who dismissed the system's question knows.
    if (code === 'WRONG_PIN' || code === 'CANCELLED') failure.value = null
    return code === undefined
  }

  return { busy, failure, refusal, spoken, waiting, seconds, tryPin, clear }
}
