/** The database in memory that personal documents are worked with: never a file, not even a temporary one. */
import type { DatabaseSync } from 'node:sqlite'
import { invoicesText, replaceInvoicesByText } from './invoices/rows.ts'
import { emptyInvoices, INVOICES_SCHEMA } from './invoices/table.ts'
import { parse } from './json-column.ts'
import { memoryStore, type Store } from './store.ts'
import { info, profile, putInfo, putProfile } from './topics.ts'
import type { Topic } from '../../shared/models/freshness.ts'
import type { ProfileView } from '../../shared/models/profile.ts'
import type { StoredInfo } from '../core/ports/index.ts'

export type PersonalTopic = Exclude<Topic, 'catalogue'>
export const PERSONAL_TOPICS: readonly PersonalTopic[] = ['profile', 'invoices']

/** What a topic comes to as texts: the document, and what is known of it. */
export interface Content {
  document: string
  about: string
}

const SCHEMA = `
  -- A large sort goes to a temporary file otherwise.
  PRAGMA temp_store = MEMORY;

  CREATE TABLE topics (
    topic TEXT PRIMARY KEY,
    fetched_at TEXT NOT NULL,        -- ISO 8601
    notes TEXT NOT NULL,             -- JSON
    validators TEXT                  -- JSON; NULL: the platform gave none
  ) STRICT;

  CREATE TABLE profile (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    profile TEXT NOT NULL            -- JSON
  ) STRICT;

${INVOICES_SCHEMA}`

export function openWorkingCopy(): Store {
  return memoryStore((db) => db.exec(SCHEMA))
}

interface AsText {
  take(db: DatabaseSync): string
  put(db: DatabaseSync, text: string): void
  drop(db: DatabaseSync): void
}

const documents: Record<PersonalTopic, AsText> = {
  profile: {
    take: (db) => JSON.stringify(profile(db)?.value),
    put: (db, text) => putProfile(db, parse<ProfileView>(text)),
    drop: (db) => db.exec('DELETE FROM profile')
  },
  invoices: { take: invoicesText, put: replaceInvoicesByText, drop: emptyInvoices }
}

/** Of a topic that there is. */
export function takeDocument(db: DatabaseSync, topic: PersonalTopic): string {
  return documents[topic].take(db)
}

/** null: there is nothing of that topic. */
export function takeAbout(db: DatabaseSync, topic: PersonalTopic): string | null {
  const known = info(db, topic)
  return known && JSON.stringify(known)
}

export function putContent(db: DatabaseSync, topic: PersonalTopic, { document, about }: Content): void {
  documents[topic].put(db, document)
  putInfo(db, topic, parse<StoredInfo>(about))
}

export function dropContent(db: DatabaseSync, topic: PersonalTopic): void {
  documents[topic].drop(db)
  db.prepare('DELETE FROM topics WHERE topic = ?').run(topic)
}
