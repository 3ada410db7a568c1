/** The accounts whose invoices are exported: the open one, or all of them (the setting `allAccounts`). */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { nameOf } from '../../../shared/models/account.ts'
import { providerKeyOf, type AccountInvoice, type Invoice } from '../../../shared/models/invoice.ts'
import { Limiter } from '../../concurrency.ts'
import { supplierOf } from './accounting-table.ts'
import {
  openOperation,
  startOperation,
  startWork,
  type OpenAccountParts,
  type Operation,
  type Work
} from '../open-account.ts'

/** Accounts whose links are refreshed at once. */
const CONCURRENT_ACCOUNTS = 4

/** An invoice by its provider's key. */
export interface ExportedInvoice {
  accountId: string
  /** null: it goes without saying, because one account is exported. */
  account: string | null
  accountName: string
  /** The provider's legal name, else its host. */
  supplier: string
  invoice: Invoice
}

export class ExportAccounts {
  /** The file names each row's account. */
  readonly areAll: boolean
  readonly #parts: OpenAccountParts
  readonly #cancelled: AbortSignal
  /** The whole export: of one account, it ends when the user leaves the account. */
  readonly #work: Work
  #outlivesLock = false
  readonly #operations = new Map<string, { operation: Operation; close: () => void }>()
  /** When the export began. */
  readonly #facts = new Map<string, { name: string; supplier: string }>()

  /** @throws UNAUTHORIZED when signed out */
  constructor(parts: OpenAccountParts, areAll: boolean, cancelled: AbortSignal) {
    this.#parts = parts
    this.#cancelled = cancelled
    this.areAll = areAll
    const operation = startOperation(parts, cancelled)
    this.#work = areAll ? startWork(parts, cancelled) : operation
    const { accounts } = parts.session.state()
    for (const { account } of accounts) {
      this.#facts.set(account.id, { name: nameOf(account, accounts), supplier: supplierOf(account) })
    }
    if (!areAll) this.#operations.set(operation.account.id, { operation, close: () => undefined })
  }

  /** @throws CANCELLED when the export has to end */
  check(): void {
    this.#work.check()
  }

  /** Call it when the user has chosen a file. From now on a lock doesn't end the export. @throws CANCELLED when it has to end */
  begin(): void {
    this.check()
    this.#work.outliveLock()
    this.#outlivesLock = true
  }

  /** @throws CANCELLED as soon as the export has to end, even if the work goes on */
  wait<T>(work: Promise<T>): Promise<T> {
    return this.#work.wait(work)
  }

  exported(invoice: AccountInvoice): ExportedInvoice {
    const { account } = invoice
    return {
      accountId: account,
      account: this.areAll ? this.nameOf(account) : null,
      accountName: this.nameOf(account),
      supplier: this.#facts.get(account)?.supplier ?? '',
      invoice: { ...invoice, key: providerKeyOf(invoice) }
    }
  }

  nameOf(accountId: string): string {
    return this.#facts.get(accountId)?.name ?? ''
  }

  /**
   * Does work on an account. Work that ended because the user opened or left the account meanwhile begins anew.
   * @throws CANCELLED when the export has to end; otherwise, with all accounts, UNAUTHORIZED or NOT_FOUND after a sign-out
   */
  async workOn<T>(accountId: string, work: (operation: Operation) => Promise<T>): Promise<T> {
    for (;;) {
      const operation = this.#operationOn(accountId)
      // Nothing may be asked of it any more, so it would end again.
      if (operation.signal.aborted) throw new AppError('CANCELLED')
      try {
        return await work(operation)
      } catch (thrown) {
        this.check()
        if (!this.areAll || !operation.signal.aborted) throw thrown
      }
    }
  }

  /** Of each account that is signed in. An account that can't be asked is left as it is saved. */
  async refreshLinks(refresh: (operation: Operation) => Promise<ErrorInfo | null>): Promise<void> {
    const limiter = new Limiter(CONCURRENT_ACCOUNTS)
    await this.wait(Promise.all(this.#ids.map((id) => limiter.schedule(() => this.#refreshLinksOf(id, refresh)))))
  }

  /** Closes the accounts' storages. */
  close(): void {
    for (const { close } of this.#operations.values()) close()
    this.#operations.clear()
  }

  get #ids(): string[] {
    if (!this.areAll) return [...this.#operations.keys()]
    const { accounts } = this.#parts.session.state()
    return accounts.flatMap(({ account, credential }) => (credential === 'signedOut' ? [] : account.id))
  }

  async #refreshLinksOf(id: string, refresh: (operation: Operation) => Promise<ErrorInfo | null>): Promise<void> {
    try {
      await this.workOn(id, refresh)
    } catch (thrown) {
      this.check()
      if (!this.areAll) throw thrown
      if (toErrorInfo(thrown).code === 'INTERNAL') this.#parts.report(thrown)
    }
  }

  #operationOn(accountId: string): Operation {
    const known = this.#operations.get(accountId)
    if (known && (!this.areAll || !known.operation.signal.aborted)) return known.operation
    // Another account's invoice can't be in the export of one.
    if (!this.areAll) throw new AppError('NOT_FOUND')
    const opened = openOperation(this.#parts, accountId, this.#cancelled)
    if (this.#outlivesLock) opened.operation.outliveLock()
    const closeOnce = (): void => {
      if (this.#operations.get(accountId) !== held) return
      this.#operations.delete(accountId)
      opened.close()
    }
    const held = { operation: opened.operation, close: closeOnce }
    this.#operations.set(accountId, held)
    // Its data may not stay in memory after a sign-out.
    opened.operation.signal.addEventListener('abort', closeOnce, { once: true })
    return opened.operation
  }
}
