/**
 * What a connection may say, and what it means when it says nothing; without schemas, so that the page judges by the
 * same rules as main.
 */
import type { Connection, ConnectionSettings, Preset } from './connection.ts'
import { TERM_DAYS } from './invoice-rules.ts'

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

/** The published defaults (docs/provider-api.md, layer 2). What the presets leave null is told by the reply itself, or not at all. */
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

/** A status as the platform writes it: its word, or its number as text. */
export const isStatus = (text: string): boolean => text.trim() === text && /^[^\p{C}]{1,100}$/u.test(text)

/** Statuses are compared without regard to case and spaces around. */
export const statusKey = (text: string): string => text.trim().toLowerCase()

/** Longest base address taken, in characters. */
export const LONGEST_ADDRESS = 2048
