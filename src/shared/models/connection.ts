/** How an account's API is spoken to: where it is, and how it differs from the published ones. Never a secret. */
import { TERM_DAYS, type InvoiceState } from './invoice.ts'

/** The published API that the provider's is closest to (docs/provider-api.md); v2 is the default. */
export type Preset = 'v2' | 'v3'

/** The settings beside address and preset. */
export interface ConnectionSettings {
  /** Where to sign in, below the base address. */
  signInPath: string
  /** Names of the fields in the sign-in request. */
  emailField: string
  passwordField: string
  codeField: string
  /** Where the token is in the reply, such as `data.token`; null: under one of the known names. */
  tokenAt: string | null
  /** How the profile call carries the credential. `query` puts it into the address, as `?apikey=`. */
  profileCredential: 'header' | 'query'
  /** `minor`: invoices tell amounts in cents, or whatever the currency's smallest unit is. */
  amountUnit: 'major' | 'minor'
  /** Currency of invoices that name none; null: not known. */
  currency: string | null
  /** What the provider's invoice statuses mean (a number as text), where the person said so. */
  statuses: Record<string, InvoiceState>
  /** Days after its issue that an invoice without a due date is due, as the person says; null: not said. */
  paymentTermDays: number | null
  /** Time for a whole call. */
  timeoutSeconds: number
}

/** A setting that is left out is as the preset has it. */
export type Connection = {
  /** Origin and optional path prefix, no trailing slash, no query; https, or http to loopback. */
  baseAddress: string
  preset: Preset
} & { [S in keyof ConnectionSettings]?: ConnectionSettings[S] | undefined }

/** A status met in the account's invoices. */
export interface InvoiceStatus {
  /** As the provider writes it. */
  status: string
  /** A number, whose meaning is documented nowhere. */
  isNumber: boolean
  count: number
  /** What it is taken for now. */
  state: InvoiceState
}

/** Base address used when the person gives none: the one public provider with this API. */
export const DEFAULT_BASE_ADDRESS = 'https://api.hypeproxy.io'

/** Seconds that a call may take. */
export const TIMEOUT_SECONDS = { least: 1, most: 300 } as const

/** Most invoice statuses that can be given a meaning. */
export const MOST_STATUSES = 50

/** What the two published versions have in common. */
const BOTH = {
  emailField: 'email',
  passwordField: 'password',
  codeField: 'otpCode',
  tokenAt: null,
  profileCredential: 'header',
  amountUnit: 'major',
  currency: null,
  statuses: {},
  paymentTermDays: null,
  timeoutSeconds: 20
} as const

/** The published defaults (docs/provider-api.md, layer 2). What they leave null is read from the reply, or not at all. */
export const PRESETS: Readonly<Record<Preset, ConnectionSettings>> = {
  v2: { signInPath: '/v2/Authentication/SignIn', ...BOTH },
  v3: { signInPath: '/v3/authentication/sign-in', ...BOTH }
}

/** All settings of a connection: its own, and its preset's for those that it leaves out. */
export function settingsOf(connection: Connection): ConnectionSettings {
  const { baseAddress: _, preset, ...own } = connection
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  return { ...PRESETS[preset], ...given }
}

/** A path below the base address: from a slash on, without query, fragment, way up, or what a URL parser would mend. */
export const isPath = (text: string): boolean =>
  // The length first: of a text of millions the search throws.
  text.length <= 512 && /^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/.test(text) && !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(text)

/** A name of a JSON field. */
export const isFieldName = (text: string): boolean => /^[^\s\p{C}"\\]{1,64}$/u.test(text) && text !== '__proto__'

/** The settings that name the sign-in request's fields. */
export const FIELD_SETTINGS = ['emailField', 'passwordField', 'codeField'] as const

/** Whether each field of the sign-in request has a name of its own: of two that share one, only one would be sent. */
export const areNamedApart = (settings: Pick<ConnectionSettings, (typeof FIELD_SETTINGS)[number]>): boolean =>
  new Set(FIELD_SETTINGS.map((name) => settings[name])).size === FIELD_SETTINGS.length

/** Names of JSON fields from the outside in, a dot between them: `data.token`. */
export const isFieldPath = (text: string): boolean =>
  text.length <= 200 && text.split('.').every((name) => isFieldName(name))

/** ISO 4217 in capitals. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

export const isTimeout = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= TIMEOUT_SECONDS.least && seconds <= TIMEOUT_SECONDS.most

export const isTerm = (days: number): boolean =>
  Number.isInteger(days) && days >= TERM_DAYS.least && days <= TERM_DAYS.most

/** A status as the provider writes it: its word, or its number as text. */
export const isStatus = (text: string): boolean => text.trim() === text && /^[^\p{C}]{1,100}$/u.test(text)

/** Statuses are compared without regard to case and spaces around. */
export const statusKey = (text: string): string => text.trim().toLowerCase()

/** Longest base address taken, in characters. */
export const LONGEST_ADDRESS = 2048

/** True for names and addresses that never leave this computer. `hostname` as in URL: lower case, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
