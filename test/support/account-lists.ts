/** The real lists of all accounts over a storage. The keychain is in memory, and has each account's data key. */
import { Accounts } from '../../src/main/accounts/accounts.ts'
import { AccountLists } from '../../src/main/core/invoices/account-lists.ts'
import type { Storage } from '../../src/main/core/ports/index.ts'
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
      accounts.find(id)?.closeStorage()
      storage.erase(id)
    },
    eraseAll: () => {
      accounts.closeStorages()
      storage.eraseAll()
    },
    storedIds: () => storage.accountIds(),
    newId: () => 'none',
    newKey: () => dataKey
  })
  const log = new LoggedEvents()
  const locked = (): boolean => false
  const nothing = (): void => undefined
  const accounts = new Accounts({
    ...{ api, session, storage, clock, publisher, locked, log, report },
    everyMs: () => 0,
    isBalanceWatched: () => false,
    ended: () => true,
    events: {
      ...{ changed: nothing, callBegan: nothing, stateChanged: nothing, roundEnded: nothing, invoicesFetched: nothing },
      profileFetched: nothing,
      storageClosed: () => lists.forget()
    }
  })
  const lists = new AccountLists({
    ...{ api, session, accounts, clock, publisher, locked, log, report },
    ...{ files: new FakeFiles(), opener: new FakeBrowser(), csvFormat: () => PLAIN_CSV },
    combineInvoices: (all) => storage.combineInvoices(all),
    refresh: { paymentPageOpened: nothing }
  })
  return { keychain, session, accounts, lists, reported }
}
