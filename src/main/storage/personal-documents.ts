/** Profile and invoices: encrypted in the file, decrypted into memory when first needed. Without a key, in memory only. */
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { ProfileView } from '../../shared/models/account.ts'
import { Mutex, inSlices } from '../concurrency.ts'
import type { KeyOf, Stored, StoredInfo } from '../core/ports/index.ts'
import { decrypt, encrypt, parseKey } from './encryption.ts'
import { createInvoiceList, fromBox, toBoxes, type InvoiceList, type StoredInvoice } from './invoices/invoice-list.ts'
import { joinInvoices } from './invoices/join-invoices.ts'
import { readableRows } from './database.ts'
import { parse } from './query.ts'
import type { Store } from './store.ts'

interface Documents {
  profile: ProfileView
  invoices: InvoiceList
}
type PersonalTopic = keyof Documents

/** A document in boxes of about 0.5 MB, each of which is encrypted by itself. */
interface Format<T, Part> {
  toBoxes(value: T): Iterable<string | Uint8Array>
  fromBox(box: Buffer): Part
  join(parts: Part[]): T
  /** Of a part of a list. */
  addPart?(saved: Stored<T>, part: Stored<T>): Promise<Stored<T>>
}

const FORMATS: { profile: Format<ProfileView, ProfileView>; invoices: Format<InvoiceList, StoredInvoice[]> } = {
  profile: {
    toBoxes: (profile) => [JSON.stringify(profile)],
    fromBox: (box) => parse<ProfileView>(box.toString()),
    join: ([profile]) => profile as ProfileView
  },
  invoices: {
    toBoxes: ({ stored }) => toBoxes(stored),
    fromBox,
    join: (parts) => createInvoiceList(parts.flat()),
    addPart: joinInvoices
  }
}

const formatOf = <T extends PersonalTopic>(topic: T) => FORMATS[topic] as unknown as Format<Documents[T], unknown>

/** The box of a topic that names the others, so that a new age rewrites a few bytes only. */
const ABOUT = 'about'
interface About {
  info: StoredInfo
  boxes: string[]
}

interface Held<T> {
  /** The file was read, or a save replaced its document. */
  isKnown: boolean
  /** Never changes: a save or a confirmation replaces it. null: nothing is stored. */
  document: Stored<T> | null
  /** The document that the file has, if it is known. */
  inFile: InFile<T> | null
  /** The document is a part that is to join the one in the file, which couldn't be read yet. */
  isPendingPart: boolean
}
interface InFile<T> {
  document: Stored<T>
  boxes: string[]
  key: Buffer
}

export type PersonalDocuments = ReturnType<typeof createPersonalDocuments>

const unread = <T>(): Held<T> => ({ isKnown: false, document: null, inFile: null, isPendingPart: false })

