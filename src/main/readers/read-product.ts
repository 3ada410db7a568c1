/**
 * Reads products: the 21 documented fields, in any spelling. Wrong types are converted if that is safe, and noted.
 * A field without a value is read by the names that other APIs have for it.
 */
import { productFields } from '../../shared/models/fields.ts'
import type { ReadingNote } from '../../shared/models/freshness.ts'
import type { Json } from '../../shared/models/json.ts'
import { PRODUCT_FIELDS, type ProductField } from '../../shared/models/product.ts'
import type { ProductRecord, Parsed } from '../core/ports/index.ts'
import type { Redact } from './security/redaction.ts'
import { createSanitizer } from './security/sanitize.ts'
import { createFields, spellingOf, type Find, type OnFound } from './field-names.ts'
import { PRODUCT_NAMES, UNAVAILABLE_NAMES } from './product-vocabulary.ts'
import { flagOf, timeOf } from './read-scalars.ts'
import type { RecordTrace } from './record-trace.ts'
import { Notes, isObject, type JsonObject } from './records.ts'

const DOCUMENTED: ReadonlySet<string> = new Set(PRODUCT_FIELDS)
const isDocumented = (name: string): name is ProductField => DOCUMENTED.has(name)

const BY_SPELLING: ReadonlyMap<string, ProductField> = new Map(PRODUCT_FIELDS.map((name) => [spellingOf(name), name]))
type OtherlyNamed = keyof typeof PRODUCT_NAMES
const BY_OTHER_NAME: ReadonlyMap<string, OtherlyNamed> = new Map(
  (Object.entries(PRODUCT_NAMES) as [OtherlyNamed, readonly string[]][])
    .concat([['isAvailable', UNAVAILABLE_NAMES]])
    .flatMap(([field, names]) => names.map((path) => [spellingOf(path.split('.')[0] ?? ''), field]))
)

type Parts = Omit<ProductRecord, 'key' | 'notes'>

export function createProductReader(
  redact: Redact,
  trace?: RecordTrace
): (record: JsonObject) => Omit<ProductRecord, 'key'> {
  const notes = new Notes()
  const sanitize = createSanitizer(notes, redact)
  const split = createSplitter(trace)
  return (record) => ({ ...split(sanitize(record), notes), notes: notes.take() })
}

export function readProduct(record: JsonObject, askedId: string, redact: Redact): Parsed<ProductRecord> {
  const read = createProductReader(redact)(record)
  const ofKey: ReadingNote[] = read.product.id === undefined ? [{ kind: 'noId', count: 1 }] : []
  return { value: { key: askedId, ...read }, notes: [...read.notes, ...ofKey] }
}

/** What an undocumented name stands for; null: nothing known. */
type Meaning = { spells: ProductField } | { names: OtherlyNamed } | null

/** The records of a list share their names, but a provider may generate endless ones. */
const MOST_NAMES = 10_000

function createSplitter(trace?: RecordTrace): (raw: JsonObject, notes: Notes) => Parts {
  const fields = createFields()
  const meanings = new Map<string, Meaning>()
  const meaningOf = (name: string): Meaning => {
    let meaning = meanings.get(name)
    if (meaning === undefined) {
      meaning = meaningBy(spellingOf(name))
      if (meanings.size < MOST_NAMES) meanings.set(name, meaning)
    }
    return meaning
  }

  return (raw, notes) => {
    const onFound = trace?.(raw)
    // Nearly every product of a list.
    const isAsDocumented = (name: string): boolean =>
      isDocumented(name) && readField(name, raw[name] ?? null) === raw[name]
    if (!onFound && Object.keys(raw).every(isAsDocumented)) return { product: raw, raw, unknownFields: [] }

    const unknownFields: string[] = []
    const spellings = new Map<ProductField, string>()
    const named = new Set<OtherlyNamed>()
    for (const name of Object.keys(raw)) {
      if (isDocumented(name)) continue
      const meaning = meaningOf(name)
      if (meaning === null) unknownFields.push(name)
      else if ('names' in meaning) named.add(meaning.names)
      // Of several spellings the documented one counts, else the first.
      else if (!Object.hasOwn(raw, meaning.spells) && !spellings.has(meaning.spells)) {
        spellings.set(meaning.spells, name)
      }
    }
    const product = documentedIn(raw, spellings, notes, onFound)
    const missing = [...named].filter((field) => !saysSomething(product[field]))
    if (missing.length > 0) addByOtherNames(product, missing, fields(raw, onFound))
    return { product, raw, unknownFields }
  }
}

