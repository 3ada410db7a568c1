/** State of a PIN attempt: running, refused with the remaining attempts, or blocked for a while. */
import { computed, ref, watch } from 'vue'
import { useAttempt } from '../../ui/useAttempt.ts'
import { useCountdown } from '../../ui/clock.ts'
import { formatTime, sentences, t, tn } from '../../i18n.ts'
import { useLock } from './lock.ts'

export function usePinAttempt() {
  const lock = useLock()
  const wrong = ref(false)
  /** `error`: any but a wrong PIN. */
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
  /** After a block: the attempts before the next one. */
  const left = computed(() => (waited.value && !wrong.value ? tries() : ''))
  /** For screen readers, without the countdown. */
  const spoken = computed(() => {
    const at = until()
    if (waiting.value && at !== null) return t('lock.invalid.waitUntil', { time: formatTime(at) })
    return wrong.value ? sentences(t('lock.invalid.wrong'), tries()) : left.value
  })
  /** Why the PIN was refused, or until when attempts are blocked. */
  const refusal = computed(() => {
    if (waiting.value && seconds.value !== null) return t('lock.invalid.waitFor', { count: seconds.value })
    return left.value === '' ? spoken.value : ''
  })

  function clear(): void {
    wrong.value = false
    waited.value = false
    error.value = null
  }
  /** @returns whether the PIN was right */
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
