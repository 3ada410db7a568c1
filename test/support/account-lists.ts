/** The real lists of all accounts over a storage. The keychain is in memory, and has each account's data key. */
import { AccountLists } from '../../src/main/core/invoices/account-lists.ts'
import { OpenAccountStorage } from '../../src/main/core/open-account-storage.ts'
import type { Storage } from '../../src/main/core/ports/index.ts'
import { FreshnessState } from '../../src/main/core/refresh/freshness-state.ts'
import { Session } from '../../src/main/core/session/session.ts'
import { PLAIN_CSV } from './csv.ts'
import { FakeApi, FakeBrowser, FakeClock, FakeFiles, LoggedEvents, MemoryKeychain, PublishedEvents } from './ports.ts'

/** @param dataKey 32 bytes in base64, of every account */
export function openAccountLists(storage: Storage, dataKey: string) {
  const { registry } = storage
  const keychain = new MemoryKeychain()
  for (const { id } of registry.accounts()) {
    keychain.entries.set(id, { token: 'token', origin: 'https://x.example', dataKey })
  }
  const [api, clock, publisher] = [new FakeApi(), new FakeClock(), new PublishedEvents()]
  const reported: unknown[] = []
  const report = (error: unknown): void => void reported.push(error)
  const session = new Session({
    ...{ api, keychain, clock, publisher, registry },
    sample: { baseUrls: { good: 'https://a.invalid', difficult: 'https://b.invalid' }, email: 's', password: 's' },
    erase: (id) => {
      lists.release(id)
      storage.erase(id)
    },
    eraseAll: () => {
      lists.releaseAll()
      storage.eraseAll()
    },
    storedIds: () => storage.accountIds(),
    newId: () => 'none',
    newKey: () => dataKey
  })
  const lists = new AccountLists({
    ...{ api, session, clock, publisher, report, files: new FakeFiles(), opener: new FakeBrowser() },
    log: new LoggedEvents(),
    csvFormat: () => PLAIN_CSV,
    store: new OpenAccountStorage(storage, session, report),
    freshness: new FreshnessState(publisher),
    locked: () => false,
    combineInvoices: (all) => storage.combineInvoices(all),
    refresh: {
      fetchInvoices: async () => undefined,
      invoicesError: () => null,
      whileUnchanged: () => new AbortController().signal,
      revalidate: () => undefined,
      paymentPageOpened: () => undefined,
      backgroundStatus: () => ({ refreshing: false, error: null })
    }
  })
  return { keychain, session, lists, reported }
}
