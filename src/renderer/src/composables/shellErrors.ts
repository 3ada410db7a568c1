/** Errors that the shell shows for the whole app, so that views don't repeat them. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import type { ErrorCode } from '../../../shared/ipc/error.ts'
import { useSession } from '../stores/session.ts'

/** The status bar shows OFFLINE; a person who cancels needs no message. */
const ALWAYS: readonly ErrorCode[] = ['OFFLINE', 'CANCELLED']
/**
 * A notice above every view shows these until the person acts. A view without data shows them too.
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

/** A provider may refuse one request and still accept the sign-in: then the view shows the error. */
export function useShellErrors(): ComputedRef<readonly ErrorCode[]> {
  const session = useSession()
  return computed(() => (session.stopped ? WITH_NOTICE : ALWAYS))
}
