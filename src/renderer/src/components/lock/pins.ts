/** What is done with a PIN, or in place of one; the store of the lock knows the outcome. */
import type { LockState } from '../../../../shared/models/lock.ts'
import { call } from '../../bridge.ts'
import { useLock } from '../../stores/lock.ts'

/** When it is refused, the tries that are left are known before that is told. */
async function take(asked: Promise<LockState>): Promise<void> {
  const lock = useLock()
  try {
    lock.state = await asked
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
