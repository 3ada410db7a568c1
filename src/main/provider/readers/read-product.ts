/**
 * Reads products: the 21 documented fields, in any spelling. Wrong types are converted if that is safe, and noted.
 * A field without a value is read by the names that other APIs have for it. The places that a provider's definition states come first.
 */
import { productFields } from '../../../shared/models/fields.ts'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { Json } from '../../../shared/models/json.ts'
import { DOCUMENTED_FIELDS, isDocumented, type ProductField } from '../../../shared/models/product.ts'
import { DEFAULTS } from '../../../shared/models/provider.ts'
import type { ProductSettings } from '../../../shared/providers/definition.ts'
import type { ProductRecord, Parsed } from '../../ports/index.ts'
import type { Redact } from './security/redaction.ts'
import { createSanitizer, createSanitizerInSteps } from './security/sanitize.ts'
import { createFields, isLongName, namesAt, spellingOf, type Find, type Names, type OnFound } from './field-names.ts'
import { createPriceReader } from './product-price.ts'
import { PRODUCT_NAMES, UNAVAILABLE_NAMES } from './product-vocabulary.ts'
import { flagOf, stateFlagOf, timeOf } from './read-scalars.ts'
import type { RecordTrace } from './record-trace.ts'
import { Notes, isObject, type JsonObject } from './records.ts'
import type { DateOrder } from './written-time.ts'

const BY_SPELLING: ReadonlyMap<string, ProductField> = new Map(
  DOCUMENTED_FIELDS.map((name) => [spellingOf(name), name])
)
type OtherlyNamed = keyof typeof PRODUCT_NAMES
const BY_OTHER_NAME: ReadonlyMap<string, OtherlyNamed> = new Map(
  (Object.entries(PRODUCT_NAMES) as [OtherlyNamed, readonly string[]][])
    .concat([['isAvailable', UNAVAILABLE_NAMES]])
    .flatMap(([field, names]) => names.map((path) => [spellingOf(path.split('.')[0] ?? ''), field]))
)

type Parts = Omit<ProductRecord, 'key' | 'notes'>

const BY_NAMES_ALONE: ProductSettings = DEFAULTS

export function createProductReader(
  redact: Redact,
  settings = BY_NAMES_ALONE,
  trace?: RecordTrace
): (record: JsonObject) => Omit<ProductRecord, 'key'> {
  const notes = new Notes()
  const sanitize = createSanitizer(notes, redact)
  const split = createSplitter(settings, trace)
  return (record) => ({ ...split(sanitize(record), notes), notes: notes.take() })
}

/** For inSlices: a single record may have a hundred thousand fields. */
export function* readProduct(
  record: JsonObject,
  askedId: string,
  redact: Redact,
  settings = BY_NAMES_ALONE
): Generator<void, Parsed<ProductRecord>, void> {
  const notes = new Notes()
  const raw = yield* createSanitizerInSteps(notes, redact)(record)
  yield
  const read = { ...createSplitter(settings)(raw, notes), notes: notes.take() }
  const ofKey: ReadingNote[] = read.product.id === undefined ? [{ kind: 'noId', count: 1 }] : []
  return { value: { key: askedId, ...read }, notes: [...read.notes, ...ofKey] }
}

/** What an undocumented name stands for; `stated`: the definition says it; null: nothing known. */
type Meaning = { spells: ProductField } | { names: OtherlyNamed } | 'stated' | null

/** A field whose place the definition states. */
interface StatedField {
  field: ProductField
  place: string
  names: Names
  read(value: Json): Json
}

/** The records of a list share their names, but a provider may generate endless ones. */
const MOST_NAMES = 10_000

function createSplitter(settings: ProductSettings, trace?: RecordTrace): (raw: JsonObject, notes: Notes) => Parts {
  const fields = createFields()
  const stated = statedFields(settings)
  const readPrice = createPriceReader(fields, settings)
  const statedNames = new Set(
    Object.values(settings.productFields).flatMap((place) =>
      place === undefined || place.includes('.') ? [] : [spellingOf(place)]
    )
  )
  const meanings = new Map<string, Meaning>()
  const meaningOf = (name: string): Meaning => {
    let meaning = meanings.get(name)
    if (meaning === undefined) {
      const spelling = spellingOf(name)
      meaning = meaningBy(spelling) ?? (statedNames.has(spelling) ? 'stated' : null)
      if (meanings.size < MOST_NAMES && !isLongName(name)) meanings.set(name, meaning)
    }
    return meaning
  }

  return (raw, notes) => {
    const onFound = trace?.(raw)
    // Nearly every product of a list.
    const isAsDocumented = (name: string): boolean =>
      isDocumented(name) && readField(name, raw[name] ?? null) === raw[name]
    const isUsual = stated.length === 0 && readPrice === null && !onFound
    if (isUsual && Object.keys(raw).every(isAsDocumented)) return { product: raw, raw, unknownFields: [] }

    const unknownFields: string[] = []
    const spellings = new Map<ProductField, string>()
    const named = new Set<OtherlyNamed>()
    for (const name of Object.keys(raw)) {
      if (isDocumented(name)) continue
      const meaning = meaningOf(name)
      if (meaning === null) unknownFields.push(name)
      else if (meaning === 'stated') continue
      else if ('names' in meaning) named.add(meaning.names)
      // Of several spellings the documented one counts, else the first.
      else if (!Object.hasOwn(raw, meaning.spells) && !spellings.has(meaning.spells)) {
        spellings.set(meaning.spells, name)
      }
    }
    const statedValues = stated.length === 0 ? NONE_STATED : readStated(stated, fields(raw, onFound), notes)
    const product = documentedIn(raw, { spellings, stated: statedValues }, notes, onFound)
    const missing = [...named].filter((field) => !statedValues.has(field) && !saysSomething(product[field]))
    if (missing.length > 0) addByOtherNames(product, missing, fields(raw, onFound), settings.dates)
    if (readPrice) Object.assign(product, readPrice(fields(raw, onFound), notes))
    return { product, raw, unknownFields }
  }
}

