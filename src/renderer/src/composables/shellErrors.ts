/** Which failures the shell tells for the whole app, so that no view tells them again. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { ErrorCode } from '../../../shared/ipc/error.ts'
import { useSession } from '../stores/session.ts'

/** The status bar says so, and who cancels knows. */
const ALWAYS: readonly ErrorCode[] = ['OFFLINE', 'CANCELLED']
/**
 * A notice stands above every view: nothing can be asked until the person answers it. A view that has nothing to show,
 * because what is saved can't be opened, says so all the same.
 */
const WITH_NOTICE: readonly ErrorCode[] = [
  ...ALWAYS,
  'UNAUTHORIZED',
  'KEYCHAIN_LOCKED',
  'KEYCHAIN_SILENT',
  'KEYCHAIN_MISSING',
  'KEYCHAIN_REFUSED',
  'KEYCHAIN_CHANGED'
]

/** A platform may refuse one thing while it goes on accepting the sign-in for the others; then the view has to say so. */
export function useTold(): ComputedRef<readonly ErrorCode[]> {
  const session = useSession()
  return computed(() => (session.stopped ? WITH_NOTICE : ALWAYS))
}
