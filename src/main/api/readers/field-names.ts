/** Finds fields by any of their names: `dueDate`, `due_date`, `due-date` and `DueDate` are equal. */
import type { Json } from '../../../shared/models/json.ts'
import type { JsonObject } from '../security/sanitize.ts'
import { isObject } from './list-envelope.ts'

/** In order of trust. A dot stands for a nested field: `detail.currency_code`. */
export type Names = readonly string[]

/** The path of a field, by its names in the record. */
type Path = readonly string[]

export interface Found<T> {
  value: T | null
  /** The first of the names with a value, none of which is readable. */
  unreadable: string | null
}

/** The first of the names with a readable value. */
export type Find = <T>(names: Names, read: (value: Json) => T | null) => Found<T>

/** The fields of one record. */
export type FieldsOf = (record: JsonObject) => Find

/** The names of one field, in order of trust. */
type Wanted = readonly { first: string; its: string; rest: Path }[]

/** The record's fields that any list of names may mean, and the places of each list among them. */
interface Shape {
  named: ReadonlySet<string>
  spelled: ReadonlyMap<string, readonly string[]>
  paths: Map<Names, readonly Path[]>
}

/** Object shapes to remember. A list has a few; a provider may generate endless names. */
const MOST_SHAPES = 200
/** Names to remember in normalised form. */
const MOST_NAMES = 10_000
/** Spellings of one name per object: `dueDate`, `due_date`. */
const MOST_SPELLINGS = 8
/** Objects with at least this many fields get their shape remembered. */
const MANY_FIELDS = 64

/**
 * Exact names come before other spellings. Each field of a record is checked once for all lists, so unknown fields cost
 * no more than their length.
 * @param lists every list of names in use; any other list throws
 */
export function createFields(lists: readonly Names[]): FieldsOf {
  const wanted = new Map<Names, Wanted>(lists.map((names) => [names, wantedBy(names)]))
  const known = new Set(lists.flat().flatMap((name) => name.split('.').map(letters)))
  const remembered = new Map<string, string>()
  const shapes = new Map<string, Shape>()
  const large = new WeakMap<JsonObject, Shape>()

  const lettersOf = (name: string): string => {
    let its = remembered.get(name)
    if (its === undefined) {
      its = letters(name)
      if (remembered.size < MOST_NAMES) remembered.set(name, its)
    }
    return its
  }
  const shapeOf = (record: JsonObject): Shape => {
    const before = large.get(record)
    if (before) return before
    const given = Object.keys(record)
    const matter = given.filter((name) => known.has(lettersOf(name)))
    // A name may contain any character, so there is no separator.
    const at = JSON.stringify(matter)
    let shape = shapes.get(at)
    if (!shape) {
      if (shapes.size >= MOST_SHAPES) shapes.clear()
      shapes.set(at, (shape = { named: new Set(matter), spelled: bySpelling(matter, lettersOf), paths: new Map() }))
    }
    if (given.length >= MANY_FIELDS) large.set(record, shape)
    return shape
  }
  const valueAt = (record: JsonObject, [first = '', ...rest]: Path): Json => {
    let value = record[first] ?? null
    for (const name of rest) {
      if (!isObject(value)) return null
      const its = Object.hasOwn(value, name) ? name : shapeOf(value).spelled.get(lettersOf(name))?.[0]
      value = (its === undefined ? null : value[its]) ?? null
    }
    return value
  }

  return (record) => {
    const shape = shapeOf(record)
    return (names, read) => {
      let paths = shape.paths.get(names)
      if (!paths) {
        const list = wanted.get(names)
        if (!list) throw new TypeError('A list of names that the fields were not made for')
        shape.paths.set(names, (paths = pathsOf(shape, list)))
      }
      let unreadable: string | null = null
      for (const path of paths) {
        const value = valueAt(record, path)
        if (isNothing(value)) continue
        const found = read(value)
        if (found !== null) return { value: found, unreadable }
        unreadable ??= path.join('.')
      }
      return { value: null, unreadable }
    }
  }
}

const wantedBy = (names: Names): Wanted =>
  names.map((name) => {
    const [first = '', ...rest] = name.split('.')
    return { first, its: letters(first), rest }
  })

function bySpelling(names: readonly string[], lettersOf: (name: string) => string): Map<string, string[]> {
  const spelled = new Map<string, string[]>()
  for (const name of names) {
    const its = lettersOf(name)
    const same = spelled.get(its)
    if (!same) spelled.set(its, [name])
    else if (same.length < MOST_SPELLINGS) same.push(name)
  }
  return spelled
}

function pathsOf({ named, spelled }: Shape, list: Wanted): Path[] {
  const paths = new Map<string, Path>()
  const add = (path: Path): void => {
    const at = path.join('.')
    if (!paths.has(at)) paths.set(at, path)
  }
  for (const { first, rest } of list) if (named.has(first)) add([first, ...rest])
  for (const { its, rest } of list) for (const name of spelled.get(its) ?? []) add([name, ...rest])
  return [...paths.values()]
}

/** The normalised form of all spellings. */
const letters = (name: string): string =>
  name.length > LONGEST_NAME ? name : name.toLowerCase().replace(/[_\s-]/g, '')
const LONGEST_NAME = 64

/** null, empty text, and the zero dates of MySQL and .NET. */
const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'string' && /^(0000-00-00|0001-01-01)([T ]00:00:00|$)/.test(value))
