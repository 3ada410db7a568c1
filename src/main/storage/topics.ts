/** Age, reading notes and validators of each topic, and the profile, which is a single record. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote, Topic } from '../../shared/models/freshness.ts'
import type { StoredInfo, Validators } from '../core/ports/index.ts'
import { parse } from './json-column.ts'

export function info(db: DatabaseSync, topic: Topic): StoredInfo | null {
  const row = db.prepare('SELECT fetched_at, notes, validators FROM topics WHERE topic = ?').get(topic)
  if (!row) return null
  return {
    fetchedAt: String(row['fetched_at']),
    notes: parse<ReadingNote[]>(row['notes']),
    validators: parse<Validators | null>(row['validators'] ?? 'null')
  }
}

export function putInfo(db: DatabaseSync, topic: Topic, { fetchedAt, notes, validators }: StoredInfo): void {
  db.prepare('INSERT OR REPLACE INTO topics (topic, fetched_at, notes, validators) VALUES (?, ?, ?, ?)').run(
    topic,
    fetchedAt,
    JSON.stringify(notes),
    validators && JSON.stringify(validators)
  )
}

/** Does nothing if the topic is not stored. */
export function confirm(db: DatabaseSync, topic: Topic, fetchedAt: string): void {
  db.prepare('UPDATE topics SET fetched_at = ? WHERE topic = ?').run(fetchedAt, topic)
}

/** The stored data no longer equals one response, so the next request must not be conditional. */
export function dropValidators(db: DatabaseSync, topic: Topic): void {
  db.prepare('UPDATE topics SET validators = NULL WHERE topic = ?').run(topic)
}
