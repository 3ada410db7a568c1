/**
 * The shape of a record without its values: names, types, formats and counts, for a public report. An undocumented name is
 * shown only if it is a plain word that is no value too: a provider may use personal data as names.
 */
import type { Json } from '../../../../../shared/models/json.ts'
import { documentedType, fieldsOf, kindOf, type Field } from './fieldState.ts'

/** Levels, names and entries per level, element shapes per list, and parts in all. */
export const BOUNDS = { deep: 6, names: 100, entries: 100, shapes: 4, parts: 2000 } as const
const LONGEST_NAME = 40
/** Values compared with names; a record with more shows no undocumented names. */
const MOST_VALUES = 20_000
/** A word, not an id or a code: letters with at most two digits. */
const PLAIN_NAME = /^(?=.{1,40}$)[A-Za-z_]+(?:\d{1,2}[A-Za-z_]*)?$/

const FORMATS: readonly [name: string, fits: (text: string) => boolean][] = [
  ['empty', (text) => text === ''],
  ['blank', (text) => text.trim() === ''],
  ['uuid', (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)],
  ['date-time', (text) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && text.length <= 40],
  ['date', (text) => /^\d{4}-\d\d-\d\d$/.test(text)],
  ['decimal', (text) => /^-?\d{1,20}(?:\.\d{1,20})?$/.test(text)],
  ['data-url', (text) => /^data:/i.test(text)],
  ['url', (text) => /^[a-z][a-z\d+.-]{1,20}:\/\/\S/i.test(text) && URL.canParse(text)],
  ['path', (text) => /^\.{0,2}\/\S*$/.test(text)],
  ['email', (text) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text)],
  ['json', (text) => /^\s*[[{]/.test(text) && isJson(text)],
  ['html', (text) => /<[a-z!/][^<>]{0,2000}>/i.test(text)]
]
const LENGTHS = [16, 64, 256, 1024, 4096, 65_536] as const

export function textShape(text: string): string {
  const format = FORMATS.find(([, fits]) => fits(text))?.[0]
  if (format !== undefined) return `string(${format})`
  const most = LENGTHS.find((length) => text.length <= length)
  return most === undefined ? `string(> ${LENGTHS[LENGTHS.length - 1]})` : `string(≤ ${most})`
}

type Shape = string | { [name: string]: Shape | number | Shape[] }

export function shapeReport(record: { [name: string]: Json }, fields: readonly Field[] = fieldsOf(record, [])): string {
  const names = createNames(record)
  const budget = { parts: BOUNDS.parts }
  const namesIn = (state: Field['state']): string[] =>
    fields.filter((field) => field.state === state).map(({ name }) => (documentedType(name) ? name : names(name)))
  const report = {
    record: shapeOf(record, 0, names, budget),
    missing: namesIn('missing'),
    wrongType: namesIn('wrongType'),
    dropped: fields.filter(({ state }) => state === 'dropped').length
  }
  return JSON.stringify(report, null, 2)
}

function shapeOf(value: Json, depth: number, nameOf: (name: string) => string, budget: { parts: number }): Shape {
  budget.parts -= 1
  if (typeof value === 'string') return textShape(value)
  if (typeof value !== 'object' || value === null) return kindOf(value)
  const entries = Object.entries(value)
  const inside = budget.parts > 0 && depth < BOUNDS.deep
  if (Array.isArray(value)) {
    if (!inside || value.length === 0) return `list(${value.length})`
    return { list: value.length, of: elementShapes(value, depth, nameOf, budget) }
  }
  if (!inside || entries.length === 0) return `object(${entries.length})`
  const shape: Shape = {}
  for (const [name, held] of entries.slice(0, BOUNDS.names)) {
    if (budget.parts <= 0) break
    Object.defineProperty(shape, nameOf(name), {
      value: shapeOf(held, depth + 1, nameOf, budget),
      enumerable: true,
      configurable: true,
      writable: true
    })
  }
  const more = entries.length - Object.keys(shape).length
  if (more > 0) shape['…'] = more
  return shape
}

function elementShapes(
  list: Json[],
  depth: number,
  nameOf: (name: string) => string,
  budget: { parts: number }
): Shape[] {
  const shapes = new Map<string, Shape>()
  for (const element of list.slice(0, BOUNDS.entries)) {
    if (budget.parts <= 0 || shapes.size >= BOUNDS.shapes) break
    const shape = shapeOf(element, depth + 1, nameOf, budget)
    shapes.set(JSON.stringify(shape), shape)
  }
  return [...shapes.values()]
}

/** Numbers the names that must not be shown, each with one number. */
function createNames(record: { [name: string]: Json }): (name: string) => string {
  const said = valuesOf(record)
  const numbers = new Map<string, number>()
  return (name) => {
    if (documentedType(name)) return name
    if (said && PLAIN_NAME.test(name) && !holdsAny(name.toLowerCase(), said)) return name
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return `name ${number}`
  }
}

/** Shorter values are part of too many names. */
const SHORTEST = 4

function holdsAny(name: string, values: ReadonlySet<string>): boolean {
  for (let start = 0; start < name.length; start++) {
    for (let end = start + SHORTEST; end <= name.length; end++) if (values.has(name.slice(start, end))) return true
  }
  return false
}

/** Texts and numbers that a name could contain, in lower case; null when there are too many. */
function valuesOf(record: Json): Set<string> | null {
  const found = new Set<string>()
  const left = [record]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'object' && value !== null) {
      for (const held of Object.values(value)) left.push(held)
    } else if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value).toLowerCase()
      if (text.length >= SHORTEST && text.length <= LONGEST_NAME) found.add(text)
    }
    if (found.size > MOST_VALUES || left.length > MOST_VALUES) return null
  }
  return found
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
