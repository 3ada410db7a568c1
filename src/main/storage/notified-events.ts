/** Events of which the user was notified, as keyed hashes. They are in memory only until the account's key is available. */
import { setImmediate } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'
import type { DataKey } from './data-key.ts'
import { readableRows } from './database.ts'
import { createKeyedHash, type KeyedHash } from './encryption.ts'
import type { Store } from './store.ts'

/** Beyond it the oldest are deleted. Enough for 125,000 open invoices, and some 30 MB. */
const MOST_EVENTS = 500_000

/** Events of one step, which takes a few milliseconds. There may be 50,000 in all. */
const STEP = 1000

/** An event that is recorded again becomes the newest. */
const PUT = 'INSERT OR REPLACE INTO notified_events (hash) VALUES (?)'

export function copyNotifiedEvents(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare(PUT)
  const rows = readableRows(from, 'notified_events').sort((one, other) => Number(one['at']) - Number(other['at']))
  for (const { hash } of rows) if (hash instanceof Uint8Array) put.run(hash)
}

export class NotifiedEvents {
  readonly #store: Store
  readonly #dataKey: Pick<DataKey, 'toEncrypt'>
  readonly #most: number
  /** Without a key; null: none. */
  #waiting: Set<string> | null = null

  constructor(store: Store, dataKey: Pick<DataKey, 'toEncrypt'>, most = MOST_EVENTS) {
    this.#store = store
    this.#dataKey = dataKey
    this.#most = most
  }

  async unnotified(eventIds: readonly string[]): Promise<string[]> {
    const hash = await this.#keyedHash()
    if (!hash) return eventIds.filter((id) => !this.#waiting?.has(id))
    const unnotified: string[] = []
    for (const step of steps(eventIds)) {
      const stored = this.#areStored(step.map((id) => hash(id)))
      unnotified.push(...step.filter((_id, at) => !stored[at]))
      await setImmediate()
    }
    return unnotified
  }

  async mark(eventIds: readonly string[]): Promise<void> {
    const hash = await this.#keyedHash()
    if (hash) await this.#write(hash, eventIds)
    else this.#waiting = new Set([...(this.#waiting ?? []), ...eventIds].slice(-this.#most))
  }

  async unmark(eventIds: readonly string[]): Promise<void> {
    const hash = await this.#keyedHash()
    if (hash) await this.#delete(hash, eventIds)
    else for (const id of eventIds) this.#waiting?.delete(id)
  }

  /** Also writes the events that waited for the key. @returns null without the key */
  async #keyedHash(): Promise<KeyedHash | null> {
    const key = await this.#dataKey.toEncrypt()
    const hash = key && createKeyedHash(key, 'notification')
    const waiting = this.#waiting
    if (hash && waiting) {
      await this.#write(hash, [...waiting])
      if (this.#waiting === waiting) this.#waiting = null
    }
    return hash
  }

  #areStored(hashes: readonly Buffer[]): boolean[] {
    return this.#store.read((db) => {
      const find = db.prepare('SELECT 1 FROM notified_events WHERE hash = ?')
      return hashes.map((hash) => find.get(hash) !== undefined)
    })
  }

  async #write(hash: KeyedHash, eventIds: readonly string[]): Promise<void> {
    for (const step of steps(eventIds)) {
      this.#store.change((db) => put(db, hash, step, this.#most))
      await setImmediate()
    }
  }

  async #delete(hash: KeyedHash, eventIds: readonly string[]): Promise<void> {
    for (const step of steps(eventIds)) {
      this.#store.change((db) => {
        const remove = db.prepare('DELETE FROM notified_events WHERE hash = ?')
        for (const id of step) remove.run(hash(id))
      })
      await setImmediate()
    }
  }
}

function put(db: DatabaseSync, hash: KeyedHash, eventIds: readonly string[], most: number): void {
  const add = db.prepare(PUT)
  for (const id of eventIds) add.run(hash(id))
  db.prepare('DELETE FROM notified_events WHERE rowid <= (SELECT max(rowid) FROM notified_events) - ?').run(most)
}

function* steps(eventIds: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < eventIds.length; at += STEP) yield eventIds.slice(at, at + STEP)
}
