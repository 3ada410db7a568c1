/** The real lists of all accounts over a storage. The keychain is in memory, and has each account's data key. */
import { AccountLists } from '../../src/main/invoices/account-lists.ts'
import type { Storage } from '../../src/main/ports/index.ts'
import { Accounts } from '../../src/main/accounts/accounts.ts'
import { PLAIN_CSV } from './csv.ts'
import { deafAccounts } from './deaf-accounts.ts'
import { FakeApi, FakeBrowser, FakeClock, FakeFiles, MemoryKeychain, PublishedEvents } from './ports.ts'

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
  const deaf = deafAccounts()
  const accounts: Accounts = new Accounts({
    ...deaf,
    ...{ api, keychain, registry, storage, clock, publisher, report },
    sample: { baseUrls: { good: 'https://a.invalid', difficult: 'https://b.invalid' }, email: 's', password: 's' },
    erase: (id) => storage.erase(id),
    eraseAll: () => storage.eraseAll(),
    storedIds: () => storage.accountIds(),
    newId: () => 'none',
    newKey: () => dataKey,
    events: { ...deaf.events, storageClosed: () => lists.forget() }
  })
  const lists = new AccountLists({
    ...{ api, accounts, clock, publisher, locked: deaf.locked, log: deaf.log, report },
    ...{ files: new FakeFiles(), opener: new FakeBrowser(), csvFormat: () => PLAIN_CSV },
    combineInvoices: (...of) => storage.combineInvoices(...of),
    refresh: { paymentPageOpened: () => undefined }
  })
  return { keychain, accounts, lists, reported }
}
