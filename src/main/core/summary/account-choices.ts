/** The accounts as tray and menu list them, in the person's order. */
import { nameOf } from '../../../shared/models/account-rules.ts'
import type { SessionState } from '../../../shared/models/account.ts'

export interface AccountChoice {
  id: string
  /** As it is told apart from the others. */
  label: string
  /** The open one. */
  current: boolean
  /** It can't be opened: its person has to sign in first. */
  signedOut: boolean
}

export function accountChoices(state: SessionState): AccountChoice[] {
  const current = state.status === 'signedIn' ? state.account.id : null
  return state.accounts.map(({ account, credential }) => ({
    id: account.id,
    label: nameOf(account, state.accounts),
    current: account.id === current,
    signedOut: credential === 'signedOut'
  }))
}
