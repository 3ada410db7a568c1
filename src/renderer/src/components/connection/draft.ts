/** A connection's settings while they are typed: an empty field means "as the preset has it". */
import {
  FIELD_SETTINGS,
  isCurrency,
  isFieldName,
  isFieldPath,
  isPath,
  isStatus,
  isTerm,
  isTimeout,
  MOST_STATUSES,
  PRESETS,
  settingsOf,
  statusKey,
  type Connection,
  type ConnectionSettings,
  type Preset
} from '../../../../shared/models/connection.ts'
import type { InvoiceState } from '../../../../shared/models/invoice.ts'

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
  /** Tells it from the other rows as long as they are on screen. */
  id: number
  status: string
  state: InvoiceState
}

export type Draft = Record<TextField, string> &
  Pick<ConnectionSettings, 'profileCredential' | 'amountUnit'> & { preset: Preset; statuses: StatusRow[] }

/** Everything of a connection but where it is. */
export type Settings = Omit<Connection, 'baseAddress'>

export interface Problems {
  /** `twice`: a field of the sign-in request that has another one's name. */
  fields: Partial<Record<TextField, 'wrong' | 'twice'>>
  /** By the row's id. */
  rows: Record<number, 'statusEmpty' | 'statusTwice' | 'statusLong'>
}

let rows = 0
/** A row for a status, its meaning to be chosen. */
export const newRow = (status = '', state: InvoiceState = 'open'): StatusRow => ({ id: (rows += 1), status, state })

/** What the fields say of these settings; what is as the preset has it is left empty. */
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

/** What can't be used, by the rules that main has; null when all can. */
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

/** Of the sign-in request's fields, those that were given a name which another one has too. */
function namedTwice(draft: Draft): TextField[] {
  const names = FIELD_SETTINGS.map((name) => draft[name].trim() || PRESETS[draft.preset][name])
  return FIELD_SETTINGS.filter(
    (name, at) => draft[name].trim() !== '' && names.some((one, other) => other !== at && one === names[at])
  )
}

/** Whether one more status can get a meaning. */
export const canAddStatus = (draft: Draft): boolean => draft.statuses.length < MOST_STATUSES

/** The settings that the fields say, as plain data; null while one of them can't be used. */
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

/** Whether two connections mean the same, however much of the preset they spell out. */
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
