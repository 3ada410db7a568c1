/** Progress of the catalogue refresh, or of fetching a sort order. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Progress } from '../../../shared/models/freshness.ts'
import { call } from '../bridge.ts'
import { onAccountChange, useSession } from './session.ts'
import { listenWhileVisible } from './listenWhileVisible.ts'

export const useProgress = defineStore('progress', () => {
  const progress = shallowRef<Progress | null>(null)
  /** The user cancelled, and main has not stopped yet. */
  const stopping = ref(false)
  const stopped = ref(false)

  async function load(): Promise<void> {
    const session = useSession()
    const { of } = session
    const before = progress.value
    let now: Progress | null
    try {
      now = (await call('catalogue', 'progress', { of })).progress
    } catch {
      // The refresh reports its own errors.
      now = null
    }
    // That of an account that was left.
    if (of !== session.of) return
    progress.value = now
    if (progress.value) stopped.value = false
    else if (stopping.value) stopped.value = true
    // Fewer bytes than before: a new refresh.
    if (!progress.value || (before && progress.value.bytes < before.bytes)) stopping.value = false
  }

  async function cancel(): Promise<void> {
    if (stopping.value) return
    stopping.value = true
    try {
      await call('catalogue', 'cancelRefresh', { of: useSession().of })
    } catch (thrown) {
      stopping.value = false
      throw thrown
    } finally {
      await load()
    }
  }

  onAccountChange(() => {
    progress.value = null
    stopping.value = false
    stopped.value = false
  })
  listenWhileVisible('progressChanged', () => void load())

  return { progress, stopping, stopped, load, cancel }
})
