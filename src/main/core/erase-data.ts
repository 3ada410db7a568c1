import type { Lock } from './lock/lock.ts'
import type { Session } from './session/session.ts'
import type { SettingsBook } from './settings.ts'

interface EraseParts {
  session: Pick<Session, 'eraseEverything'>
  lock: Pick<Lock, 'reset'>
  settings: Pick<SettingsBook, 'reset'>
  /** Clears the browser engine's data. @throws STORAGE */
  forget: () => Promise<void>
}

/** @throws as Session.eraseEverything, with nothing erased; STORAGE when only the engine's data is left */
export async function eraseEverything(parts: EraseParts, leaveEntries: boolean): Promise<void> {
  await parts.session.eraseEverything(leaveEntries)
  parts.lock.reset()
  parts.settings.reset()
  await parts.forget()
}
