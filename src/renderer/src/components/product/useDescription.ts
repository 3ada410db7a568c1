/** A long description, fetched as text from the app's own origin and sanitised. */
import { ref, shallowRef, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { truncateHtml } from './truncateHtml.ts'
import { sanitise } from './sanitise.ts'

export interface Description {
  /** null: not here yet, or it could not be read. */
  content: Readonly<ShallowRef<DocumentFragment | null>>
  /** What is shown is its beginning only. */
  cut: Readonly<Ref<boolean>>
  failed: Readonly<Ref<boolean>>
  load: () => Promise<void>
}

/** @param address where main has it; another one is fetched anew, and what was there stays until it came */
export function useDescription(address: () => string): Description {
  const content = shallowRef<DocumentFragment | null>(null)
  const cut = ref(false)
  const failed = ref(false)

  async function load(): Promise<void> {
    const requested = address()
    const text = await textAt(requested)
    if (requested !== address()) return
    failed.value = text === null
    const shown = truncateHtml(text ?? '')
    content.value = text === null ? null : sanitise(shown.html)
    cut.value = shown.cut
  }
  watch(address, load, { immediate: true })
  return { content, cut, failed, load }
}

async function textAt(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    return answer.ok ? await answer.text() : null
  } catch (error) {
    // How fetch says that nothing was answered, and that an answer broke off.
    if (error instanceof TypeError) return null
    throw error
  }
}
