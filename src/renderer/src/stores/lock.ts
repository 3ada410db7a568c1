/** Whether the app is locked. Read before anything else: a locked main refuses most calls. */
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

  // Not throttled, and in a hidden window too: locked content must not be visible for even one frame.
  listen('lockChanged', () => void load())

  return { state, locked, load, now }
})
