/** A product's whole record, as main has it. */
import { ref, shallowRef, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import type { Json } from '../../../../shared/models/json.ts'

type Fields = { [name: string]: Json }

export interface FullRecord {
  /** null: not here yet, or it could not be read. */
  record: Readonly<ShallowRef<Fields | null>>
  failed: Readonly<Ref<boolean>>
  load: () => Promise<void>
}

/**
 * @param address where main has it; another one is fetched anew
 * @param spare the record as far as the page has it already, for when main has it no more
 */
export function useRecord(address: () => string, spare: () => string): FullRecord {
  const record = shallowRef<Fields | null>(null)
  const failed = ref(false)

  async function load(): Promise<void> {
    const requested = address()
    const found = (await recordAt(requested)) ?? recordIn(spare())
    if (requested !== address()) return
    record.value = found
    failed.value = found === null
  }
  watch(address, load, { immediate: true })
  return { record, failed, load }
}

async function recordAt(address: string): Promise<Fields | null> {
  try {
    const answer = await fetch(address, { credentials: 'omit', referrerPolicy: 'no-referrer' })
    return answer.ok ? recordIn(await answer.text()) : null
  } catch (error) {
    // How fetch says that nothing was answered, and that an answer broke off.
    if (error instanceof TypeError) return null
    throw error
  }
}

/** null for text that is no object in JSON, such as one that was cut. */
function recordIn(text: string): Fields | null {
  try {
    const found = JSON.parse(text) as Json
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
