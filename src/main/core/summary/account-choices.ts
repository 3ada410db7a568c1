/** The accounts for tray and menu, in the user's order. */
import { nameOf, type SessionState } from '../../../shared/models/account.ts'

export interface AccountChoice {
  id: string
  /** Distinguishes the account from the others. */
  label: string
  /** Whether it is the open account. */
  current: boolean
  /** It can't be opened before its user signs in. */
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
