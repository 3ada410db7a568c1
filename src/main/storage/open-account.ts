/** Opens the files of one account once, and closes them with the last user. */
import type { AccountStorage, KeyOf } from '../core/ports/index.ts'
import type { CatalogueClient } from './catalogue/client.ts'
import { accountStorage, openAccountStore } from './account-store.ts'
import { createPersonalDocuments } from './personal-documents.ts'

export interface OpenAccount {
  /** Counts users. The last close closes the files, unless data couldn't be written. */
  open(keyOf: KeyOf): AccountStorage
  /** Closes the files in any case. */
  close(): void
}

export interface AccountFiles {
  /** The account's database. */
  file: string
  catalogue: CatalogueClient
}

/** @param closed called once, when the files are closed */
export function openAccount(accountId: string, { file, catalogue }: AccountFiles, closed: () => void): OpenAccount {
  const store = openAccountStore(file)
  const personal = createPersonalDocuments(accountId, store, () => leave())
  const storage = accountStorage({ accountId, file, store, personal, catalogue })
  let users = 0

  const closeOwn = (): void => {
    personal.close()
    store.close()
    catalogue.end()
    closed()
  }
  /** Data that couldn't be written stays in memory until quit, also while another account is open. */
  const leave = (): void => {
    if (users > 0) return
    catalogue.leave()
    if (!personal.leave() && store.condition() !== 'memory') closeOwn()
  }

  return {
    open(keyOf) {
      personal.use(keyOf)
      users += 1
      let isClosed = false
      return {
        ...storage,
        close() {
          if (isClosed) return
          isClosed = true
          users -= 1
          leave()
        }
      }
    },
    close() {
      closeOwn()
      catalogue.close()
    }
  }
}
