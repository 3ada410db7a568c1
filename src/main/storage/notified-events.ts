/** Events of which the user was notified, as keyed hashes. They are in memory only until the account's key is available. */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { AccountStorage } from '../core/ports/index.ts'
import { createKeyedHash, type KeyedHash } from './encryption.ts'
import type { PersonalDocuments } from './personal-documents.ts'
import { readableRows } from './database.ts'
import type { Store } from './store.ts'

/** Beyond it the oldest are deleted. Enough for 125,000 open invoices, and some 30 MB. */
const MOST_EVENTS = 500_000

/** Events of one step, which takes a few milliseconds. There may be 50,000 in all. */
const STEP = 1000

const PUT = 'INSERT OR IGNORE INTO notified_events (hash) VALUES (?)'

export function copyNotifiedEvents(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare(PUT)
  const rows = readableRows(from, 'notified_events').sort((one, other) => Number(one['at']) - Number(other['at']))
  for (const { hash } of rows) if (hash instanceof Uint8Array) put.run(hash)
}

export function createNotifiedEvents(
  store: Store,
  personal: Pick<PersonalDocuments, 'keyToEncrypt'>,
  most = MOST_EVENTS
): Pick<AccountStorage, 'unnotified' | 'markNotified' | 'unmarkNotified'> {
  let waiting: Set<string> | null = null

  const write = async (hash: KeyedHash, events: readonly string[]): Promise<void> => {
    for (const step of steps(events)) {
      store.change((db) => put(db, hash, step, most))
      await setImmediate()
    }
    // Last: if the app ends before, the next start treats the remaining events as the first ones, without a notification.
    store.change((db) => void db.prepare(PUT).run(hash()))
  }

  const keyedHash = async (): Promise<KeyedHash | null> => {
    const key = await personal.keyToEncrypt()
    const hash = key && createKeyedHash(key, 'notification')
    const events = waiting
    if (hash && events) {
      await write(hash, [...events])
      if (waiting === events) waiting = null
    }
    return hash
  }

  return {
    async unnotified(events) {
      const hash = await keyedHash()
      if (!hash) return { first: !waiting, unnotified: events.filter((event) => !waiting?.has(event)) }
      const missing = (all: readonly string[], hashOf: (event: string) => Buffer): string[] =>
        store.read((db) => {
          const find = db.prepare('SELECT 1 FROM notified_events WHERE hash = ?')
          return all.filter((event) => !find.get(hashOf(event)))
        })
      const first = missing([''], () => hash()).length > 0
      const unnotified: string[] = []
      for (const step of steps(events)) {
        unnotified.push(...missing(step, hash))
        await setImmediate()
      }
      return { first, unnotified }
    },
    async markNotified(events) {
      const hash = await keyedHash()
      if (hash) await write(hash, events)
      else waiting = new Set([...(waiting ?? []), ...events].slice(-most))
    },
    async unmarkNotified(events) {
      const hash = await keyedHash()
      if (!hash) for (const event of events) waiting?.delete(event)
      else {
        for (const step of steps(events)) {
          store.change((db) => {
            const remove = db.prepare('DELETE FROM notified_events WHERE hash = ?')
            for (const event of step) remove.run(hash(event))
          })
          await setImmediate()
        }
      }
    }
  }
}

function put(db: DatabaseSync, hash: KeyedHash, events: readonly string[], most: number): void {
  const add = db.prepare(PUT)
  for (const event of events) add.run(hash(event))
  // The hash of no event stays, however old: it shows that events have been stored before.
  db.prepare(
    'DELETE FROM notified_events WHERE rowid <= (SELECT max(rowid) FROM notified_events) - ? AND hash <> ?'
  ).run(most, hash())
}

function* steps(events: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < events.length; at += STEP) yield events.slice(at, at + STEP)
}
