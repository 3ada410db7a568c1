/** What main still answers while the app is locked. Whatever is not named here is refused. */
import type { Domain, Method } from '../../shared/ipc/contract.ts'

const ANSWERED: { readonly [D in Domain]?: readonly Method<D>[] } = {
  // The lock itself refuses the last two while it is on.
  lock: ['state', 'now', 'unlock', 'unlockBySystem', 'setPin', 'turnOff'],
  // Nothing in these is personal, and the lock screen is drawn by them.
  app: ['info', 'settings'],
  // The way out for who forgot the PIN: it shows nothing, and leaves nothing.
  accounts: ['eraseEverything']
}

export function answeredWhileLocked(domain: string, method: string): boolean {
  const methods: Partial<Record<string, readonly string[]>> = ANSWERED
  return methods[domain]?.includes(method) ?? false
}
