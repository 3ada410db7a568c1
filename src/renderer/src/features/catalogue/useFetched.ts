/** A text from the app's own origin, such as a product's record or its long description. */
import { ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'

export interface Fetched<T> {
  /** null: not here yet, or unreadable. */
  value: Readonly<ShallowRef<T | null>>
  failed: Readonly<Ref<boolean>>
  load: () => Promise<void>
}

/** Fetches `address` whenever it changes; the former value stays until then. @param read parses the text; null: unreadable */
export function useFetched<T>(address: () => string, read: (text: string | null) => T | null): Fetched<T> {
  const value = shallowRef<T | null>(null)
  const failed = ref(false)

  async function load(): Promise<void> {
    const requested = address()
    const found = read(await fetchText(requested))
    if (requested !== address()) return
    value.value = found
    failed.value = found === null
  }
  watch(address, load, { immediate: true })
  return { value, failed, load }
}

async function fetchText(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    return answer.ok ? await answer.text() : null
  } catch (error) {
    // fetch throws it for a refused request or an aborted answer.
    if (error instanceof TypeError) return null
    throw error
  }
}
