/** "Erase everything": after it, this computer knows no more than after the installation. */
import type { Lock } from './lock/lock.ts'
import type { Session } from './session/index.ts'
import type { SettingsBook } from './settings.ts'

export interface EraseParts {
  session: Pick<Session, 'eraseEverything'>
  lock: Pick<Lock, 'reset'>
  settings: Pick<SettingsBook, 'reset'>
  /** Makes the engine under the page forget what it keeps by itself. @throws STORAGE */
  forget: () => Promise<void>
}

/**
 * @param leaveEntries entries that can't be removed from the password store now are pendingDeletions then, instead of a reason to stop
 * @throws as Session.eraseEverything, and nothing is erased then; STORAGE when the engine would not forget: all else is gone
 */
export async function eraseEverything(parts: EraseParts, leaveEntries: boolean): Promise<void> {
  await parts.session.eraseEverything(leaveEntries)
  parts.lock.reset()
  parts.settings.reset()
  await parts.forget()
}
