/** The visible rows of a record's tree: open branches, and the beginning of long lists. */
import { cut } from '../../../../../shared/i18n/format.ts'
import { limitText } from '../../../../../shared/i18n/text-limits.ts'
import type { Json } from '../../../../../shared/models/json.ts'
import { t, tn } from '../../../i18n.ts'
import { kindOf, type Field, type FieldState, type Kind } from './fieldState.ts'

/** Entries shown of one object or list; a last row counts the rest. */
const MAX_ENTRIES = 1000

export interface TreeRow {
  /** JSON pointer; unique. */
  path: string
  /** From 1. */
  level: number
  /** Place among its siblings, from 1. */
  place: number
  siblings: number
  name: string
  value: Json | undefined
  kind: Kind | null
  size: number
  /** null: not expandable. */
  open: boolean | null
  field: Field | null
  /** Number of entries that this row stands for. */
  more: number
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** @param open expanded paths @param only state to filter by; null: all */
export function rowsOf(fields: readonly Field[], open: ReadonlySet<string>, only: FieldState | null): TreeRow[] {
  const rows: TreeRow[] = []
  const paths = new Set<string>()
  const matching = only === null ? fields : fields.filter(({ state }) => state === only)
  matching.forEach((field, at) => {
    // Two dropped fields may have the same name, and two long names the same beginning.
    const plain = `/${escaped(field.name)}`
    const path = paths.has(plain) ? `${plain}#${at}` : plain
    paths.add(path)
    add(rows, open, {
      path,
      level: 1,
      place: at + 1,
      siblings: matching.length,
      name: field.name,
      value: field.value,
      field
    })
  })
  return rows
}

type Node = Pick<TreeRow, 'path' | 'level' | 'place' | 'siblings' | 'name' | 'value' | 'field'>

function add(rows: TreeRow[], open: ReadonlySet<string>, node: Node): void {
  const { value, path, level } = node
  const size = sizeOf(value)
  const isOpen = size > 0 ? open.has(path) : null
  const kind = value === undefined ? null : kindOf(value)
  rows.push({ ...node, kind, size, open: isOpen, more: 0 })
  if (!isOpen) return
  const siblings = Math.min(size, MAX_ENTRIES + 1)
  const inside = { level: level + 1, siblings, field: null }
  firstOf(value).forEach(([name, held], at) =>
    add(rows, open, { ...inside, path: `${path}/${escaped(name)}`, place: at + 1, name, value: held })
  )
  const more = size - Math.min(size, MAX_ENTRIES)
  if (more === 0) return
  const rest = { ...inside, path: `${path}/…`, place: siblings, name: '', value: undefined }
  rows.push({ ...rest, kind: null, size: 0, open: null, more })
}

function sizeOf(value: Json | undefined): number {
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

function firstOf(value: Json | undefined): [string, Json][] {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((held, at) => [String(at), held])
  return Object.entries(value ?? {}).slice(0, MAX_ENTRIES)
}

/** Index of the parent row; the row itself at the top level. */
export function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1
  const parent = rows.slice(0, at).findLastIndex((row) => row.level < level)
  return parent < 0 ? at : parent
}

/** Index of the next row whose name starts with the letter, wrapping around, or -1. */
export function findRowByLetter(rows: readonly TreeRow[], letter: string, at: number): number {
  const order = rows.map((_, index) => (at + 1 + index) % rows.length)
  return order.find((index) => rows[index]?.name.toLowerCase().startsWith(letter.toLowerCase())) ?? -1
}

const LONGEST_VALUE = 200
const LONGEST_NAME = 200
const LONGEST_PATH = 1000

export const rowName = (row: TreeRow): string =>
  limitText(cut(row.name, LONGEST_NAME)) || (row.field ? t('catalogue.inspector.droppedUnnamed') : '')

/** For display: the whole path tells rows apart. */
export const pathText = (row: TreeRow): string =>
  row.level === 1 ? rowName(row) : limitText(cut(row.path, LONGEST_PATH))

export function valueText({ value, kind, size, more }: TreeRow): string {
  if (more > 0) return tn('catalogue.inspector.more', more)
  if (value === undefined) return ''
  if (kind === 'object' || kind === 'list') return tn('catalogue.inspector.entries', size)
  return limitText(JSON.stringify(typeof value === 'string' ? value.slice(0, LONGEST_VALUE) : value))
}

export function meaningOf({ field }: TreeRow): string {
  const { state = null, expected, value } = field ?? {}
  if (state === null) return ''
  if (state !== 'wrongType' || !expected || value === undefined) return t(`catalogue.inspector.means.${state}`)
  return t('catalogue.inspector.means.wrongType', {
    expected: t(`catalogue.inspector.kind.${expected}`),
    found: t(`catalogue.inspector.kind.${kindOf(value)}`)
  })
}
