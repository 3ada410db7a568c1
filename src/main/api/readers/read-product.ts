/** Reads products: the 21 documented fields, one by one. Wrong types are converted if that is safe, and noted. */
import { productFields } from '../../../shared/models/fields.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'
import { PRODUCT_FIELDS, type Product } from '../../../shared/models/product.ts'
import type { ProductRecord, Reading } from '../../core/ports/index.ts'
import type { Redact } from '../security/redaction.ts'
import { createSanitizer } from '../security/sanitize.ts'
import { flagOf } from './read-scalars.ts'
import { createNotes, type JsonObject, type Notes } from './records.ts'

const DOCUMENTED: ReadonlySet<string> = new Set(PRODUCT_FIELDS)
const isDocumented = (name: string): name is keyof Product => DOCUMENTED.has(name)

export function createProductReader(redact: Redact): (record: JsonObject) => Omit<ProductRecord, 'key'> {
  const notes = createNotes()
  const sanitize = createSanitizer(notes, redact)
  return (record) => ({ ...parts(sanitize(record), notes), notes: notes.take() })
}

export function readProduct(record: JsonObject, askedId: string, redact: Redact): Reading<ProductRecord> {
  const read = createProductReader(redact)(record)
  const ofKey: ReadingNote[] = read.product.id === undefined ? [{ kind: 'noId', count: 1 }] : []
  return { value: { key: askedId, ...read }, notes: [...read.notes, ...ofKey] }
}

function parts(raw: JsonObject, notes: Notes): Omit<ProductRecord, 'key' | 'notes'> {
  const names = Object.keys(raw)
  // Nearly every product of a list.
  const isAsDocumented = names.every((name) => isDocumented(name) && readField(name, raw[name] ?? null) === raw[name])
  if (isAsDocumented) return { product: raw, raw, unknownFields: [] }
  const product: Record<string, Json> = {}
  for (const name of PRODUCT_FIELDS) {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (given === undefined) continue
    const value = readField(name, given)
    if (value !== given && !(name === 'id' && value === undefined)) notes.add('wrongType', name)
    if (value !== undefined) product[name] = value
  }
  return {
    product,
    raw,
    unknownFields: names.filter((name) => !isDocumented(name))
  }
}

/** Converts a value to the documented type if nothing is lost; undefined: dropped. */
function readField(name: keyof Product, given: Json): Json | undefined {
  const { type } = productFields[name]
  switch (type) {
    case 'id':
      if (typeof given === 'number') return String(given)
      return typeof given === 'string' && given.trim() !== '' ? given : undefined
    case 'text':
    case 'date':
    case 'data':
      if (given === null || typeof given === 'string') return given
      if (typeof given === 'object') return type === 'data' ? JSON.stringify(given) : undefined
      return String(given)
    case 'flag':
    case 'requiredFlag':
      if (given === null) return type === 'flag' ? null : undefined
      return flagOf(given) ?? undefined
    case 'integer':
      if (given === null) return null
      if (typeof given === 'string' && /^\s*-?\d{1,15}\s*$/.test(given)) return Number(given)
      return typeof given === 'number' && Number.isSafeInteger(given) ? given : undefined
  }
}

export function printOf(raw: JsonObject): string {
  const names = NAMING.map((name) => (Object.hasOwn(raw, name) ? readField(name, raw[name] ?? null) : null))
  const given = names.filter((one) => one != null && one !== '')
  return JSON.stringify(given.length > 0 ? given : raw)
}

const NAMING = ['name', 'shortName', 'tagline', 'creationDateTime'] as const
