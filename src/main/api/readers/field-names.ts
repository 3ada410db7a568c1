/** Finds fields by any of their names. Spellings don't matter: `dueDate`, `due_date`, `due-date` and `DueDate` are equal. */
import type { Json } from '../../../shared/models/json.ts'
import { isObject, type JsonObject } from './records.ts'

/** In order of trust. A dot stands for a nested field: `detail.currency_code`. */
type Names = readonly string[]

/** The first of the names with a readable value. */
export type Find = <T>(names: Names, read: (value: Json) => T | null) => Found<T>

interface Found<T> {
  value: T | null
  /** The first of the names with a value, none of which is readable. */
  unreadable: string | null
}

/** The fields of one record. */
export type FieldsOf = (record: JsonObject) => Find

/** Names to remember in normalised form: the records of a list have the same few, but a provider may generate endless ones. */
const MOST_NAMES = 10_000
/** Spellings of one name per object that are tried. */
const MOST_SPELLINGS = 8
const LONGEST_NAME = 64

/** A record's own names by their normalised form. */
type Index = Map<string, string[]>

/** Each field of a record is looked at once, however many names are asked for, so unknown fields cost no more than their length. */
export function createFields(): FieldsOf {
  const remembered = new Map<string, string>()
  const paths = new Map<Names, string[][]>()

  const normalised = (name: string): string => {
    let letters = remembered.get(name)
    if (letters === undefined) {
      letters = name.length > LONGEST_NAME ? name : name.toLowerCase().replace(/[_\s-]/g, '')
      if (remembered.size < MOST_NAMES) remembered.set(name, letters)
    }
    return letters
  }
  const pathsOf = (names: Names): string[][] => {
    let known = paths.get(names)
    if (!known) paths.set(names, (known = names.map((name) => name.split('.').map(normalised))))
    return known
  }
  const indexOf = (record: JsonObject): Index => {
    const index: Index = new Map()
    for (const name of Object.keys(record)) {
      const letters = normalised(name)
      const same = index.get(letters)
      if (!same) index.set(letters, [name])
      else if (same.length < MOST_SPELLINGS) same.push(name)
    }
    return index
  }

  return (record) => {
    const index = indexOf(record)
    const nested = new Map<JsonObject, Index>()
    const indexOfNested = (object: JsonObject): Index => {
      const known = nested.get(object) ?? indexOf(object)
      nested.set(object, known)
      return known
    }
    const valuesAt = (object: JsonObject, at: Index, path: string[], depth = 0): [name: string, value: Json][] =>
      (at.get(path[depth] ?? '') ?? []).flatMap((name): [string, Json][] => {
        const value = object[name] ?? null
        if (depth === path.length - 1) return [[name, value]]
        if (!isObject(value)) return []
        const values = valuesAt(value, indexOfNested(value), path, depth + 1)
        return values.map(([inner, found]) => [`${name}.${inner}`, found])
      })

    return (names, read) => {
      let unreadable: string | null = null
      for (const path of pathsOf(names)) {
        // Most names are absent.
        if (!index.has(path[0] ?? '')) continue
        for (const [name, value] of valuesAt(record, index, path)) {
          if (isNothing(value)) continue
          const found = read(value)
          if (found !== null) return { value: found, unreadable }
          unreadable ??= name
        }
      }
      return { value: null, unreadable }
    }
  }
}

/** null, empty text, and the zero dates of MySQL and .NET. */
const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (typeof value === 'string' && /^(0000-00-00|0001-01-01)([T ]00:00:00|$)/.test(value))
