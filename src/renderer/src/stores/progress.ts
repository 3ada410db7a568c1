/** How far the refresh of the catalogue is. Loaded when main first says that it moved. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { Progress } from '../../../shared/model/progress.ts'
import { call } from '../api.ts'
import { onOtherAccount } from './forget.ts'
import { whenStale } from './stale.ts'

export const useProgress = defineStore('progress', () => {
  /** null: no refresh is under way. */
  const progress = shallowRef<Progress | null>(null)
  /** The person asked to end it. */
  const stopping = ref(false)

  async function load(): Promise<void> {
    try {
      progress.value = (await call('catalogue', 'progress')).progress
    } catch {
      // How far it is can't be told, which is no trouble of the refresh: that has its own way to say so.
      progress.value = null
    }
    if (progress.value === null) stopping.value = false
  }

  /** Ends the refresh; what is stored stays as it was. */
  async function cancel(): Promise<void> {
    if (stopping.value) return
    stopping.value = true
    try {
      await call('catalogue', 'cancelRefresh')
    } finally {
      await load()
      stopping.value = false
    }
  }

  onOtherAccount(() => {
    progress.value = null
  })
  whenStale('progressChanged', () => void load())

  return { progress, stopping, load, cancel }
})
