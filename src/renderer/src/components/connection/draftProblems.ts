/** What of a draft can't be used, and its settings if everything can. */
import { isStatus, isUnknownProvider, statusKey } from '../../../../shared/models/connection.ts'
import { unusableCall } from '../../../../shared/models/provider.ts'
import type { ProviderId } from '../../../../shared/providers/built-in.ts'
import { definitionOf } from '../../../../shared/providers/definition.ts'
import { draftOf, uncheckedSettings, valuesIn, type CustomSettings, type Draft } from './draft.ts'
import {
  FIELD_SETTINGS,
  LISTS,
  PAGING_FIELDS,
  placeholdersOf,
  ruleOf,
  TEXT_FIELDS,
  type TextField
} from './settingFields.ts'

export interface Problems {
  /** `twice`: another field of the sign-in request has the same name. `missing`: another field needs this one. `unusable`: other fields make the call so. */
  fields: Partial<Record<TextField, 'wrong' | 'twice' | 'missing' | 'unusable'>>
  rows: Record<number, 'statusEmpty' | 'statusTwice' | 'statusLong'>
}

/** What main would reject; null: nothing. */
export function problemsOf(draft: Draft): Problems | null {
  const found: Problems = { fields: {}, rows: {} }
  for (const name of namedTwice(draft)) found.fields[name] = 'twice'
  for (const name of missingIn(draft)) found.fields[name] = 'missing'
  for (const name of TEXT_FIELDS) {
    const text = draft.texts[name].trim()
    if (text !== '' && !ruleOf(name).isValid(text, draft)) found.fields[name] = 'wrong'
  }
  const seen = new Set<string>()
  for (const { id, status } of draft.statuses) {
    const key = statusKey(status)
    if (key === '') found.rows[id] = 'statusEmpty'
    else if (seen.has(key)) found.rows[id] = 'statusTwice'
    else if (!isStatus(status.trim())) found.rows[id] = 'statusLong'
    seen.add(key)
  }
  if (isEmpty(found.fields)) {
    const call = unusableCall(definitionOf({ ...uncheckedSettings(draft), baseUrl: '' }))
    if (call) found.fields[`${call}Path`] = 'unusable'
  }
  return isEmpty(found.fields) && isEmpty(found.rows) ? null : found
}
const isEmpty = (found: object): boolean => Object.keys(found).length === 0

function namedTwice(draft: Draft): TextField[] {
  const usual = placeholdersOf(draft)
  const names = FIELD_SETTINGS.map((name) => draft.texts[name].trim() || usual[name])
  return FIELD_SETTINGS.filter(
    (name, at) => draft.texts[name].trim() !== '' && names.some((one, other) => other !== at && one === names[at])
  )
}

/** Fields that others need: without them, what is typed there would be lost. */
function missingIn(draft: Draft): TextField[] {
  const values = valuesIn(draft)
  const missing: TextField[] = []
  const need = (name: TextField, by: readonly TextField[]): void => {
    if (values[name] === '' && by.some((other) => draft.texts[other].trim() !== '')) missing.push(name)
  }
  need('signInPath', [...FIELD_SETTINGS, 'tokenAt'])
  need('profilePath', ['profileRecordAt'])
  for (const list of LISTS) {
    const fields = PAGING_FIELDS[draft[`${list}Paging`]]
    need(`${list}Path`, [`${list}ListAt`, ...fields.map((field) => `${list}${field}` as const)])
    if (fields.includes('Parameter') && values[`${list}Path`] !== '' && values[`${list}Parameter`] === '') {
      missing.push(`${list}Parameter`)
    }
  }
  if ((draft.scheme === 'header' || draft.scheme === 'query') && values.credentialName === '') {
    missing.push('credentialName')
  }
  return missing
}

/** The settings as plain data, without what is as in the definition; null while one of them is invalid. */
export const settingsIn = (draft: Draft): CustomSettings | null =>
  problemsOf(draft) || isUnknownProvider(draft) ? null : uncheckedSettings(draft)

/** The same settings over another definition; one's own says everything itself. */
export function withProvider(draft: Draft, provider: ProviderId | null): Draft {
  const settings = settingsIn(draft) ?? draft.start
  const { baseUrl: _, ...whole } = definitionOf({ ...settings, baseUrl: '' })
  const next = draftOf(provider === null ? { ...settings, ...whole, provider } : { ...settings, provider })
  const typed = TEXT_FIELDS.filter((name) => draft.texts[name] !== '').map((name) => [name, draft.texts[name]])
  return { ...next, texts: { ...next.texts, ...(Object.fromEntries(typed) as Partial<Record<TextField, string>>) } }
}
