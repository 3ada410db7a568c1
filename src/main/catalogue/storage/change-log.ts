/** The log of changes between refreshes. Each refresh writes it in its own transaction. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  PRODUCT_CHANGE_KINDS,
  fieldKind,
  LONGEST_VALUE,
  MOST_CHANGES,
  MOST_FIELDS,
  type ProductChangeKind,
  type FieldChange,
  type ProductChange
} from '../../../shared/models/change.ts'
import type { Json } from '../../../shared/models/json.ts'
import { PRODUCT_FIELDS } from '../../../shared/models/product.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { ProductRecord, StoredChangePage, StoredChangeQuery } from '../../ports/index.ts'
import { parse } from '../../storage/query.ts'
import { rowOf, type ListRecord } from './products.ts'

/** Writes the changes of one refresh. */
export class ChangeLog {
  readonly #db: DatabaseSync
  readonly #at: string | null
  readonly #insert: StatementSync
  #count = 0

  /** @param at null: changes are counted, but not logged */
  constructor(db: DatabaseSync, at: string | null) {
    this.#db = db
    this.#at = at
    this.#insert = db.prepare(
      'INSERT INTO changes (at, kind, key, name, fields, more_fields) VALUES (?, ?, ?, ?, ?, ?)'
    )
  }

  /** @param read called only for what is logged */
  addNew(read: () => ProductRecord): void {
    this.#add('new', read)
  }

  addRemoved(record: ProductRecord): void {
    this.#add('gone', () => record)
  }

  addChanged(before: ListRecord, record: ProductRecord): void {
    const fields = differences(before, record)
    const [first] = fields
    if (first) this.#add(fieldKind(first.field), () => record, fields)
  }

  /** Drops the oldest beyond MOST_CHANGES. @returns the number of changes */
  end(): number {
    this.#db.prepare('DELETE FROM changes WHERE id <= (SELECT max(id) FROM changes) - ?').run(MOST_CHANGES)
    return this.#count
  }

  #add(kind: ProductChangeKind, read: () => ProductRecord, fields: readonly FieldChange[] = []): void {
    this.#count += 1
    if (this.#at === null || this.#count > MOST_CHANGES) return
    const record = read()
    const { name } = rowOf(record)
    const stored = limitFields(fields)
    this.#insert.run(
      this.#at,
      kind,
      JSON.stringify(record.key),
      name === null ? null : JSON.stringify(name),
      JSON.stringify(stored),
      fields.length - stored.length
    )
  }
}

const MOST_CHARACTERS = 10_000

function limitFields(fields: readonly FieldChange[]): readonly FieldChange[] {
  let characters = 0
  const end = fields.findIndex(({ before, after }) => {
    characters += (before?.length ?? 0) + (after?.length ?? 0)
    return characters > MOST_CHARACTERS
  })
  return fields.slice(0, Math.min(MOST_FIELDS, end < 0 ? fields.length : end))
}

const rank = (field: string): number => PRODUCT_CHANGE_KINDS.indexOf(fieldKind(field))
const BY_KIND = PRODUCT_FIELDS.toSorted((a, b) => rank(a) - rank(b))

/**
 * Documented fields as they were read, by whatever names the provider has for them, then those that Portside doesn't read.
 * The most important ones come first.
 */
function differences(before: ListRecord, after: ListRecord): FieldChange[] {
  const read = BY_KIND.flatMap((field) => difference(field, before.product, after.product))
  const others = new Set([...after.unknownFields, ...before.unknownFields])
  // A placed field may have the name of one that isn't read.
  for (const { field } of read) others.delete(field)
  return [...read, ...[...others].flatMap((field) => difference(field, before.raw, after.raw))]
}

type Values = Readonly<Record<string, Json | undefined>>

function difference(field: string, before: Values, after: Values): FieldChange[] {
  const value = after[field]
  if (value !== undefined && typeof value !== 'object' && value === before[field]) return []
  const was = textOf(before, field)
  const is = textOf(after, field)
  if (was === is) return []
  const long = [was, is].some((text) => text !== null && text.length > LONGEST_VALUE)
  return [{ field: cut(field, 200), before: shortOf(was), after: shortOf(is), cut: long }]
}

export function changePage(
  db: DatabaseSync,
  { from, visit, allFields, offset, limit }: StoredChangeQuery
): StoredChangePage {
  const period = from === null ? '(seen_at IS NULL OR seen_at >= ?)' : 'at >= ?'
  const where = `${period}${allFields ? '' : " AND kind <> 'other'"}`
  const since = from ?? visit
  const rows = db
    .prepare(
      `SELECT *, seen_at < ? AS seen, EXISTS (SELECT 1 FROM products WHERE products.key = changes.key) AS listed
       FROM changes WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`
    )
    .all(visit, since, limit, offset)
  const matched = db.prepare(`SELECT count(*) AS n FROM changes WHERE ${where}`).get(since)
  const newest = Number(db.prepare('SELECT max(id) AS newest FROM changes').get()?.['newest'] ?? 0)
  const oldest = String(db.prepare('SELECT at FROM changes ORDER BY id LIMIT 1').get()?.['at'])
  return {
    rows: rows.map(changeOf),
    total: Number(matched?.['n'] ?? 0),
    newest,
    isCut: newest >= MOST_CHANGES && (from === null || oldest >= from)
  }
}

/** Of those that are shown without all fields. */
export function unseen(db: DatabaseSync): number {
  const count = db.prepare("SELECT count(*) AS n FROM changes WHERE seen_at IS NULL AND kind <> 'other'")
  return Number(count.get()?.['n'] ?? 0)
}

/** @param at ISO 8601 */
export function markSeen(db: DatabaseSync, ids: readonly number[], at: string): void {
  db.prepare('UPDATE changes SET seen_at = ? WHERE seen_at IS NULL AND id IN (SELECT value FROM json_each(?))').run(
    at,
    JSON.stringify(ids)
  )
}

/** @param upTo the newest change that the user knows of */
export function markAllSeen(db: DatabaseSync, upTo: number, at: string): void {
  db.prepare('UPDATE changes SET seen_at = ? WHERE seen_at IS NULL AND id <= ?').run(at, upTo)
}

function changeOf(row: Record<string, unknown>): ProductChange {
  return {
    id: Number(row['id']),
    at: String(row['at']),
    kind: row['kind'] as ProductChangeKind,
    key: parse<string>(row['key']),
    name: row['name'] === null ? null : parse<string>(row['name']),
    fields: parse<FieldChange[]>(row['fields']),
    moreFields: Number(row['more_fields']),
    seen: row['seen'] === 1,
    listed: row['listed'] === 1
  }
}

/** JSON with sorted names, so that equal values have equal texts. null: the field is missing. */
function textOf(record: Values, field: string): string | null {
  const value = Object.hasOwn(record, field) ? record[field] : undefined
  return value === undefined ? null : JSON.stringify(ordered(value))
}

function ordered(value: Json): Json {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, ordered(value[name] ?? null)])
  )
}

const shortOf = (text: string | null): string | null => (text === null ? null : cut(text, LONGEST_VALUE))