function meaningBy(spelling: string): Meaning {
  const spells = BY_SPELLING.get(spelling)
  if (spells !== undefined) return { spells }
  const names = BY_OTHER_NAME.get(spelling)
  return names === undefined ? null : { names }
}

/** @param spellings names in raw that differ from the documented ones only by case and separators */
function documentedIn(
  raw: JsonObject,
  spellings: ReadonlyMap<ProductField, string>,
  notes: Notes,
  onFound?: OnFound
): Record<string, Json> {
  const product: Record<string, Json> = {}
  for (const field of PRODUCT_FIELDS) {
    const name = spellings.get(field) ?? field
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (given === undefined) continue
    const value = readField(field, given)
    onFound?.([field], name, value !== undefined)
    if (value !== given && !(field === 'id' && value === undefined)) notes.add('wrongType', name)
    if (value !== undefined) product[field] = value
  }
  return product
}

function addByOtherNames(product: Record<string, Json>, missing: readonly OtherlyNamed[], find: Find): void {
  for (const field of missing) {
    const value = field === 'isAvailable' ? availabilityIn(find) : find(PRODUCT_NAMES[field], OTHER_VALUES[field]).value
    if (value !== null) product[field] = value
  }
}

const saysSomething = (value: Json | undefined): boolean =>
  typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null

/** One name that denies it is enough: a product may be active and sold out. */
function availabilityIn(find: Find): boolean | null {
  const says = (names: readonly string[], flag: boolean): boolean =>
    find(names, (value) => flagOf(value) === flag || null).value !== null
  if (says(UNAVAILABLE_NAMES, true) || says(PRODUCT_NAMES.isAvailable, false)) return false
  return says(PRODUCT_NAMES.isAvailable, true) || says(UNAVAILABLE_NAMES, false) || null
}

function textOf(value: Json): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** A number is the id of a category. */
const labelOf = (value: Json): string | null => (typeof value === 'string' && /\p{L}/u.test(value) ? value : null)

/** A URL or a path, also of the first picture of several. Without a slash it is the name of a picture. */
function addressOf(value: Json): string | null {
  if (Array.isArray(value)) return addressOf(value[0] ?? null)
  if (isObject(value)) return addressOf(value['url'] ?? value['src'] ?? value['href'] ?? null)
  return typeof value === 'string' && value.includes('/') ? value : null
}

/** Values by other names are read more strictly, and without notes: a name may mean something else there. */
const OTHER_VALUES: Record<OtherlyNamed, (value: Json) => string | boolean | null> = {
  ...{ id: textOf, name: textOf, tagline: textOf, description: textOf, longHtmlDescription: textOf },
  ...{ label: labelOf, imagePath: addressOf, creationDateTime: timeOf, lastUpdateDateTime: timeOf },
  ...{ isFeatured: flagOf, isAllowed: flagOf, isAvailable: flagOf, isInMarketplace: flagOf }
}

/** Converts a value to the documented type if nothing is lost; undefined: dropped. */
function readField(name: ProductField, given: Json): Json | undefined {
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

/** Tells a product without an id from others, equally after a refresh and a change of its price. */
export function printOf(raw: JsonObject): string {
  const given = namesOf((name) => (Object.hasOwn(raw, name) ? readField(name, raw[name] ?? null) : null))
  if (given.length > 0) return JSON.stringify(given)
  const { product } = createSplitter()(raw, new Notes())
  const byOtherNames = namesOf((name) => product[name])
  return JSON.stringify(byOtherNames.length > 0 ? byOtherNames : raw)
}

const NAMING = ['name', 'shortName', 'tagline', 'creationDateTime'] as const

const namesOf = (read: (name: (typeof NAMING)[number]) => Json | undefined): Json[] =>
  NAMING.map(read).filter((one) => one != null && one !== '') as Json[]
