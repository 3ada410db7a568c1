/** The app lock over a fake bridge, and what one sees of it. */
import { bridge, lockState } from '../ui/shell/bridge.ts'

export const locked = (more: Parameters<typeof lockState>[0] = {}): ReturnType<typeof lockState> =>
  lockState({ enabled: true, locked: true, ...more })
export const unlocked = lockState({ enabled: true })

/** Main locks, and tells the page. */
export function lockNow(more: Parameters<typeof lockState>[0] = {}): void {
  bridge.answer('lock.state', locked(more))
  bridge.emit('lock')
}
/** Main unlocks by itself, as Touch ID or another way makes it. */
export function unlockNow(): void {
  bridge.answer('lock.state', unlocked)
  bridge.emit('lock')
}

export const pinField = (): HTMLInputElement | null => document.querySelector('input[name="pin"]')
/** All that the document says, in any attribute. */
export const everything = (): string => document.documentElement.outerHTML
