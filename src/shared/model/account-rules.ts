/** What may be said of an account; without schemas, so that the page judges by the same rules as main. */
import type { CredentialState } from './account.ts'

/** Characters of a name that a person gives an account. */
export const LONGEST_LABEL = 80

/** Accounts that have a shortcut of their own. */
export const MOST_SHORTCUTS = 9

/** Signed in, and yet the platform can't be asked before the person does something. */
export const isStopped = (credential: CredentialState): credential is 'unavailable' | 'forgotten' | 'refused' =>
  credential === 'unavailable' || credential === 'forgotten' || credential === 'refused'
