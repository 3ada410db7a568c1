/** A connection in a form: its address, its settings as typed text (empty: the preset's value), and as facts to read. */
import {
  hasMistypedScheme,
  isHost,
  isLoopback,
  isStatus,
  isTerm,
  LONGEST_ADDRESS,
  MOST_STATUSES,
  statusKey,
  type Connection
} from '../../../../shared/models/connection.ts'
import { baseOf, definitionOf } from '../../../../shared/providers/definition.ts'
import {
  isCurrency,
  isFieldName,
  isFieldPath,
  isPathTemplate,
  isTimeout,
  SIGN_IN_FIELDS,
  signInFieldsOf,
  TIMEOUT_SECONDS,
  type Authorization,
  type ProviderDefinition
} from '../../../../shared/models/provider.ts'
import type { ProviderId } from '../../../../shared/providers/built-in.ts'
import { withoutInvisible } from '../../../../shared/models/pasted-text.ts'
import { TERM_DAYS, type InvoiceState } from '../../../../shared/models/invoice.ts'
import { t } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'

/** Adds a missing scheme and removes trailing slashes; main normalises again. */
export function completeAddress(typed: string): string {
  const text = withoutInvisible(typed).trim()
  const whole =
    text === '' || hasMistypedScheme(text) || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return whole.replace(/\/+$/, '')
}

/** Why the address can't be used, by the rules of main/api/security/url-rules.ts, or null. */
export function addressProblem(typed: string): 'addressMissing' | 'address' | 'scheme' | 'insecure' | null {
  const text = completeAddress(typed)
  if (text === '') return 'addressMissing'
  // The URL parser silently repairs spaces and backslashes: credentials could go to an unintended host.
  if (text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) return 'address'
  if (hasMistypedScheme(text)) return 'scheme'
  const url = URL.parse(text)
  if (!url || !isHost(url.hostname) || url.username !== '' || url.password !== '') return 'address'
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'address'
  return isLoopback(url.hostname) ? null : 'insecure'
}

export type TextField =
  | 'signInPath'
  | 'emailField'
  | 'passwordField'
  | 'codeField'
  | 'tokenAt'
  | 'timeoutSeconds'
  | 'currency'
  | 'paymentTermDays'

interface TextRule {
  /** Maximum length, characters. */
  longest: number
  isValid: (text: string) => boolean
  /** Of a whole number. */
  range?: { least: number; most: number } | undefined
}
const fieldName: TextRule = { longest: 64, isValid: isFieldName }
const wholeNumber = (range: TextRule['range'], isInRange: (value: number) => boolean): TextRule => ({
  longest: 3,
  isValid: (text) => /^\d+$/.test(text) && isInRange(Number(text)),
  range
})
export const TEXT_RULES: Readonly<Record<TextField, TextRule>> = {
  signInPath: { longest: 512, isValid: isPathTemplate },
  emailField: fieldName,
  passwordField: fieldName,
  codeField: fieldName,
  tokenAt: { longest: 200, isValid: isFieldPath },
  timeoutSeconds: wholeNumber(TIMEOUT_SECONDS, isTimeout),
  currency: { longest: 3, isValid: (text) => isCurrency(text.toUpperCase()) },
  paymentTermDays: wholeNumber(TERM_DAYS, isTerm)
}
const TEXT_FIELDS = Object.keys(TEXT_RULES) as TextField[]
const CHOICES = ['profileCredential', 'amountUnit', 'missingStatus'] as const

export interface StatusRow {
  id: number
  status: string
  state: InvoiceState
}

/** A definition's parts that a form has a field for. */
type Settings = Record<TextField, string | number | null> &
  Pick<ProviderDefinition, 'amountUnit' | 'missingStatus'> & { profileCredential: 'header' | 'query' }

function formSettingsOf(definition: ProviderDefinition): Settings {
  const { signIn, profile, timeoutSeconds, currency, paymentTermDays, amountUnit, missingStatus } = definition
  return {
    signInPath: signIn?.path ?? null,
    ...signInFieldsOf(signIn ?? { path: '' }),
    tokenAt: signIn?.tokenAt ?? null,
    timeoutSeconds,
    currency,
    paymentTermDays,
    amountUnit,
    missingStatus,
    profileCredential: profile?.authorization?.scheme === 'query' ? 'query' : 'header'
  }
}
export const presetOf = (provider: ProviderId | null): Settings => formSettingsOf(baseOf({ provider }))
const IN_QUERY: Authorization = { scheme: 'query', name: 'apikey' }

export type Draft = Record<TextField, string> &
  Pick<Settings, (typeof CHOICES)[number]> & {
    provider: ProviderId | null
    statuses: StatusRow[]
    rest: CustomSettings
  }

/** The definition, and what differs from it. */
export type CustomSettings = Omit<Connection, 'baseUrl'>

export interface Problems {
  /** `twice`: another field of the sign-in request has the same name. */
  fields: Partial<Record<TextField, 'wrong' | 'twice'>>
  rows: Record<number, 'statusEmpty' | 'statusTwice' | 'statusLong'>
}

let rows = 0
export const newRow = (status = '', state: InvoiceState = 'open'): StatusRow => ({ id: (rows += 1), status, state })

