/** Whether the app is locked: asked before anything else, because main answers little more while it is. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LockState } from '../../../shared/models/lock.ts'
import { call, listen } from '../bridge.ts'

export const useLock = defineStore('lock', () => {
  const state = shallowRef<LockState | null>(null)
  const locked = computed(() => state.value?.locked ?? false)

  const load = async (): Promise<void> => {
    state.value = await call('lock', 'state')
  }
  /** @throws Refusal BAD_REQUEST without a PIN */
  const now = async (): Promise<void> => {
    state.value = await call('lock', 'now')
  }

  // Heard at once, in a hidden window too: what is to be out of sight may not come into it for a moment.
  listen('lockChanged', () => void load())

  return { state, locked, load, now }
})
