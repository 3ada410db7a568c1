/** The log of changes between refreshes. Each refresh writes it in its own transaction. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import {
  LONGEST_VALUE,
  MOST_CHANGES,
  MOST_FIELDS,
  type ChangePage,
  type ChangeSpan,
  type FieldChange,
  type ProductChange
} from '../../../shared/models/change.ts'
import type { Json } from '../../../shared/models/json.ts'
import { cut } from '../../../shared/i18n/format.ts'
import type { ProductRecord } from '../../core/ports/index.ts'
import { parse } from '../query.ts'
import { readMeta, writeMeta } from './list-info.ts'
import { rowOf } from './products.ts'

type Raw = ProductRecord['raw']

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

  addChanged(before: Raw, record: ProductRecord): void {
    const fields = differences(before, record.raw)
    if (fields.length > 0) this.#add('changed', () => record, fields)
  }

  /** Drops the oldest beyond MOST_CHANGES. @returns the number of changes */
  end(): number {
    this.#db.prepare('DELETE FROM changes WHERE id <= (SELECT max(id) FROM changes) - ?').run(MOST_CHANGES)
    return this.#count
  }

  #add(kind: ProductChange['kind'], read: () => ProductRecord, fields: readonly FieldChange[] = []): void {
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

function differences(before: Raw, after: Raw): FieldChange[] {
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !Object.hasOwn(after, name))]
  return names.flatMap((field) => {
    const value = after[field]
    if (value !== undefined && typeof value !== 'object' && value === before[field]) return []
    const was = textOf(before, field)
    const is = textOf(after, field)
    if (was === is) return []
    const long = [was, is].some((text) => text !== null && text.length > LONGEST_VALUE)
    return [{ field: cut(field, 200), before: shortOf(was), after: shortOf(is), cut: long }]
  })
}

export function changePage(db: DatabaseSync, { offset, limit }: ChangeSpan): ChangePage {
  const rows = db.prepare('SELECT * FROM changes ORDER BY id DESC LIMIT ? OFFSET ?').all(limit, offset)
  const all = db.prepare('SELECT count(*) AS total, max(id) AS newest FROM changes').get()
  return {
    rows: rows.map(changeOf),
    total: Number(all?.['total'] ?? 0),
    seenUpTo: seenUpTo(db),
    newest: Number(all?.['newest'] ?? 0)
  }
}

export function unseen(db: DatabaseSync): number {
  return Number(db.prepare('SELECT count(*) AS n FROM changes WHERE id > ?').get(seenUpTo(db))?.['n'] ?? 0)
}

export function markSeen(db: DatabaseSync, upTo: number): void {
  const newest = Number(db.prepare('SELECT max(id) AS newest FROM changes').get()?.['newest'] ?? 0)
  const seen = Math.max(seenUpTo(db), Math.min(upTo, newest))
  writeMeta(db, 'seen_up_to', seen)
}

const seenUpTo = (db: DatabaseSync): number => Number(readMeta(db, 'seen_up_to') ?? 0)

function changeOf(row: Record<string, unknown>): ProductChange {
  return {
    id: Number(row['id']),
    at: String(row['at']),
    kind: row['kind'] as ProductChange['kind'],
    key: parse<string>(row['key']),
    name: row['name'] === null ? null : parse<string>(row['name']),
    fields: parse<FieldChange[]>(row['fields']),
    moreFields: Number(row['more_fields'])
  }
}

/** JSON with sorted names, so that equal values have equal texts. null: the field is missing. */
function textOf(record: Raw, field: string): string | null {
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
