/** A connection in a form: its address, its settings as typed text (empty: the preset's value), and as facts to read. */
import {
  FIELD_SETTINGS,
  isCurrency,
  isFieldName,
  isFieldPath,
  isLoopback,
  isPath,
  isStatus,
  isTerm,
  isTimeout,
  LONGEST_ADDRESS,
  MOST_STATUSES,
  PRESETS,
  settingsOf,
  statusKey,
  type Connection,
  type ConnectionSettings,
  type Preset
} from '../../../../shared/models/connection.ts'
import type { InvoiceState } from '../../../../shared/models/invoice.ts'
import { t } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'

/** Checked by the same rules as in main (main/api/security/base-url.ts). */
export type AddressProblem = 'addressMissing' | 'address' | 'insecure'

/** Adds a missing scheme and removes trailing slashes; main normalises again. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  const whole = text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return whole.replace(/\/+$/, '')
}

/** Why the address can't be used, or null. */
export function addressProblem(typed: string): AddressProblem | null {
  const text = completeAddress(typed)
  if (text === '') return 'addressMissing'
  // The URL parser silently repairs spaces and backslashes: credentials could go to an unintended host.
  if (text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) return 'address'
  const url = URL.parse(text)
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return 'address'
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'address'
  return isLoopback(url.hostname) ? null : 'insecure'
}

/** Settings that are typed as text. */
export const TEXT_FIELDS = [
  'signInPath',
  'emailField',
  'passwordField',
  'codeField',
  'tokenAt',
  'timeoutSeconds',
  'currency',
  'paymentTermDays'
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export interface StatusRow {
  id: number
  status: string
  state: InvoiceState
}

export type Draft = Record<TextField, string> &
  Pick<ConnectionSettings, 'profileCredential' | 'amountUnit'> & { preset: Preset; statuses: StatusRow[] }

export type Settings = Omit<Connection, 'baseAddress'>

export interface Problems {
  /** `twice`: another field of the sign-in request has the same name. */
  fields: Partial<Record<TextField, 'wrong' | 'twice'>>
  /** By row id. */
  rows: Record<number, 'statusEmpty' | 'statusTwice' | 'statusLong'>
}

let rows = 0
export const newRow = (status = '', state: InvoiceState = 'open'): StatusRow => ({ id: (rows += 1), status, state })

/** Settings as typed text; the preset's own values are left empty. */
export function draftOf(settings: Settings): Draft {
  const preset = PRESETS[settings.preset]
  const text = (name: TextField): string => {
    const value = settings[name] ?? null
    return value === null || value === preset[name] ? '' : String(value)
  }
  return {
    preset: settings.preset,
    ...(Object.fromEntries(TEXT_FIELDS.map((name) => [name, text(name)])) as Record<TextField, string>),
    profileCredential: settings.profileCredential ?? preset.profileCredential,
    amountUnit: settings.amountUnit ?? preset.amountUnit,
    statuses: Object.entries(settings.statuses ?? {}).map(([status, state]) => newRow(status, state))
  }
}

const FINE: Record<TextField, (text: string) => boolean> = {
  signInPath: isPath,
  emailField: isFieldName,
  passwordField: isFieldName,
  codeField: isFieldName,
  tokenAt: isFieldPath,
  timeoutSeconds: (text) => /^\d+$/.test(text) && isTimeout(Number(text)),
  currency: (text) => isCurrency(text.toUpperCase()),
  paymentTermDays: (text) => /^\d+$/.test(text) && isTerm(Number(text))
}

/** What main would reject; null: nothing. */
export function problemsOf(draft: Draft): Problems | null {
  const wrong = TEXT_FIELDS.filter((name) => draft[name].trim() !== '' && !FINE[name](draft[name].trim()))
  const found: Problems = { fields: Object.fromEntries(wrong.map((name) => [name, 'wrong'])), rows: {} }
  for (const name of namedTwice(draft)) found.fields[name] ??= 'twice'
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

/** Fields of the sign-in request with another field's name. */
function namedTwice(draft: Draft): TextField[] {
  const names = FIELD_SETTINGS.map((name) => draft[name].trim() || PRESETS[draft.preset][name])
  return FIELD_SETTINGS.filter(
    (name, at) => draft[name].trim() !== '' && names.some((one, other) => other !== at && one === names[at])
  )
}

export const canAddStatus = (draft: Draft): boolean => draft.statuses.length < MOST_STATUSES

/** The settings as plain data; null while one of them is invalid. */
export function settingsIn(draft: Draft): Settings | null {
  if (problemsOf(draft)) return null
  const { preset, profileCredential, amountUnit, statuses } = draft
  const own: Partial<ConnectionSettings> = {}
  for (const name of ['signInPath', 'emailField', 'passwordField', 'codeField', 'tokenAt'] as const)
    if (draft[name].trim() !== '') own[name] = draft[name].trim()
  if (draft.currency.trim() !== '') own.currency = draft.currency.trim().toUpperCase()
  for (const name of ['timeoutSeconds', 'paymentTermDays'] as const)
    if (draft[name].trim() !== '') own[name] = Number(draft[name])
  if (profileCredential !== PRESETS[preset].profileCredential) own.profileCredential = profileCredential
  if (amountUnit !== PRESETS[preset].amountUnit) own.amountUnit = amountUnit
  if (statuses.length > 0) own.statuses = Object.fromEntries(statuses.map((row) => [row.status.trim(), row.state]))
  return { preset, ...own }
}

/** Whether two connections mean the same, whether or not they spell out the preset's values. */
export function sameConnection(one: Connection, other: Connection): boolean {
  const [a, b] = [one, other].map((connection) =>
    JSON.stringify([
      connection.baseAddress,
      connection.preset,
      Object.entries({ ...settingsOf(connection), statuses: null }).toSorted(([x], [y]) => x.localeCompare(y)),
      Object.entries(settingsOf(connection).statuses).toSorted(([x], [y]) => x.localeCompare(y))
    ])
  )
  return a === b
}

/** A connection as facts: address, preset, and what differs from the preset. */
export function connectionFacts(connection: Connection): Fact[] {
  const settings = settingsOf(connection)
  const preset = PRESETS[connection.preset]
  const facts: Fact[] = [
    { name: 'address', label: t('session.field.address'), text: connection.baseAddress },
    { name: 'preset', label: t('connection.preset.label'), text: t(`connection.preset.${connection.preset}`) }
  ]
  for (const name of TEXT_FIELDS) {
    const value = settings[name]
    if (value !== null && value !== preset[name])
      facts.push({ name, label: t(`connection.field.${name}`), text: String(value) })
  }
  if (settings.profileCredential !== preset.profileCredential)
    facts.push({
      name: 'profileCredential',
      label: t('connection.field.profileCredential'),
      text: t(`connection.profileCredential.${settings.profileCredential}`)
    })
  if (settings.amountUnit !== preset.amountUnit)
    facts.push({
      name: 'amountUnit',
      label: t('connection.field.amountUnit'),
      text: t(`connection.amountUnit.${settings.amountUnit}Words`)
    })
  const statuses = Object.entries(settings.statuses)
  if (statuses.length > 0)
    facts.push({
      name: 'statuses',
      label: t('connection.field.statuses'),
      text: statuses
        .map(([status, state]) => t('connection.status.means', { status, meaning: t(`connection.meaning.${state}`) }))
        .join('\n')
    })
  return facts
}
