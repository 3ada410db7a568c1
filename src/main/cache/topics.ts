/** When a topic was fetched, and what was met while reading it; and the profile, which is one record. */
import type { DatabaseSync } from 'node:sqlite'
import type { ReadingNote, Topic } from '../../shared/model/freshness.ts'
import type { ProfileView } from '../../shared/model/profile.ts'
import type { Stored, StoredInfo } from '../core/ports.ts'
import { parse } from './json.ts'

export function info(db: DatabaseSync, topic: Topic): StoredInfo | null {
  const row = db.prepare('SELECT fetched_at, notes FROM topics WHERE topic = ?').get(topic)
  return row ? { fetchedAt: String(row['fetched_at']), notes: parse<ReadingNote[]>(row['notes']) } : null
}

export function putInfo(db: DatabaseSync, topic: Topic, { fetchedAt, notes }: StoredInfo): void {
  db.prepare('INSERT OR REPLACE INTO topics (topic, fetched_at, notes) VALUES (?, ?, ?)').run(
    topic,
    fetchedAt,
    JSON.stringify(notes)
  )
}

export function profile(db: DatabaseSync): Stored<ProfileView> | null {
  const known = info(db, 'profile')
  const row = db.prepare('SELECT profile FROM profile').get()
  return known && row ? { ...known, value: parse<ProfileView>(row['profile']) } : null
}

export function putProfile(db: DatabaseSync, value: ProfileView): void {
  db.prepare('INSERT OR REPLACE INTO profile (only, profile) VALUES (1, ?)').run(JSON.stringify(value))
}
