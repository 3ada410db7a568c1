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
  /** After a refusal, reads the remaining attempts before it throws. */
  const take = async (answer: Promise<LockState>): Promise<void> => {
    try {
      state.value = await answer
    } catch (thrown) {
      await load()
      throw thrown
    }
  }
  /** @throws Refusal BAD_REQUEST without a PIN */
  const now = (): Promise<void> => take(call('lock', 'now'))
  /** @throws Refusal WRONG_PIN */
  const unlock = (pin: string): Promise<void> => take(call('lock', 'unlock', { pin }))
  /** @throws Refusal CANCELLED when the person doesn't answer the system */
  const unlockBySystem = (): Promise<void> => take(call('lock', 'unlockBySystem'))
  /** @param current the PIN before, null when none is set. @throws Refusal WRONG_PIN */
  const setPin = (pin: string, current: string | null): Promise<void> => take(call('lock', 'setPin', { pin, current }))
  /** @throws Refusal WRONG_PIN */
  const turnOff = (pin: string): Promise<void> => take(call('lock', 'turnOff', { pin }))

  // Not throttled, and in a hidden window too: locked content must not be visible for even one frame.
  listen('lockChanged', () => void load())

  return { state, locked, load, now, unlock, unlockBySystem, setPin, turnOff }
})
