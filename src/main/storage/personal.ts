/**
 * The personal documents of one account: encrypted in its file, opened into memory when first needed, and worked with
 * there. What can't be encrypted now is in memory only.
 */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { KeyOf } from '../core/ports/index.ts'
import { parseKey } from './encryption.ts'
import { hasEncrypted, readEncrypted, writeEncryptedAbout, writeEncrypted } from './encrypted-blobs.ts'
import type { Store } from './store.ts'
import { confirm, info } from './topics.ts'
import {
  dropContent,
  openWorkingCopy,
  PERSONAL_TOPICS,
  putContent,
  takeAbout,
  takeDocument,
  type PersonalTopic
} from './memory-database.ts'

/**
 * unread: nothing is in memory, the file was not looked at or could not be opened; same: what is in memory, if anything, is
 * in the file; aged: only the age in memory is newer; ahead: what is in memory is not in the file.
 */
type Place = 'unread' | 'same' | 'aged' | 'ahead'

interface Held {
  place: Place
  /** What the boxes in the file were sealed or opened with. */
  key: Buffer | null
}

export interface Personal {
  /** @throws as the KeyOf does, with found 'sealed', for what the file has and only the key can open; STORAGE */
  read<T>(topic: PersonalTopic, work: (db: DatabaseSync) => T): Promise<T>
  /** In memory at once, in the file when the key is there. @throws STORAGE */
  save(topic: PersonalTopic, put: (db: DatabaseSync) => void): Promise<void>
  /** Does nothing when nothing is stored, or what is stored can't be opened. */
  confirm(topic: PersonalTopic, fetchedAt: string): Promise<void>
  /** The key, to open what the file has. @returns null when there is none @throws as `read` */
  keyToOpen(): Promise<Buffer | null>
  /** The key, to seal something; null when it can't be had, for whatever reason. */
  keyToSeal(): Promise<Buffer | null>
  /** Stores what is in memory only, if the key can be had now. */
  seal(): Promise<void>
  /** From now on the key is asked for here. */
  use(keyOf: KeyOf): void
  /** Nobody looks at it for now: what is in the file leaves memory. @returns whether something is in memory only */
  leave(): boolean
  /** Everything leaves memory; what is under way ends without effect. */
  close(): void
}

/** @param sealed called whenever something that was in memory only has come into the file */
export function personalDocuments(accountId: string, store: Store, sealed: () => void): Personal {
  let keyOf: KeyOf = async () => null
  let state: 'open' | 'left' | 'closed' = 'left'
  let copy: Store | null = null
  const topics: Record<PersonalTopic, Held> = {
    profile: { place: 'unread', key: null },
    invoices: { place: 'unread', key: null }
  }

  const working = (): Store => {
    if (state !== 'open') throw new AppError('STORAGE')
    copy ??= openWorkingCopy()
    return copy
  }

  const ask = async (): Promise<Buffer | null> => {
    const asked = keyOf
    const key = await asked()
    // Opened anew meanwhile: the answer is of the past.
    if (asked !== keyOf) return ask()
    return key === null ? null : parseKey(key)
  }
  const askToSeal = async (): Promise<Buffer | null> => {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof AppError) return null
      throw error
    }
  }
  const askToOpen = async (): Promise<Buffer | null> => {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, ...more } = error.info
      throw new AppError(code, { ...more, found: 'sealed' })
    }
  }

  const load = async (name: PersonalTopic): Promise<void> => {
    const topic = topics[name]
    working()
    if (topic.place !== 'unread') return
    // Without a box there is no question for its key.
    if (store.read((db) => hasEncrypted(db, name))) {
      const key = await askToOpen()
      working()
      // No key: the boxes stay as they are, and are of no use. Saved or read meanwhile: that is newer, or the same.
      if (key === null || topic.place !== 'unread') return
      const content = store.read((db) => readEncrypted(db, accountId, name, key))
      if (content) {
        working().change((db) => putContent(db, name, content))
        topic.key = key
      }
    }
    topic.place = 'same'
  }

  /** The topic as it is in memory; null when nothing of it is there. */
  const inMemory = (name: PersonalTopic): { about: string; document: () => string } | null => {
    const from = copy
    const about = from?.read((db) => takeAbout(db, name)) ?? null
    return from && about !== null ? { about, document: () => from.read((db) => takeDocument(db, name)) } : null
  }

  /** What is in memory by the time that the key is there: of saves that wait for it, the first one stores the last. */
  const keep = async (name: PersonalTopic): Promise<void> => {
    if (!inMemory(name)) return
    const key = await askToSeal()
    const content = inMemory(name)
    if (key === null || content === null) return
    const topic = topics[name]
    const sameKey = topic.key?.equals(key) ?? false
    if (topic.place === 'same' && sameKey) return
    const { about, document } = content
    store.change((db) => {
      // Where the file has lost the document, its age alone is of no use.
      const aged = topic.place === 'aged' && sameKey && writeEncryptedAbout(db, accountId, name, key, about)
      if (!aged) writeEncrypted(db, accountId, name, key, { about, document: document() })
    })
    topic.key = key
    topic.place = 'same'
    sealed()
  }

  return {
    async read(topic, work) {
      await load(topic)
      return working().read(work)
    },
    async save(name, put) {
      working().change(put)
      topics[name].place = 'ahead'
      await keep(name)
    },
    async confirm(name, fetchedAt) {
      try {
        await load(name)
      } catch (error) {
        if (error instanceof AppError && error.info.found === 'sealed') return
        throw error
      }
      const known = working().change((db) => {
        confirm(db, name, fetchedAt)
        return info(db, name) !== null
      })
      if (!known) return
      if (topics[name].place === 'same') topics[name].place = 'aged'
      await keep(name)
    },
    keyToOpen: askToOpen,
    keyToSeal: askToSeal,
    async seal() {
      for (const name of PERSONAL_TOPICS) await keep(name)
    },
    use(latest) {
      keyOf = latest
      if (state === 'left') state = 'open'
    },
    leave() {
      if (state === 'open') state = 'left'
      for (const name of PERSONAL_TOPICS) {
        const topic = topics[name]
        if (topic.place !== 'same') continue
        copy?.change((db) => dropContent(db, name))
        Object.assign(topic, { place: 'unread', key: null })
      }
      return PERSONAL_TOPICS.some((name) => topics[name].place !== 'unread')
    },
    close() {
      state = 'closed'
      copy?.close()
      copy = null
    }
  }
}
