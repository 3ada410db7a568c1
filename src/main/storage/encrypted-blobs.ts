/** The encrypted documents in an account's file. Each topic has two parts, so that a new age doesn't rewrite the document. */
import type { DatabaseSync } from 'node:sqlite'
import { decrypt, encrypt } from './encryption.ts'
import type { Content, PersonalTopic } from './memory-database.ts'
import { readableRows } from './salvage.ts'

type Part = keyof Content

const PUT = 'INSERT OR REPLACE INTO encrypted (topic, part, data) VALUES (?, ?, ?)'

export function hasEncrypted(db: DatabaseSync, topic: PersonalTopic): boolean {
  return db.prepare('SELECT 1 FROM encrypted WHERE topic = ?').get(topic) !== undefined
}

/** @returns null if nothing is stored, or the key doesn't decrypt it */
export function readEncrypted(db: DatabaseSync, accountId: string, topic: PersonalTopic, key: Buffer): Content | null {
  const find = db.prepare('SELECT data FROM encrypted WHERE topic = ? AND part = ?')
  const read = (part: Part): string | null => {
    const data = find.get(topic, part)?.['data']
    return data instanceof Uint8Array
      ? (decrypt(key, { accountId, topic, part }, data)?.toString('utf8') ?? null)
      : null
  }
  const about = read('about')
  const document = about === null ? null : read('document')
  return about === null || document === null ? null : { document, about }
}

export function writeEncrypted(
  db: DatabaseSync,
  accountId: string,
  topic: PersonalTopic,
  key: Buffer,
  content: Content
): void {
  const put = db.prepare(PUT)
  for (const part of ['document', 'about'] as const) {
    put.run(topic, part, encrypt(key, { accountId, topic, part }, content[part]))
  }
}

/** @returns false, without a change, if the topic has no document */
export function writeEncryptedAbout(
  db: DatabaseSync,
  accountId: string,
  topic: PersonalTopic,
  key: Buffer,
  about: string
): boolean {
  const document = db.prepare("SELECT 1 FROM encrypted WHERE topic = ? AND part = 'document'").get(topic)
  if (!document) return false
  db.prepare(PUT).run(topic, 'about', encrypt(key, { accountId, topic, part: 'about' }, about))
  return true
}

/** Copies the documents without decrypting them. */
export function copyEncrypted(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare(PUT)
  for (const { topic, part, data } of readableRows(from, 'encrypted')) {
    if (data instanceof Uint8Array) put.run(String(topic), String(part), data)
  }
}
