/** How to speak to an account's API: its address, and how it differs from the published APIs. Never a secret. */
import { TERM_DAYS, type InvoiceState } from './invoice.ts'

/** The published API closest to the provider's (docs/provider-api.md); v2 is the default. */
export type Preset = 'v2' | 'v3'

export interface ConnectionSettings {
  signInPath: string
  emailField: string
  passwordField: string
  codeField: string
  /** Path of the token in the reply, such as `data.token`; null: the known names. */
  tokenAt: string | null
  /** `query`: as `?apikey=` in the URL. */
  profileCredential: 'header' | 'query'
  /** `minor`: amounts of invoices are in cents. */
  amountUnit: 'major' | 'minor'
  /** Of invoices that name none. */
  currency: string | null
  /** Meanings of the provider's invoice statuses, as the user set them. */
  statuses: Record<string, InvoiceState>
  /** Of invoices without any status; null: not known. */
  missingStatus: InvoiceState | null
  /** Days until an invoice without a due date is due, as the user set it. */
  paymentTermDays: number | null
  timeoutSeconds: number
}

/** A missing setting has the preset's value. */
export type Connection = {
  /** Origin and optional path prefix, no trailing slash, no query; https, or http to loopback. */
  baseAddress: string
  preset: Preset
} & { [S in keyof ConnectionSettings]?: ConnectionSettings[S] | undefined }

export interface InvoiceStatus {
  status: string
  isNumber: boolean
  count: number
  state: InvoiceState
}

/** The one public provider with this API. */
export const DEFAULT_BASE_ADDRESS = 'https://api.hypeproxy.io'

export const TIMEOUT_SECONDS = { least: 1, most: 300 } as const

export const MOST_STATUSES = 50

const BOTH = {
  emailField: 'email',
  passwordField: 'password',
  codeField: 'otpCode',
  tokenAt: null,
  profileCredential: 'header',
  amountUnit: 'major',
  currency: null,
  statuses: {},
  missingStatus: null,
  paymentTermDays: null,
  timeoutSeconds: 20
} as const

export const PRESETS: Readonly<Record<Preset, ConnectionSettings>> = {
  v2: { signInPath: '/v2/Authentication/SignIn', ...BOTH },
  v3: { signInPath: '/v3/authentication/sign-in', ...BOTH }
}

export function settingsOf(connection: Connection): ConnectionSettings {
  const { baseAddress: _, preset, ...own } = connection
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  return { ...PRESETS[preset], ...given }
}

/** The settings that decide what an invoice's record means. */
const INVOICE_SETTINGS = ['amountUnit', 'currency', 'statuses', 'missingStatus', 'paymentTermDays'] as const
export type InvoiceSettings = Pick<ConnectionSettings, (typeof INVOICE_SETTINGS)[number]>

export function invoiceSettingsOf(connection: Connection): InvoiceSettings {
  const settings = settingsOf(connection)
  return Object.fromEntries(INVOICE_SETTINGS.map((name) => [name, settings[name]])) as InvoiceSettings
}

/** Without query, fragment, `..`, or characters that a URL parser would repair. */
export const isPath = (text: string): boolean =>
  // Length first: the pattern throws on millions of characters.
  text.length <= 512 && /^(\/[\w.~!$&'()*+,;=:@%-]+)+\/?$/.test(text) && !/(^|\/)(\.|%2e){1,2}(\/|$)/i.test(text)

export const isFieldName = (text: string): boolean => /^[^\s\p{C}"\\]{1,64}$/u.test(text) && text !== '__proto__'

export const FIELD_SETTINGS = ['emailField', 'passwordField', 'codeField'] as const

/** Of two fields with the same name, only one would be sent. */
export const areNamedApart = (settings: Pick<ConnectionSettings, (typeof FIELD_SETTINGS)[number]>): boolean =>
  new Set(FIELD_SETTINGS.map((name) => settings[name])).size === FIELD_SETTINGS.length

export const isFieldPath = (text: string): boolean =>
  text.length <= 200 && text.split('.').every((name) => isFieldName(name))

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text)

export const isTimeout = (seconds: number): boolean =>
  Number.isInteger(seconds) && seconds >= TIMEOUT_SECONDS.least && seconds <= TIMEOUT_SECONDS.most

export const isTerm = (days: number): boolean =>
  Number.isInteger(days) && days >= TERM_DAYS.least && days <= TERM_DAYS.most

export const isStatus = (text: string): boolean => text.trim() === text && /^[^\p{C}]{1,100}$/u.test(text)

export const statusKey = (text: string): string => text.trim().toLowerCase()

export const LONGEST_ADDRESS = 2048

/** In characters: a link in the provider's data that may open in the browser. */
export const LONGEST_LINK = 4096

/** `http;//host` and `https//host` would be read as hosts of these names. */
export const hasMistypedScheme = (address: string): boolean => /^https?(?!:\/\/)[^a-z\d.-]+[a-z\d[]/i.test(address)

/** A host as the URL parser writes it. The parser takes other characters too, which no name has. */
export const isHost = (hostname: string): boolean => /^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(hostname)

/** `hostname` as in URL: lower case, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
