/** Kept PDFs of one account, as the rest of the app meets them: by the key that the password store has. */
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '../../shared/ipc/error.ts'
import type { AccountStorage } from '../core/ports/index.ts'
import { readFrom } from './salvage.ts'
import { dropPdf, hasPdfs, openPdf, pdfInfo, putPdf } from './pdfs.ts'
import type { Personal } from './personal.ts'
import type { Store } from './store.ts'

type Drawer = Pick<AccountStorage, 'pdf' | 'pdfInfo' | 'savePdf' | 'dropPdf'>

export function pdfDrawer(
  accountId: string,
  file: string,
  store: Store,
  personal: Pick<Personal, 'keyToOpen' | 'keyToSeal'>
): Drawer {
  const isInMemory = (): boolean => store.condition() === 'memory'
  /** They are too large for memory: of a file that can't be written, they are read where they are. */
  const read = <T>(work: (db: DatabaseSync) => T): T | null =>
    store.read((db) => work(db)) ?? (isInMemory() ? readFrom(file, work) : null)
  const infoOf = (invoice: string, key: Buffer) => read((db) => pdfInfo(db, invoice, key))
  const drop = (invoice: string, key: Buffer): void => store.change((db) => dropPdf(db, invoice, key))
  /** Without a PDF there is no question for the key. */
  const keyIfAny = async (ask: () => Promise<Buffer | null>): Promise<Buffer | null> =>
    read((db) => hasPdfs(db) || null) ? ask() : null

  return {
    async pdf(invoice) {
      const key = await keyIfAny(personal.keyToOpen)
      if (key === null || infoOf(invoice, key) === null) return null
      const opened = read((db) => openPdf(db, accountId, invoice, key))
      // Damaged: nobody can open it any more.
      if (opened === null) drop(invoice, key)
      return opened
    },
    async pdfInfo(invoice) {
      // Whether there is one is no reason to fail: without the key it can't be opened, and is as not kept.
      const key = await keyIfAny(personal.keyToSeal)
      return key && infoOf(invoice, key)
    },
    async savePdf(invoice, bytes, at, room) {
      const key = await personal.keyToSeal()
      // What would be gone at quit is not kept.
      if (key === null || isInMemory()) return false
      const kept = store.change((db) => putPdf(db, accountId, invoice, key, { bytes, at }, room))
      if (!isInMemory()) return kept
      // The file could not be written after all.
      drop(invoice, key)
      return false
    },
    async dropPdf(invoice) {
      const key = await keyIfAny(personal.keyToOpen)
      if (key === null) return
      drop(invoice, key)
      // It is in a file that nothing can be deleted from.
      if (infoOf(invoice, key) !== null) throw new AppError('STORAGE')
    }
  }
}
