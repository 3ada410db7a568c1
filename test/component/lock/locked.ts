/** The app lock over a fake bridge, and what one sees of it. */
import type { FakeBridge } from '../shell/bridge.ts'
import { lockState } from '../shell/bridge.ts'

export const locked = (more: Parameters<typeof lockState>[0] = {}): ReturnType<typeof lockState> =>
  lockState({ enabled: true, locked: true, ...more })
export const unlocked = lockState({ enabled: true })

/** Main locks, and tells the page. */
export function lockNow(bridge: FakeBridge, more: Parameters<typeof lockState>[0] = {}): void {
  bridge.answer('lock.state', locked(more))
  bridge.push('lockChanged')
}
/** Main unlocks by itself, as Touch ID or another way makes it. */
export function unlockNow(bridge: FakeBridge): void {
  bridge.answer('lock.state', unlocked)
  bridge.push('lockChanged')
}

export const pinField = (): HTMLInputElement | null => document.querySelector('input[name="pin"]')
export const heading = (): string => document.querySelector('h1')?.textContent ?? ''
/** The button that can be seen and says just that. */
export const button = (words: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (one) => one.checkVisibility() && one.querySelector('.label')?.textContent.trim() === words
  )
  if (!found) throw new Error(`no button ${words}`)
  return found
}
/** All that the document says, in any attribute. */
export const everything = (): string => document.documentElement.outerHTML
