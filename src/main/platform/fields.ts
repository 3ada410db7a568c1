/** Fields of a record by the names that they may have: `dueDate`, `due_date`, `due-date` and `DueDate` are one name. */
import type { Json } from '../../shared/model/json.ts'
import type { JsonObject } from './cleanse.ts'
import { isObject } from './list.ts'

/** In order of trust; with a dot in it, a field of an object: `detail.currency_code`. */
export type Names = readonly string[]

/** Where a field is: its name in the record, then those of the fields in it. */
type Path = readonly string[]

export interface Found<T> {
  value: T | null
  /** The first of the names that holds something, but nothing readable. */
  unreadable: string | null
}

/** The first of the names that holds something readable. */
export type Find = <T>(names: Names, read: (value: Json) => T | null) => Found<T>

/** The fields of one record. */
export type FieldsOf = (record: JsonObject) => Find

/** Sets of names that are remembered; a list has one or two, a platform that makes them up has no end of them. */
const MOST_SHAPES = 200

/**
 * Names exactly as they are known come before other spellings of any of them. Which names a record has is worked out once for
 * all records with the same fields.
 */
export function createFields(): FieldsOf {
  const shapes = new Map<string, Map<Names, readonly Path[]>>()
  const shapeOf = (given: readonly string[]): Map<Names, readonly Path[]> => {
    const shape = given.join('\n')
    let known = shapes.get(shape)
    if (!known) {
      if (shapes.size >= MOST_SHAPES) shapes.clear()
      shapes.set(shape, (known = new Map()))
    }
    return known
  }

  return (record) => {
    const given = Object.keys(record)
    const shape = shapeOf(given)
    return (names, read) => {
      let paths = shape.get(names)
      if (!paths) shape.set(names, (paths = pathsOf(given, names)))
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

function pathsOf(given: readonly string[], names: Names): Path[] {
  const paths = new Map<string, Path>()
  const add = (path: Path): void => {
    const at = path.join('.')
    if (!paths.has(at)) paths.set(at, path)
  }
  const wanted = names.map((name) => name.split('.'))
  for (const [first = '', ...rest] of wanted) if (given.includes(first)) add([first, ...rest])
  const spelled = given.map((name) => [name, letters(name)] as const)
  for (const [first = '', ...rest] of wanted) {
    const sought = letters(first)
    for (const [name, its] of spelled) if (its === sought) add([name, ...rest])
  }
  return [...paths.values()]
}

/** What spellings have in common. */
const letters = (name: string): string =>
  name.length > LONGEST_NAME ? name : name.toLowerCase().replace(/[_\s-]/g, '')
const LONGEST_NAME = 64

function valueAt(record: JsonObject, path: Path): Json {
  let value = record[path[0] ?? ''] ?? null
  if (path.length === 1) return value
  for (const name of path.slice(1)) {
    if (!isObject(value)) return null
    const within: JsonObject = value
    const its = Object.hasOwn(within, name) ? name : Object.keys(within).find((one) => letters(one) === letters(name))
    value = (its === undefined ? null : within[its]) ?? null
  }
  return value
}

/** Null and empty texts, and the dates that MySQL and .NET write where they have none. */
const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'string' && /^(0000-00-00|0001-01-01)([T ]00:00:00|$)/.test(value))