function meaningBy(spelling: string): Meaning {
  const spells = BY_SPELLING.get(spelling)
  if (spells !== undefined) return { spells }
  const names = BY_OTHER_NAME.get(spelling)
  return names === undefined ? null : { names }
}

interface Taken {
  /** Names in raw that differ from the documented ones only by case and separators. */
  spellings: ReadonlyMap<ProductField, string>
  /** Values at stated places. undefined: one that can't be read. */
  stated: ReadonlyMap<ProductField, Json | undefined>
}

function documentedIn(
  raw: JsonObject,
  { spellings, stated }: Taken,
  notes: Notes,
  onFound?: OnFound
): Record<string, Json> {
  const product: Record<string, Json> = {}
  for (const field of DOCUMENTED_FIELDS) {
    const name = spellings.get(field) ?? field
    const given = Object.hasOwn(raw, name) ? raw[name] : undefined
    if (stated.has(field)) {
      const value = stated.get(field)
      if (value !== undefined) product[field] = value
      continue
    }
    if (given === undefined) continue
    const value = readField(field, given)
    onFound?.([field], name, value !== undefined)
    // An id that is a number is as good as a text.
    if (value !== given && field !== 'id') notes.add('wrongType', name)
    if (value !== undefined) product[field] = value
  }
  return product
}

function addByOtherNames(
  product: Record<string, Json>,
  missing: readonly OtherlyNamed[],
  find: Find,
  dates: DateOrder
): void {
  const time = (value: Json): string | null => timeOf(value, dates)
  for (const field of missing) {
    const read = productFields[field].type === 'date' ? time : OTHER_VALUES[field]
    const value = field === 'isAvailable' ? availabilityIn(find) : find(PRODUCT_NAMES[field], read).value
    if (value !== null) product[field] = value
  }
}

const statedFields = ({ productFields: places, dates }: ProductSettings): StatedField[] =>
  (Object.entries(places) as [ProductField, string | undefined][]).flatMap(([field, place]) =>
    place === undefined || !isDocumented(field)
      ? []
      : [{ field, place, names: namesAt(place, [field]), read: readerAt(field, place, dates) }]
  )

/** A stated place may have the value in another form than the documented field: a word for a flag, or a picture's object. */
function readerAt(field: ProductField, place: string, dates: DateOrder): StatedField['read'] {
  const { type } = productFields[field]
  if (type === 'flag' || type === 'requiredFlag') {
    const denies = UNAVAILABLE.has(spellingOf(place.slice(place.lastIndexOf('.') + 1)))
    return (value) => {
      const flag = stateFlagOf(value)
      return flag !== null && denies ? !flag : flag
    }
  }
  if (type === 'date') return (value) => timeOf(value, dates)
  if (field === 'imagePath') return (value) => addressOf(value) ?? readField(field, value) ?? null
  return (value) => readField(field, value) ?? null
}
const UNAVAILABLE: ReadonlySet<string> = new Set(UNAVAILABLE_NAMES.map(spellingOf))

const NONE_STATED: ReadonlyMap<ProductField, Json> = new Map()

/** @returns the fields that have a value at their stated place; undefined: it can't be read, which is noted */
function readStated(
  fields: readonly StatedField[],
  find: Find,
  notes: Notes
): ReadonlyMap<ProductField, Json | undefined> {
  const values = new Map<ProductField, Json | undefined>()
  for (const { field, names, read } of fields) {
    const { value, unreadable, isStated } = find(names, read)
    if (!isStated) continue
    values.set(field, value ?? undefined)
    if (value === null) notes.add('wrongType', unreadable ?? undefined)
  }
  return values
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
    case 'amount':
      // product-price.ts reads it, with its currency.
      return undefined
  }
}

/** Tells a product without an id from others, equally after a refresh and a change of its price. */
export function printOf(raw: JsonObject, settings = BY_NAMES_ALONE): string {
  const given = namesOf((name) => (Object.hasOwn(raw, name) ? readField(name, raw[name] ?? null) : null))
  if (given.length > 0) return JSON.stringify(given)
  const { product } = createSplitter(settings)(raw, new Notes())
  const byOtherNames = namesOf((name) => product[name])
  return JSON.stringify(byOtherNames.length > 0 ? byOtherNames : raw)
}

const NAMING = ['name', 'shortName', 'tagline', 'creationDateTime'] as const

const namesOf = (read: (name: (typeof NAMING)[number]) => Json | undefined): Json[] =>
  NAMING.map(read).filter((one) => one != null && one !== '') as Json[]
