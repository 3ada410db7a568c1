/** Kept PDFs of one account, as the rest of the app meets them: by the key that the password store has. */
import type { DatabaseSync } from 'node:sqlite'
import { Fault } from '../../shared/ipc/failure.ts'
import type { AccountCache } from '../core/ports.ts'
import { readFrom } from './carry.ts'
import { dropPdf, openPdf, pdfInfo, putPdf } from './pdfs.ts'
import type { Personal } from './personal.ts'
import type { Store } from './store.ts'

type Drawer = Pick<AccountCache, 'pdf' | 'pdfInfo' | 'savePdf' | 'dropPdf'>

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
  const infoOf = (invoice: string) => read((db) => pdfInfo(db, accountId, invoice))
  const has = (invoice: string): boolean => infoOf(invoice) !== null
  const drop = (invoice: string): void => store.change((db) => dropPdf(db, accountId, invoice))

  return {
    async pdf(invoice) {
      // Without a box there is no question for its key.
      if (!has(invoice)) return null
      const key = await personal.keyToOpen()
      if (key === null) return null
      const opened = read((db) => openPdf(db, accountId, invoice, key))
      // Sealed with a key that is gone: nobody can open it any more.
      if (opened === null) drop(invoice)
      return opened
    },
    pdfInfo: async (invoice) => infoOf(invoice),
    async savePdf(invoice, bytes, at, room) {
      const key = await personal.keyToSeal()
      // What would be gone at quit is not kept.
      if (key === null || isInMemory()) return false
      const kept = store.change((db) => putPdf(db, accountId, invoice, key, { bytes, at }, room))
      if (!isInMemory()) return kept
      // The file could not be written after all.
      drop(invoice)
      return false
    },
    async dropPdf(invoice) {
      drop(invoice)
      // It is in a file that nothing can be deleted from.
      if (has(invoice)) throw new Fault('CACHE')
    }
  }
}
