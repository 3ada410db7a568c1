/** The fields of a record, each with its state: compared with the API document, or, of other providers, whether Portside reads it. */
import { productFields } from '../../../../../shared/models/fields.ts'
import type { ReadingNote } from '../../../../../shared/models/freshness.ts'
import type { Json } from '../../../../../shared/models/json.ts'
import { DOCUMENTED_FIELDS, isDocumented, type ProductField } from '../../../../../shared/models/product.ts'

type DocumentedType = 'string' | 'boolean' | 'integer'

/** undefined: the API document doesn't have the field. */
export function documentedType(name: string): DocumentedType | undefined {
  if (!isDocumented(name)) return undefined
  const { type } = productFields[name]
  if (type === 'flag' || type === 'requiredFlag') return 'boolean'
  return type === 'integer' ? 'integer' : 'string'
}

const isNullable = (name: string): boolean => !['id', 'requiredFlag'].includes(productFields[name as ProductField].type)

export const FIELD_STATES = ['known', 'read', 'unknown', 'unread', 'missing', 'null', 'wrongType', 'dropped'] as const
/**
 * `known`: of the documented type. `unknown`: not documented. `missing`: documented, but absent. `null`: null, and nullable.
 * `read`, `unread`: whether Portside reads it; no document describes it. `dropped`: Portside removed it, because it looks like a credential.
 */
export type FieldState = (typeof FIELD_STATES)[number]

export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'list'

export interface Field {
  name: string
  /** null: not known. */
  state: FieldState | null
  value: Json | undefined
  expected?: DocumentedType
}

/** null for text that isn't a JSON object, such as one that was cut. */
export function parseRecord(text: string): { [name: string]: Json } | null {
  try {
    const found = JSON.parse(text) as Json
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

export function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'string' | 'object'
}

/**
 * Received fields in their order, then missing, then dropped ones.
 * @param against the API document; or, of records that none describes, names of the fields that Portside doesn't read; null: neither is known
 */
export function fieldsOf(
  record: { [name: string]: Json },
  notes: readonly ReadingNote[],
  against: 'document' | readonly string[] | null = 'document'
): Field[] {
  const here = Object.entries(record).map(([name, value]): Field => {
    if (against === 'document') return documentedField(name, value)
    return { name, state: against && (against.includes(name) ? 'unread' : 'read'), value }
  })
  const documented = against === 'document' ? DOCUMENTED_FIELDS : []
  const missing = documented
    .filter((name) => !Object.hasOwn(record, name))
    .map((name): Field => ({
      name,
      state: 'missing',
      value: undefined
    }))
  const dropped = notes
    // Of a field that is still here, only a part was removed.
    .filter(({ kind, field }) => kind === 'credentialDropped' && !(field !== undefined && Object.hasOwn(record, field)))
    .map(({ field }): Field => ({ name: field ?? '', state: 'dropped', value: undefined }))
  return [...here, ...missing.filter(({ name }) => dropped.every((one) => one.name !== name)), ...dropped]
}

function documentedField(name: string, value: Json): Field {
  const expected = documentedType(name)
  if (!expected) return { name, state: 'unknown', value }
  if (value === null && isNullable(name)) return { name, state: 'null', value }
  return kindOf(value) === expected ? { name, state: 'known', value } : { name, state: 'wrongType', value, expected }
}
