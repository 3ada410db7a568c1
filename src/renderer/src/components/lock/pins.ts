/** Calls that take a PIN or the system's authentication; the lock store keeps the result. */
import type { LockState } from '../../../../shared/models/lock.ts'
import { call } from '../../bridge.ts'
import { useLock } from '../../stores/lock.ts'

/** After a refusal, reloads the remaining attempts before it throws. */
async function take(answer: Promise<LockState>): Promise<void> {
  const lock = useLock()
  try {
    lock.state = await answer
  } catch (thrown) {
    await lock.load()
    throw thrown
  }
}

/** @throws Refusal WRONG_PIN */
export const unlock = (pin: string): Promise<void> => take(call('lock', 'unlock', { pin }))

/** @throws Refusal CANCELLED when the person doesn't answer the system */
export const unlockBySystem = (): Promise<void> => take(call('lock', 'unlockBySystem'))

/** @param current the PIN before, null when none is set. @throws Refusal WRONG_PIN */
export const setPin = (pin: string, current: string | null): Promise<void> =>
  take(call('lock', 'setPin', { pin, current }))

/** @throws Refusal WRONG_PIN */
export const turnOff = (pin: string): Promise<void> => take(call('lock', 'turnOff', { pin }))
