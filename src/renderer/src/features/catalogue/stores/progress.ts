/** Progress of the catalogue refresh, or of fetching a sort order. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Progress } from '../../../../../shared/models/freshness.ts'
import { call } from '../../../bridge.ts'
import { latestRequest } from '../../../ui/data/load.ts'
import { listenForShown, onAccountChange, useSession } from '../../accounts/session.ts'

export const useProgress = defineStore('progress', () => {
  const progress = shallowRef<Progress | null>(null)
  /** The user cancelled, and main has not stopped yet. */
  const stopping = ref(false)
  const stopped = ref(false)

  const request = latestRequest()

  function show(now: Progress | null): void {
    const before = progress.value
    progress.value = now
    if (now) stopped.value = false
    else if (stopping.value) stopped.value = true
    // Fewer bytes than before: a new refresh.
    if (!now || (before && now.bytes < before.bytes)) stopping.value = false
  }
  const load = (): Promise<void> =>
    request.send(
      () => call('catalogue', 'progress', { of: useSession().of }),
      (answer) => show(answer.progress),
      // The refresh reports its own errors.
      () => show(null)
    )

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
    request.drop()
    progress.value = null
    stopping.value = false
    stopped.value = false
  })
  listenForShown('progress', () => void load())

  return { progress, stopping, stopped, load, cancel }
})
