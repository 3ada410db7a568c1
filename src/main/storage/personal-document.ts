/** Profile, invoices or plans: encrypted in the file, decrypted into memory when first needed. Without a key, in memory only. */
import { AppError } from '../../shared/ipc/error.ts'
import { inSlices, type Mutex } from '../concurrency.ts'
import type { Stored } from '../ports/index.ts'
import type { DataKey } from './data-key.ts'
import type { EncryptedDocument, InFile } from './encrypted-document.ts'

export interface PersonalDocumentParts<T> {
  file: EncryptedDocument<T, unknown>
  dataKey: DataKey
  /** Of all documents of the account. */
  mutex: Mutex
  /** @throws STORAGE once the account is closed, or has no user */
  assertOpen(): void
  /** Called when a document that was in memory only is in the file. */
  onWritten(): void
  /** Joins a part of a list with the saved one. Without it, the part replaces what is saved. */
  joinPart?: (saved: Stored<T>, part: Stored<T>) => Promise<Stored<T>>
}

export class PersonalDocument<T> {
  readonly #parts: PersonalDocumentParts<T>
  /** The file was read, or a save replaced its document. */
  #isKnown = false
  /** Never changes: a save or a confirmation replaces it. null: nothing is stored. */
  #document: Stored<T> | null = null
  /** The document that the file has, if it is known. */
  #inFile: InFile<T> | null = null
  /** The document is a part that is to join the one in the file, which couldn't be read yet. */
  #isPendingPart = false

  constructor(parts: PersonalDocumentParts<T>) {
    this.#parts = parts
  }

  /** @throws the error of KeyOf, with found 'sealed', while the key is unavailable */
  async read(): Promise<Stored<T> | null> {
    await this.#load()
    this.#parts.assertOpen()
    return this.#document
  }

  /** In memory at once, in the file when the key is there. A part joins what is stored. @throws STORAGE */
  async save(document: Stored<T>): Promise<void> {
    this.#parts.assertOpen()
    if (document.partial) await this.#savePart(document)
    else {
      this.#isKnown = true
      this.#document = document
      this.#isPendingPart = false
    }
    await this.writeUnwritten()
  }

  /** Changes the value of what is stored, if anything is. It isn't what the provider's list said any more. @throws as read */
  async update(change: (value: T) => T): Promise<void> {
    await this.#load()
    this.#parts.assertOpen()
    if (!this.#document) return
    this.#document = { ...this.#document, value: change(this.#document.value), validators: null }
    await this.writeUnwritten()
  }

  async confirm(fetchedAt: string): Promise<void> {
    await this.#loadUnlessSealed()
    if (!this.#document) return
    this.#document = { ...this.#document, fetchedAt }
    await this.writeUnwritten()
  }

  /** Writes the document, if the key is available. */
  async writeUnwritten(): Promise<void> {
    const key = this.#document && (await this.#parts.dataKey.toEncrypt())
    if (key) await this.#write(key)
  }

  isInMemoryOnly(): boolean {
    return this.#document !== null && this.#document !== this.#inFile?.document
  }

  /** The next read reads the file. A document that is in memory only is lost. */
  unload(): void {
    this.#isKnown = false
    this.#document = null
    this.#inFile = null
    this.#isPendingPart = false
  }

  async #load(): Promise<void> {
    const { file, dataKey, mutex, assertOpen } = this.#parts
    assertOpen()
    if (this.#isKnown) return
    const isStored = file.isStored()
    // Only stored data needs a key. Without the key the boxes stay as they are.
    const key = isStored ? await dataKey.toDecrypt() : null
    if (isStored && key === null) return
    await mutex.runExclusive(async () => {
      if (this.#isKnown) return
      const inFile = key && (await inSlices(file.read(key), assertOpen))
      assertOpen()
      // A save may have come meanwhile.
      if (this.#isKnown) return
      this.#isKnown = true
      this.#document = inFile?.document ?? null
      this.#inFile = inFile
    })
  }

  async #loadUnlessSealed(): Promise<void> {
    try {
      await this.#load()
    } catch (error) {
      if (!(error instanceof AppError) || error.info.found !== 'sealed') throw error
    }
  }

  async #savePart(part: Stored<T>): Promise<void> {
    await this.#loadUnlessSealed()
    await this.#parts.mutex.runExclusive(async () => {
      for (let isJoined = false; !isJoined;) {
        const document = this.#document
        const joined = await this.#join(document, part)
        this.#parts.assertOpen()
        isJoined = this.#document === document
        if (!isJoined) continue
        if (!this.#isKnown) this.#isPendingPart = true
        this.#isKnown = true
        this.#document = joined
      }
    })
  }

  async #join(saved: Stored<T> | null, part: Stored<T>): Promise<Stored<T>> {
    return (saved && (await this.#parts.joinPart?.(saved, part))) ?? part
  }

  /** Writes the latest document: of several saves that wait for the key, the first one stores the last. */
  #write(key: Buffer): Promise<void> {
    return this.#parts.mutex.runExclusive(async () => {
      await this.#joinPending(key)
      const document = this.#document
      const inFile = this.#inFile
      if (!document || (inFile?.document === document && inFile.key.equals(key))) return
      this.#inFile = await this.#parts.file.write(document, key, inFile)
      this.#parts.onWritten()
    })
  }

  /** A part that came while the file couldn't be read joins the document in the file, before it replaces it. */
  async #joinPending(key: Buffer): Promise<void> {
    while (this.#isPendingPart && this.#document) {
      const document = this.#document
      const saved = await inSlices(this.#parts.file.read(key))
      const joined = await this.#join(saved?.document ?? null, document)
      // Otherwise it was confirmed or replaced meanwhile.
      if (this.#document !== document) continue
      this.#document = joined
      this.#isPendingPart = false
    }
  }
}
