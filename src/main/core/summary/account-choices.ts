/** The accounts that the menu offers to open. */
import { nameOf, type SessionState } from '../../../shared/models/account.ts'

export interface AccountChoice {
  id: string
  label: string
  current: boolean
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