/** @param sealed called when a document that was in memory only is in the file */
export function createPersonalDocuments(accountId: string, store: Store, sealed: () => void) {
  let keyOf: KeyOf = async () => null
  let state: 'open' | 'left' | 'closed' = 'left'
  const topics: { [T in PersonalTopic]: Held<Documents[T]> } = { profile: unread(), invoices: unread() }
  const mutex = new Mutex()

  const assertOpen = (): void => {
    if (state !== 'open') throw new AppError('STORAGE')
  }
  const askForKey = async (): Promise<Buffer | null> => {
    const asked = keyOf
    const key = await asked()
    if (asked !== keyOf) return askForKey()
    return key === null ? null : parseKey(key)
  }
  /** @returns null if it isn't available, for whatever reason */
  const keyToEncrypt = async (): Promise<Buffer | null> => {
    try {
      return await askForKey()
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
  /** @returns null if there is none @throws the error of KeyOf, with found 'sealed' */
  const keyToDecrypt = async (): Promise<Buffer | null> => {
    try {
      return await askForKey()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, ...more } = error.info
      throw new AppError(code, { ...more, found: 'sealed' })
    }
  }

  const context = (topic: PersonalTopic, part: string) => ({ accountId, topic, part })
  const readBox = (topic: PersonalTopic, part: string, key: Buffer): Buffer | null => {
    const data = store.read((db) => db.prepare(FIND).get(topic, part)?.['data'])
    return data instanceof Uint8Array ? decrypt(key, context(topic, part), data) : null
  }
  const putBox = (db: DatabaseSync, topic: PersonalTopic, part: string, key: Buffer, box: string | Uint8Array): void =>
    void db.prepare(PUT).run(topic, part, encrypt(key, context(topic, part), box))

  function* readDocument<T extends PersonalTopic>(
    topic: T,
    key: Buffer
  ): Generator<void, InFile<Documents[T]> | null, void> {
    const { fromBox: partOf, join } = formatOf(topic)
    const about = readBox(topic, ABOUT, key)
    if (about === null) return null
    const { info, boxes } = parse<About>(about.toString())
    const parts: unknown[] = []
    for (const name of boxes) {
      const box = readBox(topic, name, key)
      if (box === null) return null
      parts.push(partOf(box))
      yield
    }
    return { document: { ...info, value: join(parts) }, boxes, key }
  }

  const load = async (topic: PersonalTopic): Promise<void> => {
    const held: Held<unknown> = topics[topic]
    assertOpen()
    if (held.isKnown) return
    const isStored = store.read((db) => db.prepare(FIND).get(topic, ABOUT) !== undefined)
    // Only stored data needs a key. Without the key the boxes stay as they are.
    const key = isStored ? await keyToDecrypt() : null
    if (isStored && key === null) return
    await mutex.runExclusive(async () => {
      if (held.isKnown) return
      const inFile = key && (await inSlices(readDocument(topic, key), assertOpen))
      assertOpen()
      if (!held.isKnown) Object.assign(held, { isKnown: true, document: inFile?.document ?? null, inFile })
    })
  }

  const loadUnlessSealed = async (topic: PersonalTopic): Promise<void> => {
    try {
      await load(topic)
    } catch (error) {
      if (!(error instanceof AppError) || error.info.found !== 'sealed') throw error
    }
  }

  const addPart = async <T extends PersonalTopic>(
    topic: T,
    saved: Stored<Documents[T]> | null | undefined,
    part: Stored<Documents[T]>
  ): Promise<Stored<Documents[T]>> => (saved && (await formatOf(topic).addPart?.(saved, part))) ?? part

  /** A part that came while the file couldn't be read joins the document in the file, before it replaces it. */
  const joinPending = async <T extends PersonalTopic>(topic: T, key: Buffer): Promise<void> => {
    const held: Held<Documents[T]> = topics[topic]
    while (held.isPendingPart && held.document) {
      const { document } = held
      const saved = await inSlices(readDocument(topic, key))
      const joined = await addPart(topic, saved?.document, document)
      // Otherwise it was confirmed or replaced meanwhile.
      if (held.document === document) Object.assign(held, { document: joined, isPendingPart: false })
    }
  }

  /** Writes the latest document: of several saves that wait for the key, the first one stores the last. */
  const write = <T extends PersonalTopic>(topic: T, key: Buffer): Promise<void> =>
    mutex.runExclusive(async () => {
      const held: Held<Documents[T]> = topics[topic]
      await joinPending(topic, key)
      const { document, inFile } = held
      if (!document) return
      const { value, ...info } = document
      const sameKey = inFile?.key.equals(key) ? inFile : null
      if (sameKey?.document === document) return
      // A damaged file may have lost the boxes.
      const isValueStored = sameKey?.document.value === value && readBox(topic, sameKey.boxes[0] ?? '', key) !== null
      const boxes = isValueStored ? sameKey.boxes : await writeBoxes(topic, value, key)
      const about: About = { info, boxes }
      store.change((db) => {
        putBox(db, topic, ABOUT, key, JSON.stringify(about))
        db.prepare(DROP_OTHERS).run(topic, ABOUT, JSON.stringify(boxes))
      })
      held.inFile = { document, boxes, key }
      sealed()
    })

  /** The document in the file stays valid until the box that names the others is replaced. */
  const writeBoxes = async <T extends PersonalTopic>(topic: T, value: Documents[T], key: Buffer): Promise<string[]> => {
    const id = randomUUID()
    const names: string[] = []
    const writeAll = function* (): Generator<void, void, void> {
      for (const box of formatOf(topic).toBoxes(value)) {
        const name = `${id} ${names.length}`
        store.change((db) => putBox(db, topic, name, key, box))
        names.push(name)
        yield
      }
    }
    await inSlices(writeAll())
    return names
  }

  const savePart = async <T extends PersonalTopic>(topic: T, part: Stored<Documents[T]>): Promise<void> => {
    const held: Held<Documents[T]> = topics[topic]
    await loadUnlessSealed(topic)
    await mutex.runExclusive(async () => {
      for (let isJoined = false; !isJoined;) {
        const { document } = held
        const joined = await addPart(topic, document, part)
        assertOpen()
        isJoined = held.document === document
        if (!isJoined) continue
        if (!held.isKnown) held.isPendingPart = true
        Object.assign(held, { isKnown: true, document: joined })
      }
    })
  }

  const keep = async (topic: PersonalTopic): Promise<void> => {
    const key = topics[topic].document && (await keyToEncrypt())
    if (key) await write(topic, key)
  }

  return {
    async read<T extends PersonalTopic>(topic: T): Promise<Stored<Documents[T]> | null> {
      await load(topic)
      assertOpen()
      return topics[topic].document
    },
    /** In memory at once, in the file when the key is there. A part joins what is stored. @throws STORAGE */
    async save<T extends PersonalTopic>(topic: T, document: Stored<Documents[T]>): Promise<void> {
      assertOpen()
      if (document.partial) await savePart(topic, document)
      else Object.assign(topics[topic], { isKnown: true, document, isPendingPart: false })
      await keep(topic)
    },
    async confirm(topic: PersonalTopic, fetchedAt: string): Promise<void> {
      const held: Held<unknown> = topics[topic]
      await loadUnlessSealed(topic)
      if (!held.document) return
      held.document = { ...held.document, fetchedAt }
      await keep(topic)
    },
    keyToDecrypt,
    keyToEncrypt,
    async seal(): Promise<void> {
      await keep('profile')
      await keep('invoices')
    },
    use(latest: KeyOf): void {
      keyOf = latest
      if (state === 'left') state = 'open'
    },
    /** No reader is left: documents in the file leave memory. @returns whether something is in memory only */
    leave(): boolean {
      if (state === 'open') state = 'left'
      const all: Held<unknown>[] = Object.values(topics)
      for (const held of all) {
        if (!held.document || held.document === held.inFile?.document) Object.assign(held, unread())
      }
      return all.some(({ document }) => document !== null)
    },
    close(): void {
      state = 'closed'
      for (const held of Object.values(topics)) Object.assign(held, unread())
    }
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
