/** Whether the app is locked: asked before anything else, because main answers little more while it is. */
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LockState } from '../../../shared/model/lock.ts'
import { call, listen } from '../api.ts'

export const useLock = defineStore('lock', () => {
  const state = shallowRef<LockState | null>(null)
  const locked = computed(() => state.value?.locked ?? false)

  const load = async (): Promise<void> => {
    state.value = await call('lock', 'state')
  }
  /** When it is refused, the tries that are left are known before that is told. */
  const take = async (asked: Promise<LockState>): Promise<void> => {
    try {
      state.value = await asked
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

  // Heard at once, in a hidden window too: what is to be out of sight may not come into it for a moment.
  listen('lockChanged', () => void load())

  return { state, locked, load, now, unlock, unlockBySystem, setPin, turnOff }
})
