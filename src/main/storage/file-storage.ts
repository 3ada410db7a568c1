/** `portside.db` has accounts and settings. Each account has `account.db`, and `catalogue.db`, which only a worker writes. */
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/ipc/error.ts'
import type { AccountList, AccountStorage, CombinedInvoices, KeyOf, Storage } from '../ports/index.ts'
import { ACCOUNT_ID } from '../schemas.ts'
import { AccountFiles } from './account-files.ts'
import { accountIdsIn, CATALOGUE_FILE, isOfAccount } from './account-folders.ts'
import { WorkerClient } from '../catalogue/storage/worker-client.ts'
import { removeFolder } from './files.ts'
import { CombinedInvoiceList } from '../invoices/storage/combined-invoice-list.ts'
import { RegistryFile } from './registry.ts'

/** Never throws for the state of the files: see AccountStorage.condition. */
export class FileStorage implements Storage {
  readonly registry: RegistryFile
  readonly #worker: WorkerClient
  readonly #accountsFolder: string
  readonly #openAccounts = new Map<string, AccountFiles>()

  /** @param startWorker runs `serveCatalogues` */
  constructor(folder: string, startWorker: () => Worker) {
    this.#worker = new WorkerClient(startWorker)
    this.registry = new RegistryFile(join(folder, 'portside.db'))
    this.#accountsFolder = join(folder, 'accounts')
  }

  combineInvoices(lists: readonly AccountList[], lacksAccounts: boolean): CombinedInvoices {
    return new CombinedInvoiceList(lists, lacksAccounts)
  }

  /** The catalogue's worker, before there is an account: starting it takes as long as a sign-in. */
  startWorker(): void {
    this.#worker.start()
  }

  open(accountId: string, keyOf: KeyOf): AccountStorage {
    const account = this.#openAccounts.get(accountId) ?? this.#openFiles(accountId)
    return account.open(keyOf)
  }

  accountIds(): string[] {
    return accountIdsIn(this.#accountsFolder)
  }

  erase(accountId: string): void {
    const folder = this.#folderOf(accountId)
    this.#openAccounts.get(accountId)?.end()
    // The worker may hold data of a closed account in memory, if its file couldn't be written.
    this.#worker.close(join(folder, CATALOGUE_FILE))
    if (isOfAccount(folder)) removeFolder(folder)
  }

  eraseAll(): void {
    this.#closeAccounts()
    // `accounts` may be a link to another disk, or to somebody's documents. Removing a link leaves what it leads to.
    for (const accountId of this.accountIds()) removeFolder(join(this.#accountsFolder, accountId))
    removeFolder(this.#accountsFolder)
    this.registry.eraseAll()
  }

  close(): void {
    this.#closeAccounts()
    this.registry.close()
  }

  #openFiles(accountId: string): AccountFiles {
    const forget = (): void => void this.#openAccounts.delete(accountId)
    const account = new AccountFiles(accountId, this.#folderOf(accountId), this.#worker, forget)
    this.#openAccounts.set(accountId, account)
    return account
  }

  #closeAccounts(): void {
    for (const account of [...this.#openAccounts.values()]) account.end()
    this.#worker.end()
  }

  #folderOf(accountId: string): string {
    if (!ACCOUNT_ID.test(accountId)) throw new AppError('BAD_REQUEST', { found: 'input' })
    return join(this.#accountsFolder, accountId)
  }
}
