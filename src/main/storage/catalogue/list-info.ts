/** What is known of the stored list: its age, notes, validators, edition and readers. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote } from '../../../shared/models/freshness.ts'
import type { StoredInfo, Validators } from '../../core/ports/index.ts'
import { parse } from '../json-column.ts'

export function readInfo(db: DatabaseSync): StoredInfo | null {
  const row = db.prepare("SELECT fetched_at, notes, validators FROM topics WHERE topic = 'catalogue'").get()
  if (!row) return null
  return {
    fetchedAt: String(row['fetched_at']),
    notes: parse<ReadingNote[]>(row['notes']),
    validators: parse<Validators | null>(row['validators'] ?? 'null')
  }
}

export function writeInfo(db: DatabaseSync, { fetchedAt, notes, validators }: StoredInfo): void {
  db.prepare("INSERT OR REPLACE INTO topics (topic, fetched_at, notes, validators) VALUES ('catalogue', ?, ?, ?)").run(
    fetchedAt,
    JSON.stringify(notes),
    validators && JSON.stringify(validators)
  )
}

/** Does nothing without a list. */
export function confirm(db: DatabaseSync, fetchedAt: string): void {
  db.prepare('UPDATE topics SET fetched_at = ?').run(fetchedAt)
}

/** The stored data no longer equals one response, so the next request must not be conditional. */
export function dropValidators(db: DatabaseSync): void {
  db.exec('UPDATE topics SET validators = NULL')
}

/** 'edition' changes with every different list, 'read_by' is a reader id (see hashes.ts). */
type Name = 'seen_up_to' | 'read_by' | 'edition'

export function readMeta(db: DatabaseSync, name: Name): string | null {
  const value = db.prepare('SELECT value FROM meta WHERE name = ?').get(name)?.['value']
  return typeof value === 'string' ? value : null
}

export function writeMeta(db: DatabaseSync, name: Name, value: string | number): void {
  db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, String(value))
}

export const readEdition = (db: DatabaseSync): number => Number(readMeta(db, 'edition') ?? 0)
