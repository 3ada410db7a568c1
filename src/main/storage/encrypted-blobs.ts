/** The boxes of one account in its file: of each topic two, so that a new age does not mean a new document. */
import type { DatabaseSync } from 'node:sqlite'
import { readableRows } from './salvage.ts'
import { seal, unseal } from './encryption.ts'
import type { Content, PersonalTopic } from './memory-database.ts'

type Part = keyof Content

export function hasBoxes(db: DatabaseSync, topic: PersonalTopic): boolean {
  return db.prepare('SELECT 1 FROM sealed WHERE topic = ?').get(topic) !== undefined
}

/** null: there are none, or they are not of this key. */
export function openBoxes(db: DatabaseSync, accountId: string, topic: PersonalTopic, key: Buffer): Content | null {
  const find = db.prepare('SELECT box FROM sealed WHERE topic = ? AND part = ?')
  const opened = (part: Part): string | null => {
    const box = find.get(topic, part)?.['box']
    return box instanceof Uint8Array ? (unseal(key, { accountId, topic, part }, box)?.toString('utf8') ?? null) : null
  }
  const about = opened('about')
  const document = about === null ? null : opened('document')
  return about === null || document === null ? null : { document, about }
}

export function putBoxes(
  db: DatabaseSync,
  accountId: string,
  topic: PersonalTopic,
  key: Buffer,
  content: Content
): void {
  const put = db.prepare('INSERT OR REPLACE INTO sealed (topic, part, box) VALUES (?, ?, ?)')
  for (const part of ['document', 'about'] as const) {
    put.run(topic, part, seal(key, { accountId, topic, part }, content[part]))
  }
}

/** @returns false, and nothing is changed, when there is no document that it could be about */
export function putAbout(
  db: DatabaseSync,
  accountId: string,
  topic: PersonalTopic,
  key: Buffer,
  about: string
): boolean {
  const document = db.prepare("SELECT 1 FROM sealed WHERE topic = ? AND part = 'document'").get(topic)
  if (!document) return false
  const box = seal(key, { accountId, topic, part: 'about' }, about)
  db.prepare("INSERT OR REPLACE INTO sealed (topic, part, box) VALUES (?, 'about', ?)").run(topic, box)
  return true
}

/** As they are: sealed they came, sealed they stay. */
export function copyBoxes(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare('INSERT OR REPLACE INTO sealed (topic, part, box) VALUES (?, ?, ?)')
  for (const { topic, part, box } of readableRows(from, 'sealed')) {
    if (box instanceof Uint8Array) put.run(String(topic), String(part), box)
  }
}
