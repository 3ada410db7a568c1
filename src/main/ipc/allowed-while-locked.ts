/** Calls that main answers while the app is locked. All others are rejected. */
import type { Domain, Method } from '../../shared/ipc/contract.ts'

const ALLOWED: { readonly [D in Domain]?: readonly Method<D>[] } = {
  // While locked, the lock itself rejects the last two.
  lock: ['state', 'now', 'unlock', 'unlockBySystem', 'setPin', 'turnOff'],
  // The lock screen needs them. They contain no personal data.
  app: ['info', 'settings'],
  // The way out of a forgotten PIN.
  accounts: ['eraseEverything']
}

export function isAllowedWhileLocked(domain: string, method: string): boolean {
  const methods: Partial<Record<string, readonly string[]>> = ALLOWED
  return methods[domain]?.includes(method) ?? false
}
