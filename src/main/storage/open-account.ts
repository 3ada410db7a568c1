/** One account's file and its documents in memory, for as long as somebody looks at them. */
import type { AccountStorage, KeyOf } from '../core/ports/index.ts'
import type { CatalogueClient } from './catalogue/client.ts'
import { accountStorage, openAccountStore } from './account-store.ts'
import { personalDocuments } from './personal.ts'

export interface OpenAccount {
  /** Each opening is closed by itself; with the last one the file is, unless there is something in memory only. */
  open(keyOf: KeyOf): AccountStorage
  /** At once, whatever is in memory only. */
  close(): void
}

export interface AccountFiles {
  /** Of the documents and pictures. */
  file: string
  catalogue: CatalogueClient
}

/** @param closed called once, when the files are closed */
export function openAccount(accountId: string, { file, catalogue }: AccountFiles, closed: () => void): OpenAccount {
  const store = openAccountStore(file)
  const personal = personalDocuments(accountId, store, () => leave())
  const cache = accountStorage({ accountId, file, store, personal, catalogue })
  let openings = 0

  const closeOwn = (): void => {
    personal.close()
    store.close()
    catalogue.end()
    closed()
  }
  /** What is only in memory has to live until quit, also when another account is looked at in between. */
  const leave = (): void => {
    if (openings > 0) return
    catalogue.leave()
    if (!personal.leave() && store.condition() !== 'memory') closeOwn()
  }

  return {
    open(keyOf) {
      personal.use(keyOf)
      openings += 1
      let left = false
      return {
        ...cache,
        close() {
          if (left) return
          left = true
          openings -= 1
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
