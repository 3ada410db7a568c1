/** Finds fields by any of their names. Spellings don't matter: `dueDate`, `due_date`, `due-date` and `DueDate` are equal. */
import type { Json } from '../../../shared/models/json.ts'
import { atOnce } from '../../concurrency.ts'
import { isObject, type JsonObject } from './records.ts'
import { elementAt } from './wrappers.ts'

/** In order of trust. Always the same list: it is remembered. A dot stands for a nested field, or for an element of a list: `detail.currency_code`, `totals.0.amount`. */
export type Names = readonly string[] | NamesAtPlace

/** A field whose place the provider's definition states. Where a record has a value there, its other names don't count. */
export interface NamesAtPlace {
  place: string
  others: readonly string[]
}

export const isStated = (names: Names): names is NamesAtPlace => 'place' in names

/** @param place undefined: the definition states none */
export const namesAt = (place: string | undefined, others: readonly string[]): Names =>
  place === undefined ? others : { place, others }

export type Find = <T>(names: Names, read: (value: Json) => T | null) => FoundField<T>

/** The record has a value at the place that the definition states. */
export const isAtItsPlace = (look: Find, names: Names): boolean => isStated(names) && look(names, () => true).isStated

/** Finds a value by its names, and notes a field that has one of the names and can't be read. */
export type FindNoted = <T>(names: Names, read: (value: Json) => T | null) => T | null

export interface FoundField<T> {
  value: T | null
  /** The first of the names with a value, none of which is readable. */
  unreadable: string | null
  /** The record has a value at the place that the definition states: it alone counts. */
  isStated: boolean
  /** Of the value, with the provider's spelling. */
  place: string | null
}

/** Told of each value that was looked for and found, or is empty, by the place of its name in the record. */
export type OnFound = (names: readonly string[], place: string, isReadable: boolean) => void

export type FieldsOf = (record: JsonObject, onFound?: OnFound) => Find

/** The records of a list share a few names, but a provider may generate endless ones. */
const MOST_NAMES = 10_000
const MOST_SPELLINGS = 8
const LONGEST_NAME = 64

interface Path {
  first: string
  /** As it was given: an element's number has one spelling only. */
  given: string
  rest: Path | null
  /** Stated by the definition. */
  isStated?: true
}

type Index = Map<string, string[]>

/** Megabytes of such names may come, and none comes again: they aren't remembered. */
export const isLongName = (name: string): boolean => name.length > LONGEST_NAME

/** One text for all spellings of a name. Long names have one spelling: no API uses them. */
export const spellingOf = (name: string): string =>
  isLongName(name) ? name : name.toLowerCase().replace(/[_\s-]/g, '')

/** `price_cents`, and `amountInCents` */
export const isInCents = (place: string): boolean => /(?<!per)cents$/.test(spellingOf(place))

/** Of records with the same fields: their index, and the paths of names that such a record may have. */
interface Shape {
  index: Index
  present: Map<Names, Path[]>
}

/** The records of a list have a few shapes. */
const MOST_SHAPES = 100
/** A record with more is remembered by itself. */
const MOST_NAMES_OF_SHAPE = 200

/** Names between two yields. */
const NAMES_OF_STEP = 32

function* indexOf(names: readonly string[], normalised: (name: string) => string): Generator<void, Index, void> {
  const index: Index = new Map()
  for (const [at, name] of names.entries()) {
    if (at % NAMES_OF_STEP === NAMES_OF_STEP - 1) yield
    const letters = normalised(name)
    const same = index.get(letters)
    if (!same) index.set(letters, [name])
    else if (same.length < MOST_SPELLINGS) same.push(name)
  }
  return index
}

/** For inSlices: a single record may have a hundred thousand names, in it and in its objects. */
export function* createFieldsOf(record: JsonObject): Generator<void, FieldsOf, void> {
  const shapes = new WeakMap<JsonObject, Shape>()
  const indexAll = function* (object: JsonObject): Generator<void, void, void> {
    yield
    const names = Object.keys(object)
    if (names.length > MOST_NAMES_OF_SHAPE) {
      shapes.set(object, { index: yield* indexOf(names, spellingOf), present: new Map() })
    }
    for (const name of names) {
      const value = object[name] ?? null
      if (isObject(value)) yield* indexAll(value)
    }
  }
  yield* indexAll(record)
  return createFields(shapes)
}

