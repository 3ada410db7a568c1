/** Products: the 21 fields of the document, each read for itself; a wrong type is mended where that is safe, and noted. */
import type { Json } from '../../shared/model/json.ts'
import { PRODUCT_FIELDS, type Product } from '../../shared/model/product.ts'
import type { ProductRecord, Reading } from '../core/ports.ts'
import { createCleanser, type JsonObject } from './cleanse.ts'
import { isObject, keysOf } from './list.ts'
import { createNotes, type Notes } from './notes.ts'
import { flagOf } from './read-scalars.ts'
import type { Blot } from './secrets.ts'

type Kind = 'id' | 'text' | 'data' | 'flag' | 'requiredFlag' | 'integer'

/** Types of the document's table. `data` are texts that platforms fill with structured data. */
const KINDS: Record<keyof Product, Kind> = {
  id: 'id',
  owner: 'text',
  creationDateTime: 'text',
  lastUpdateDateTime: 'text',
  isFeatured: 'flag',
  isAllowed: 'flag',
  weight: 'integer',
  contextData: 'data',
  customData: 'data',
  name: 'text',
  shortName: 'text',
  tagline: 'text',
  label: 'text',
  description: 'text',
  longHtmlDescription: 'text',
  icon: 'text',
  imagePath: 'text',
  isAvailable: 'requiredFlag',
  isInMarketplace: 'requiredFlag',
  preHook: 'data',
  postHook: 'data'
}

/** Names that Object.prototype has must not count as known. */
const isDocumented = (name: string): boolean => Object.hasOwn(KINDS, name)

export interface ProductsReader {
  add(element: Json): void
  end(): Reading<ProductRecord[]>
}

/** Reads a list, one element after the other; those that are no objects are left out and noted. */
export function createProductsReader(blot: Blot): ProductsReader {
  const notes = createNotes()
  const cleanse = createCleanser(notes, blot)
  const read: Omit<ProductRecord, 'key'>[] = []
  return {
    add(element) {
      if (isObject(element)) read.push(parts(cleanse(element), notes))
      else notes.add('notAnObject')
    },
    end() {
      const keys = keysOf(
        read.map(({ product, raw }) => ({ id: product.id ?? null, print: () => printOf(product, raw) })),
        notes
      )
      return { value: read.map((one, index) => ({ key: keys[index] ?? '', ...one })), notes: notes.list() }
    }
  }
}

/** Reads the one product that was asked for by this id; that stays its key whatever the reply says. */
export function readProduct(record: JsonObject, askedId: string, blot: Blot): Reading<ProductRecord> {
  const notes = createNotes()
  const read = parts(createCleanser(notes, blot)(record), notes)
  if (read.product.id === undefined) notes.add('noId')
  return { value: { key: askedId, ...read }, notes: notes.list() }
}

function parts(raw: JsonObject, notes: Notes): Omit<ProductRecord, 'key'> {
  const fields = PRODUCT_FIELDS.flatMap((name) => {
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (given === undefined) return []
    const value = readField(KINDS[name], given)
    if (value !== given && !(name === 'id' && value === undefined)) notes.add('wrongType', name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    // Each value has the type that KINDS gives its name, which no type can follow through fromEntries.
    product: Object.fromEntries(fields),
    raw,
    unknownFields: Object.keys(raw).filter((name) => !isDocumented(name))
  }
}

/** The value in the document's type; another type is turned into it where nothing is lost; undefined: left out. */
function readField(kind: Kind, given: Json): Json | undefined {
  switch (kind) {
    case 'id':
      if (typeof given === 'number') return String(given)
      return typeof given === 'string' && given.trim() !== '' ? given : undefined
    case 'text':
    case 'data':
      if (given === null || typeof given === 'string') return given
      if (typeof given === 'object') return kind === 'data' ? JSON.stringify(given) : undefined
      return String(given)
    case 'flag':
    case 'requiredFlag':
      if (given === null) return kind === 'flag' ? null : undefined
      return flagOf(given) ?? undefined
    case 'integer':
      if (given === null) return null
      if (typeof given === 'string' && /^\s*-?\d{1,15}\s*$/.test(given)) return Number(given)
      return typeof given === 'number' && Number.isSafeInteger(given) ? given : undefined
  }
}

/** What tells products without an id apart: their names, else all that they are. */
function printOf(product: Product, raw: JsonObject): string {
  const { name, shortName, tagline, creationDateTime } = product
  const names = [name, shortName, tagline, creationDateTime].filter((one) => one != null && one !== '')
  return JSON.stringify(names.length > 0 ? names : raw)
}
