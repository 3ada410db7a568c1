/** The accounts as tray and menu list them, in the person's order. */
import type { SessionState } from '../../shared/model/account.ts'

export interface AccountChoice {
  id: string
  /** The account's name; with its host where another account has the same name. */
  label: string
  /** The open one. */
  current: boolean
  /** It can't be opened: its person has to sign in first. */
  signedOut: boolean
}

export function accountChoices(state: SessionState): AccountChoice[] {
  const current = state.status === 'signedIn' ? state.account.id : null
  return state.accounts.map(({ account: { id, label, connection }, credential }) => {
    const shared = state.accounts.some(({ account }) => account.id !== id && account.label === label)
    const host = URL.parse(connection.baseAddress)?.host
    return {
      id,
      label: shared && host ? `${label} (${host})` : label,
      current: id === current,
      signedOut: credential === 'signedOut'
    }
  })
}
