/** Whether the app is locked. Read before anything else: a locked main refuses most calls. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LockState } from '../../../../shared/models/lock.ts'
import { call, listen } from '../../bridge.ts'

export const useLock = defineStore('lock', () => {
  const state = shallowRef<LockState | null>(null)
  const locked = computed(() => state.value?.locked ?? false)

  const load = async (): Promise<void> => {
    state.value = await call('lock', 'state')
  }
  /** After a wrong PIN, reads the remaining attempts before it throws. */
  const applyAnswer = async (answer: Promise<LockState>): Promise<void> => {
    try {
      state.value = await answer
    } catch (thrown) {
      await load()
      throw thrown
    }
  }
  const lockNow = (): Promise<void> => applyAnswer(call('lock', 'lock'))
  const unlock = (pin: string): Promise<void> => applyAnswer(call('lock', 'unlock', { pin }))
  const unlockBySystem = (): Promise<void> => applyAnswer(call('lock', 'unlockBySystem'))
  /** @param current null when none is set */
  const setPin = (pin: string, current: string | null): Promise<void> =>
    applyAnswer(call('lock', 'setPin', { pin, current }))
  const turnOff = (pin: string): Promise<void> => applyAnswer(call('lock', 'turnOff', { pin }))

  // Not throttled, and in a hidden window too: locked content must not be visible for even one frame.
  listen('lock', () => void load())

  return { state, locked, load, lockNow, unlock, unlockBySystem, setPin, turnOff }
})