/**
 * Each shape is indexed once, however many records have it and however many names are asked for.
 * @param largeShapes of records with very many names
 */
export function createFields(largeShapes = new WeakMap<JsonObject, Shape>()): FieldsOf {
  const remembered = new Map<string, string>()
  const paths = new Map<Names, Path[]>()
  const shapes = new Map<string, Shape>()

  const normalised = (name: string): string => {
    if (isLongName(name)) return name
    const known = remembered.get(name)
    if (known !== undefined) return known
    const letters = spellingOf(name)
    if (remembered.size < MOST_NAMES) remembered.set(name, letters)
    return letters
  }
  const pathsOf = (names: Names): Path[] => {
    let known = paths.get(names)
    if (!known) paths.set(names, (known = isStated(names) ? statedPaths(names) : names.map(pathOf)))
    return known
  }
  const statedPaths = ({ place, others }: NamesAtPlace): Path[] => [
    { ...pathOf(place), isStated: true },
    ...others.map(pathOf)
  ]
  const pathOf = (name: string): Path => {
    const dot = name.indexOf('.')
    const given = dot < 0 ? name : name.slice(0, dot)
    return { first: normalised(given), given, rest: dot < 0 ? null : pathOf(name.slice(dot + 1)) }
  }
  const shapeOf = (record: JsonObject): Shape => {
    const large = largeShapes.get(record)
    if (large) return large
    const names = Object.keys(record)
    const key = names.length > MOST_NAMES_OF_SHAPE || names.some(isLongName) ? null : names.join('\n')
    const known = key === null ? undefined : shapes.get(key)
    if (known) return known
    const shape: Shape = { index: atOnce(indexOf(names, normalised)), present: new Map() }
    if (key === null) largeShapes.set(record, shape)
    else if (shapes.size < MOST_SHAPES) shapes.set(key, shape)
    return shape
  }
  const presentIn = ({ index, present }: Shape, names: Names): Path[] => {
    let known = present.get(names)
    if (!known) present.set(names, (known = pathsOf(names).filter(({ first }) => index.has(first))))
    return known
  }
  const valuesAt = (object: JsonObject, index: Index, { first, rest }: Path): [name: string, value: Json][] => {
    const names = index.get(first) ?? []
    // The usual case, thousands of times for each list.
    if (rest === null) return names.map((name) => [name, object[name] ?? null])
    return names.flatMap((name) => valuesBelow(name, object[name] ?? null, rest))
  }
  /** @param rest of the path, within the value of that name or the element of that number */
  const valuesBelow = (name: string, value: Json, rest: Path | null): [name: string, value: Json][] => {
    if (rest === null) return [[name, value]]
    const element = Array.isArray(value) ? elementAt(value, rest.given) : undefined
    const ofElement = element === undefined ? [] : valuesBelow(rest.first, element, rest.rest)
    const within = isObject(value) ? valuesAt(value, shapeOf(value).index, rest) : ofElement
    return within.map(([at, found]) => [`${name}.${at}`, found])
  }

  return (record, onFound) => {
    const shape = shapeOf(record)
    return (names, read) => {
      const paths = presentIn(shape, names)
      // Most names aren't in a record.
      if (paths.length === 0) return NOT_FOUND
      let unreadable: string | null = null
      for (const path of paths) {
        for (const [name, value] of valuesAt(record, shape.index, path)) {
          const isEmpty = isNothing(value)
          const found = isEmpty ? null : read(value)
          onFound?.(isStated(names) ? names.others : names, name, found !== null)
          if (found !== null) return { value: found, unreadable, isStated: path.isStated === true, place: name }
          if (!isEmpty) unreadable ??= name
        }
        if (path.isStated && unreadable !== null) return { value: null, unreadable, isStated: true, place: null }
      }
      return { value: null, unreadable, isStated: false, place: null }
    }
  }
}

const NOT_FOUND: FoundField<never> = { value: null, unreadable: null, isStated: false, place: null }

/** null, empty text, an empty list, and the zero dates of MySQL and .NET. */
export const isNothing = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && /^(0000-00-00|0001-01-01)([T ]00:00:00|$)/.test(value))
