/** Erases everything: afterwards this computer is as it was after the installation. */
import type { Lock } from './lock/lock.ts'
import type { Session } from './session/session.ts'
import type { SettingsBook } from './settings.ts'

interface EraseParts {
  session: Pick<Session, 'eraseEverything'>
  lock: Pick<Lock, 'reset'>
  settings: Pick<SettingsBook, 'reset'>
  /** Clears the data that the browser engine keeps. @throws STORAGE */
  forget: () => Promise<void>
}

/**
 * @param leaveEntries keychain entries that can't be removed become pending deletions, instead of an error
 * @throws as Session.eraseEverything, with nothing erased; STORAGE when the engine's data can't be cleared, with
 * everything else erased
 */
export async function eraseEverything(parts: EraseParts, leaveEntries: boolean): Promise<void> {
  await parts.session.eraseEverything(leaveEntries)
  parts.lock.reset()
  parts.settings.reset()
  await parts.forget()
}
