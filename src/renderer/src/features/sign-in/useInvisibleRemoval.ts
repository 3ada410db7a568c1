/** Removes invisible characters from what is typed or pasted, and says in which fields there were any. */
import { ref, watch } from 'vue'
import type { Ref } from 'vue'
import { withoutInvisible } from '../../../../shared/models/pasted-text.ts'

/** @returns whether a field's text had some */
export function useInvisibleRemoval<Name extends string>(
  fields: Readonly<Partial<Record<Name, Ref<string>>>>
): (name: Name) => boolean {
  const cleaned = ref(new Set<string>())
  for (const [name, text] of Object.entries<Ref<string> | undefined>(fields)) {
    if (!text) continue
    const clean = (typed: string): void => {
      const visible = withoutInvisible(typed)
      if (typed === '') cleaned.value.delete(name)
      if (visible === typed) return
      cleaned.value.add(name)
      text.value = visible
    }
    watch(text, clean, { flush: 'sync' })
  }
  return (name) => cleaned.value.has(name)
}
