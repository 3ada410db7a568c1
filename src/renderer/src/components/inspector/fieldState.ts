/** What the API document makes of each field of a record. */
import type { ReadingNote } from '../../../../shared/models/freshness.ts'
import type { Json } from '../../../../shared/models/json.ts'
import { DOCUMENTED, documentedField, type Documented } from './documentedFields.ts'

export const FIELD_STATES = ['known', 'unknown', 'missing', 'null', 'wrongType', 'dropped'] as const
/**
 * `known`: of the documented type. `unknown`: the document doesn't name it. `missing`: it does, and it isn't there.
 * `null`: there, empty, and allowed to be. `dropped`: Portside took it out, as it looks like a credential.
 */
export type FieldState = (typeof FIELD_STATES)[number]

export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'object' | 'list'

export interface Field {
  name: string
  state: FieldState
  /** undefined when it is not there. */
  value: Json | undefined
  /** Of `wrongType`: what the document says. */
  expected?: Documented
}

export function kindOf(value: Json): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'number'
  return typeof value as 'boolean' | 'string' | 'object'
}

/** Those that came in their order, then those that are missing, then those that were dropped. */
export function fieldsOf(record: { [name: string]: Json }, notes: readonly ReadingNote[]): Field[] {
  const here = Object.entries(record).map(([name, value]): Field => fieldOf(name, value))
  const missing = Object.keys(DOCUMENTED)
    .filter((name) => !Object.hasOwn(record, name))
    .map((name): Field => ({ name, state: 'missing', value: undefined }))
  const dropped = notes
    // Of a field that is still here only a part was taken out.
    .filter(({ kind, field }) => kind === 'credentialDropped' && !(field !== undefined && Object.hasOwn(record, field)))
    .map(({ field }): Field => ({ name: field ?? '', state: 'dropped', value: undefined }))
  return [...here, ...missing.filter(({ name }) => dropped.every((one) => one.name !== name)), ...dropped]
}

function fieldOf(name: string, value: Json): Field {
  const expected = documentedField(name)
  if (!expected) return { name, state: 'unknown', value }
  if (value === null && expected.nullable) return { name, state: 'null', value }
  return kindOf(value) === expected.type
    ? { name, state: 'known', value }
    : { name, state: 'wrongType', value, expected }
}
