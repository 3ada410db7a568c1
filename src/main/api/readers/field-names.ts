/** Finds fields by any of their names. Spellings don't matter: `dueDate`, `due_date`, `due-date` and `DueDate` are equal. */
import type { Json } from '../../../shared/models/json.ts'
import { isObject, type JsonObject } from './records.ts'

/** In order of trust. A dot stands for a nested field: `detail.currency_code`. */
type Names = readonly string[]

export type Find = <T>(names: Names, read: (value: Json) => T | null) => Found<T>

interface Found<T> {
  value: T | null
  /** The first of the names with a value, none of which is readable. */
  unreadable: string | null
}

export type FieldsOf = (record: JsonObject) => Find

/** The records of a list share a few names, but a provider may generate endless ones. */
const MOST_NAMES = 10_000
const MOST_SPELLINGS = 8
const LONGEST_NAME = 64

interface Path {
  first: string
  rest: Path | null
}

type Index = Map<string, string[]>

/** One text for all spellings of a name. Long names have one spelling: no API uses them. */
export const spellingOf = (name: string): string =>
  name.length > LONGEST_NAME ? name : name.toLowerCase().replace(/[_\s-]/g, '')

/** Each field is indexed once, however many names are asked for, so unknown fields cost only their length. */
export function createFields(): FieldsOf {
  const remembered = new Map<string, string>()
  const paths = new Map<Names, Path[]>()

  const normalised = (name: string): string => {
    let letters = remembered.get(name)
    if (letters === undefined) {
      letters = spellingOf(name)
      if (remembered.size < MOST_NAMES) remembered.set(name, letters)
    }
    return letters
  }
  const pathsOf = (names: Names): Path[] => {
    let known = paths.get(names)
    if (!known) paths.set(names, (known = names.map(pathOf)))
    return known
  }
  const pathOf = (name: string): Path => {
    const dot = name.indexOf('.')
    if (dot < 0) return { first: normalised(name), rest: null }
    return { first: normalised(name.slice(0, dot)), rest: pathOf(name.slice(dot + 1)) }
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
    const valuesAt = (object: JsonObject, spellings: string[], rest: Path | null): [name: string, value: Json][] =>
      spellings.flatMap((name): [string, Json][] => {
        const value = object[name] ?? null
        if (rest === null) return [[name, value]]
        const inner = isObject(value) ? indexOfNested(value).get(rest.first) : undefined
        if (!isObject(value) || !inner) return []
        return valuesAt(value, inner, rest.rest).map(([at, found]) => [`${name}.${at}`, found])
      })

    return (names, read) => {
      let unreadable: string | null = null
      for (const { first, rest } of pathsOf(names)) {
        const spellings = index.get(first)
        if (!spellings) continue
        for (const [name, value] of valuesAt(record, spellings, rest)) {
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
