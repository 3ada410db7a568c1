/** How far the refresh of the catalogue is, or the fetching of an order of it. Loaded anew when main says that it moved. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Progress } from '../../../shared/models/progress.ts'
import { call } from '../bridge.ts'
import { onOtherAccount } from './reset.ts'
import { whenStale } from './stale.ts'

export const useProgress = defineStore('progress', () => {
  /** null: nothing is under way. */
  const progress = shallowRef<Progress | null>(null)
  /** The person asked to end it, and it has not ended yet. */
  const stopping = ref(false)
  /** The person ended the latest one. */
  const stopped = ref(false)

  async function load(): Promise<void> {
    const before = progress.value
    try {
      progress.value = (await call('catalogue', 'progress')).progress
    } catch {
      // The progress is unknown, which is no error of the refresh: the refresh reports its own.
      progress.value = null
    }
    if (progress.value) stopped.value = false
    else if (stopping.value) stopped.value = true
    // What has received less than before is another one.
    if (!progress.value || (before && progress.value.bytes < before.bytes)) stopping.value = false
  }

  /** Ends the refresh; what is stored stays as it was. */
  async function cancel(): Promise<void> {
    if (stopping.value) return
    stopping.value = true
    try {
      await call('catalogue', 'cancelRefresh')
    } catch (thrown) {
      stopping.value = false
      throw thrown
    } finally {
      await load()
    }
  }

  onOtherAccount(() => {
    progress.value = null
    stopping.value = false
    stopped.value = false
  })
  whenStale('progressChanged', () => void load())

  return { progress, stopping, stopped, load, cancel }
})
