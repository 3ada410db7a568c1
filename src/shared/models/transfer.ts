/** Accounts and settings in a file for another computer. */
import type { AccountRecord } from './account.ts'
import type { SettingName, SettingsChange } from './settings.ts'

/** What the file has of an account: no token, no data key, and no saved data. */
export interface TransferAccount extends Pick<AccountRecord, 'kind' | 'email' | 'connection'> {
  kind: 'password' | 'token'
  /** The user's own name for it. */
  name: string | null
}

/** An account of the file that isn't on this computer yet. */
export interface NewAccount extends Pick<AccountRecord, 'label' | 'kind' | 'email'> {
  provider: string
  /** Where it signs in. */
  host: string
  /** The definition isn't built in, or its address is another one: whoever wrote the file has chosen who gets the password. */
  isOfFile: boolean
}

export const REFUSALS = [
  'provider', // this version doesn't know it
  'credential', // what looks like one, where none belongs
  'address',
  'incomplete' // a part is missing, or can't be used
] as const

export interface RefusedAccount {
  /** null: it has none that can be shown. */
  name: string | null
  /** In the file, from 1. */
  place: number
  reason: (typeof REFUSALS)[number]
}

/** What settings of a file would change. */
export interface SettingsImport {
  /** Settings that aren't as in the file. */
  changes: SettingsChange
  /** How many are as in the file already. */
  unchanged: number
  /** With a value that the setting doesn't have. */
  invalid: readonly SettingName[]
  /** The first names that are no settings of this version; `…` in place of a strange one. */
  unknown: readonly string[]
  /** How many more there are. */
  moreUnknown: number
}

/** Names of unknown settings that are listed. */
export const MOST_UNKNOWN = 10

/** What a file would add and change. Nothing is before the user has seen it. */
export interface TransferImport {
  /** Of this reading of the file: transfer.addAccounts takes the latest one. */
  id: number
  accounts: readonly NewAccount[]
  /** Names of those that are on this computer already. They stay as they are. */
  known: readonly string[]
  refused: readonly RefusedAccount[]
  settings: SettingsImport
}
