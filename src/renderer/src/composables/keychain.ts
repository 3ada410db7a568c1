/** The way from a view to the system's password store. */
import { isKeychainError } from '../../../shared/ipc/error-rules.ts'
import type { Load } from '../stores/load.ts'

/**
 * What can't be shown for want of the password store has that asked first.
 * @returns whether it was: what is stored may be readable now
 */
export async function askKeychainFirst(load: Load<unknown>): Promise<boolean> {
  if (load.state !== 'error' || !isKeychainError(load.error)) return false
  // Whether anything is wrong with it is known late, if ever.
  const { useNotices } = await import('../stores/notices.ts')
  await useNotices().retry()
  return true
}
