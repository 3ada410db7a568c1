/** Where a reply has its list, and what is around a record. Names are compared without case and separators. */
import type { Json } from '../../../shared/models/json.ts'
import { plainName, words } from './names.ts'
import { isObject, type JsonObject } from './records.ts'

/** Names that a list may have: bare, in a wrapper, or in a wrapper's wrapper. In order of trust. */
export const WRAPPERS = words(
  'data items results invoices products',
  // Envelopes around a list that has a name.
  'result response queryresponse payload',
  'list records rows entries content elements collection documents',
  'invoice invoicelist billinginvoices bills product productlist orders order transactions purchases',
  'offers packages plans'
)
/** Levels below the body where an object may still be a wrapper. */
export const DEEPEST_WRAPPER = 2

const RANKS: ReadonlyMap<string, number> = new Map(WRAPPERS.map((name, rank) => [name, rank]))
const LONGEST_NAME = 64

/** The place of a wrapper's name in the order of trust; null for other names. */
export const wrapperRank = (name: string): number | null =>
  name.length > LONGEST_NAME ? null : (RANKS.get(plainName(name)) ?? null)

/** The names of the object that may be wrappers, the most trusted first. */
export function wrappersIn(object: JsonObject): string[] {
  const ranked = Object.keys(object).flatMap((name) => {
    const rank = wrapperRank(name)
    return rank === null ? [] : [{ name, rank }]
  })
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ name }) => name)
}

/** Names that a record may have as a list's element: Chargebee's list has {"invoice": {…}, "customer": {…}}. In order of trust. */
const RECORDS = words('invoice product order transaction bill offer package plan item')

/** The members of a resource of JSON:API, beside `attributes`. */
const RESOURCE = new Set(words('id lid type attributes relationships links meta'))

/** The record of a list's element. What stands beside it becomes fields of it, unless it has such fields. */
export function unwrapped(element: JsonObject): JsonObject {
  const names = Object.keys(element)
  const attributes = element['attributes']
  if (isObject(attributes) && names.every((name) => RESOURCE.has(name))) {
    const { attributes: _, ...beside } = element
    const id = element['id'] ?? null
    return { ...beside, ...attributes, ...(id !== null && { id }) }
  }
  // An element with a number or a text is the record itself.
  if (names.some((name) => typeof element[name] !== 'object')) return element
  for (const record of RECORDS) {
    const name = names.find((one) => one.length <= LONGEST_NAME && plainName(one) === record)
    const inner = name === undefined ? null : element[name]
    if (name === undefined || !isObject(inner)) continue
    const { [name]: _, ...beside } = element
    return { ...beside, ...inner }
  }
  return element
}

/** Names that may stand in an envelope. With any other name, `data` is a field of the record. */
const ENVELOPE = new Set(words('data result message statuscode status success errors error code meta requestdetails'))

/**
 * The record of a reply that has one only, such as {"data": {…}, "message": null}.
 * @param recordAt where the definition has the record
 */
export function recordIn(body: Json, recordAt?: string): JsonObject | null {
  if (!isObject(body)) return null
  if (recordAt !== undefined) {
    const given = valueAt(body, recordAt)
    return isObject(given) ? unwrapped(given) : null
  }
  const names = Object.keys(body).map((name) => ({ name, plain: name.length > LONGEST_NAME ? '' : plainName(name) }))
  const inner = names.every(({ plain }) => ENVELOPE.has(plain))
    ? (names.find(({ plain }) => plain === 'data') ??
      names.find(({ name, plain }) => plain === 'result' && isObject(body[name])))
    : undefined
  const record = inner === undefined ? body : (body[inner.name] ?? null)
  return isObject(record) ? unwrapped(record) : null
}

/** A name of a definition, such as `next_cursor`, and one in a reply, such as `nextCursor`. */
export const isSameName = (one: string, other: string): boolean =>
  one === other || (plainName(one) !== '' && plainName(one) === plainName(other))

/** An element of a list by its place in it; undefined: it has no such element. */
export const elementAt = (list: readonly Json[], index: string): Json | undefined =>
  isIndex(index) ? list[Number(index)] : undefined
export const isIndex = (name: string): boolean => /^(?:0|[1-9]\d{0,3})$/.test(name)

/** What a reply has at a place such as `result.list` or `totals.0.amount`; null: nothing. */
export const valueAt = (body: Json, place: string): Json =>
  place.split('.').reduce<Json>((value, name) => {
    if (Array.isArray(value)) return elementAt(value, name) ?? null
    if (!isObject(value)) return null
    const names = Object.keys(value).filter((one) => one.length <= LONGEST_NAME)
    const found = names.find((one) => one === name) ?? names.find((one) => isSameName(one, name))
    return found === undefined ? null : (value[found] ?? null)
  }, body)

/** The object that has the value at the place; without dots in it, the body itself. */
export function objectAround(body: Json, place: string): Json {
  const end = place.lastIndexOf('.')
  return end < 0 ? body : valueAt(body, place.slice(0, end))
}

/**
 * The records of {"data": {"1": {…}, "3": {…}}}, for a reply without a list.
 * @param listAt where the definition has the list
 */
export function recordsByIdIn(body: Json, listAt?: string): JsonObject[] | null {
  return listAt === undefined ? recordsByIdInWrapper(body, 0) : recordsNamedById(valueAt(body, listAt))
}

function recordsByIdInWrapper(body: Json, depth: number): JsonObject[] | null {
  if (!isObject(body) || depth > DEEPEST_WRAPPER) return null
  for (const name of wrappersIn(body)) {
    const inner = body[name] ?? null
    const found = recordsNamedById(inner) ?? recordsByIdInWrapper(inner, depth + 1)
    if (found) return found
  }
  return null
}

const isSameId = (value: Json, id: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value) === id

const IDS = new Set(['id', 'uuid', 'guid', ...RECORDS.map((name) => `${name}id`)])
const isId = (name: string): boolean => /^(?:\d{1,20}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i.test(name)

/** Strict, because a single record may have objects too, such as its addresses: each name is an id, by its form or in its record. */
function recordsNamedById(value: Json): JsonObject[] | null {
  if (!isObject(value)) return null
  const records: JsonObject[] = []
  for (const [name, record] of Object.entries(value)) {
    if (!isObject(record)) return null
    const own = Object.keys(record).find((one) => one.length <= LONGEST_NAME && IDS.has(plainName(one)))
    if (!isId(name) && (own === undefined || !isSameId(record[own] ?? null, name))) return null
    records.push(own === undefined ? { id: name, ...record } : record)
  }
  return records.length > 0 ? records : null
}