/** Settings as typed text; the definition's own values are left empty. */
export function draftOf(settings: CustomSettings): Draft {
  const preset = presetOf(settings.provider)
  const own = formSettingsOf(definitionOf({ ...settings, baseUrl: '' }))
  const text = (name: TextField): string => (own[name] === null || own[name] === preset[name] ? '' : String(own[name]))
  const { signIn: _s, timeoutSeconds: _t, currency: _c, paymentTermDays: _p, ...others } = settings
  const { amountUnit: _a, missingStatus: _m, statuses, profile: _f, ...rest } = others
  return {
    provider: settings.provider,
    rest,
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(name)])) as Record<TextField, string>),
    profileCredential: own.profileCredential,
    amountUnit: own.amountUnit,
    missingStatus: own.missingStatus,
    statuses: Object.entries(statuses ?? baseOf(settings).statuses).map(([status, state]) => newRow(status, state))
  }
}

/** What main would reject; null: nothing. */
export function problemsOf(draft: Draft): Problems | null {
  const found: Problems = { fields: {}, rows: {} }
  for (const name of namedTwice(draft)) found.fields[name] = 'twice'
  for (const name of TEXT_FIELDS) {
    const text = draft[name].trim()
    if (text !== '' && !TEXT_RULES[name].isValid(text)) found.fields[name] = 'wrong'
  }
  const seen = new Set<string>()
  for (const { id, status } of draft.statuses) {
    const key = statusKey(status)
    if (key === '') found.rows[id] = 'statusEmpty'
    else if (seen.has(key)) found.rows[id] = 'statusTwice'
    else if (!isStatus(status.trim())) found.rows[id] = 'statusLong'
    seen.add(key)
  }
  return Object.keys(found.fields).length + Object.keys(found.rows).length > 0 ? found : null
}

const FIELD_SETTINGS = Object.keys(SIGN_IN_FIELDS) as (keyof typeof SIGN_IN_FIELDS)[]

function namedTwice(draft: Draft): TextField[] {
  const preset = presetOf(draft.provider)
  const names = FIELD_SETTINGS.map((name) => draft[name].trim() || preset[name])
  return FIELD_SETTINGS.filter(
    (name, at) => draft[name].trim() !== '' && names.some((one, other) => other !== at && one === names[at])
  )
}

export const canAddStatus = (draft: Draft): boolean => draft.statuses.length < MOST_STATUSES

/** The settings as plain data; null while one of them is invalid. */
export function settingsIn(draft: Draft): CustomSettings | null {
  if (problemsOf(draft)) return null
  const base = baseOf(draft)
  const preset = formSettingsOf(base)
  const values: Partial<Record<TextField, string | number>> = {}
  for (const name of TEXT_FIELDS) {
    const text = draft[name].trim()
    if (text !== '')
      values[name] = TEXT_RULES[name].range ? Number(text) : name === 'currency' ? text.toUpperCase() : text
  }
  const { signInPath, emailField, passwordField, codeField, tokenAt, ...others } = values
  const signIn = { ...(signInPath && { path: signInPath }), ...(emailField && { emailField }) }
  const more = { ...(passwordField && { passwordField }), ...(codeField && { codeField }), ...(tokenAt && { tokenAt }) }
  const ownSignIn = { ...signIn, ...more } as object
  const { profileCredential, amountUnit, missingStatus } = draft
  const statuses = Object.fromEntries(draft.statuses.map((row) => [row.status.trim(), row.state]))
  const path = base.profile?.path
  return {
    ...draft.rest,
    provider: draft.provider,
    ...others,
    ...(Object.keys(ownSignIn).length > 0 && { signIn: { path: '', ...base.signIn, ...ownSignIn } }),
    ...(profileCredential !== preset.profileCredential &&
      path !== undefined && { profile: { path, ...(profileCredential === 'query' && { authorization: IN_QUERY }) } }),
    ...(amountUnit !== preset.amountUnit && { amountUnit }),
    ...(missingStatus !== preset.missingStatus && { missingStatus }),
    ...(JSON.stringify(statuses) !== JSON.stringify(base.statuses) && { statuses })
  } as CustomSettings
}

/** Whether two connections mean the same, whether or not they spell out the preset's values. */
export const sameConnection = (one: Connection, other: Connection): boolean => canonical(one) === canonical(other)

function canonical(connection: Connection): string {
  const { statuses, ...settings } = definitionOf(connection)
  const sorted = (record: object): unknown[] => Object.entries(record).toSorted(([a], [b]) => a.localeCompare(b))
  return JSON.stringify([connection.baseUrl, connection.provider, sorted(settings), sorted(statuses)])
}

/** A connection as facts: address, preset, and what differs from the preset. */
export function connectionFacts(connection: Connection): Fact[] {
  const definition = definitionOf(connection)
  const settings = formSettingsOf(definition)
  const preset = presetOf(connection.provider)
  const facts: Fact[] = [
    { name: 'address', label: t('session.field.address'), text: connection.baseUrl },
    { name: 'provider', label: t('connection.provider'), text: definition.name }
  ]
  const add = (
    name: TextField | 'profileCredential' | 'amountUnit' | 'statuses' | 'missingStatus',
    text: string
  ): void => void facts.push({ name, label: t(`connection.field.${name}`), text })
  for (const name of TEXT_FIELDS) {
    const value = settings[name]
    if (value !== null && value !== preset[name]) add(name, String(value))
  }
  const { profileCredential, amountUnit } = settings
  if (profileCredential !== preset.profileCredential)
    add('profileCredential', t(`connection.profileCredential.${profileCredential}`))
  if (amountUnit !== preset.amountUnit) add('amountUnit', t(`connection.amountUnit.${amountUnit}Words`))
  const statuses = Object.entries(definition.statuses).map(([status, state]) =>
    t('connection.status.means', { status, meaning: t(`connection.meaning.${state}`) })
  )
  if (statuses.length > 0) add('statuses', statuses.join('\n'))
  if (settings.missingStatus !== null) add('missingStatus', t(`connection.meaning.${settings.missingStatus}`))
  return facts
}
