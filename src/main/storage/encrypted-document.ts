/** A document in the account's file, in boxes of about 0.5 MB, each of which is encrypted by itself. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Topic } from '../../shared/models/freshness.ts'
import { inSlices } from '../concurrency.ts'
import type { Stored, StoredInfo } from '../ports/index.ts'
import { readableRows } from './database.ts'
import { decrypt, encrypt, type EncryptionContext } from './encryption.ts'
import { parse } from './query.ts'
import type { Store } from './store.ts'

export interface DocumentFormat<T, Part> {
  toBoxes(value: T): Iterable<string | Uint8Array>
  fromBox(box: Buffer): Part
  join(parts: Part[]): T
}

/** A document as the file has it. */
export interface InFile<T> {
  document: Stored<T>
  boxes: string[]
  key: Buffer
}

/** The box that names the others, so that a new age rewrites a few bytes only. */
const ABOUT = 'about'
interface About {
  info: StoredInfo
  boxes: string[]
}

export type EncryptedTopic = Exclude<Topic, 'catalogue'>

export class EncryptedDocument<T, Part> {
  readonly #accountId: string
  readonly #topic: EncryptedTopic
  readonly #store: Store
  readonly #format: DocumentFormat<T, Part>

  constructor(accountId: string, topic: EncryptedTopic, store: Store, format: DocumentFormat<T, Part>) {
    this.#accountId = accountId
    this.#topic = topic
    this.#store = store
    this.#format = format
  }

  isStored(): boolean {
    return this.#store.read((db) => db.prepare(FIND).get(this.#topic, ABOUT) !== undefined)
  }

  /** @returns null if there is none that this key opens whole */
  *read(key: Buffer): Generator<void, InFile<T> | null, void> {
    const about = this.#readBox(ABOUT, key)
    if (about === null) return null
    const { info, boxes } = parse<About>(about.toString())
    const parts: Part[] = []
    for (const name of boxes) {
      const box = this.#readBox(name, key)
      if (box === null) return null
      parts.push(this.#format.fromBox(box))
      yield
    }
    return { document: { ...info, value: this.#format.join(parts) }, boxes, key }
  }

  /** @param previous in the file: boxes of the same value stay */
  async write(document: Stored<T>, key: Buffer, previous: InFile<T> | null): Promise<InFile<T>> {
    const { value, ...info } = document
    const isSameValue = previous !== null && previous.key.equals(key) && previous.document.value === value
    // A damaged file may have lost the boxes.
    const isValueStored = isSameValue && this.#readBox(previous.boxes[0] ?? '', key) !== null
    const boxes = isValueStored ? previous.boxes : await this.#writeBoxes(value, key)
    const about: About = { info, boxes }
    this.#store.change((db) => {
      this.#putBox(db, ABOUT, key, JSON.stringify(about))
      db.prepare(DROP_OTHERS).run(this.#topic, ABOUT, JSON.stringify(boxes))
    })
    return { document, boxes, key }
  }

  /** The document in the file stays valid until the box that names the others is replaced. */
  async #writeBoxes(value: T, key: Buffer): Promise<string[]> {
    const names: string[] = []
    await inSlices(this.#writeAll(value, key, names))
    return names
  }

  *#writeAll(value: T, key: Buffer, names: string[]): Generator<void, void, void> {
    const id = randomUUID()
    for (const box of this.#format.toBoxes(value)) {
      const name = `${id} ${names.length}`
      this.#store.change((db) => this.#putBox(db, name, key, box))
      names.push(name)
      yield
    }
  }

  #readBox(part: string, key: Buffer): Buffer | null {
    const data = this.#store.read((db) => db.prepare(FIND).get(this.#topic, part)?.['data'])
    return data instanceof Uint8Array ? decrypt(key, this.#context(part), data) : null
  }

  #putBox(db: DatabaseSync, part: string, key: Buffer, box: string | Uint8Array): void {
    db.prepare(PUT).run(this.#topic, part, encrypt(key, this.#context(part), box))
  }

  #context(part: string): EncryptionContext {
    return { accountId: this.#accountId, topic: this.#topic, part }
  }
}

const FIND = 'SELECT data FROM encrypted WHERE topic = ? AND part = ?'
const PUT = 'INSERT OR REPLACE INTO encrypted (topic, part, data) VALUES (?, ?, ?)'
const DROP_OTHERS =
  'DELETE FROM encrypted WHERE topic = ? AND part <> ? AND part NOT IN (SELECT value FROM json_each(?))'

export function copyEncrypted(from: DatabaseSync, to: DatabaseSync): void {
  const put = to.prepare(PUT)
  for (const { topic, part, data } of readableRows(from, 'encrypted')) {
    if (data instanceof Uint8Array) put.run(String(topic), String(part), data)
  }
}
