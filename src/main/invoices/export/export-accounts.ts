/** The accounts whose invoices are exported. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { providerKeyOf, type AccountInvoice, type Invoice } from '../../../shared/models/invoice.ts'
import type { Account, AccountWork } from '../../accounts/account.ts'
import { startWork, type Work } from '../../accounts/work.ts'
import { Limiter } from '../../concurrency.ts'
import type { CoreParts } from '../../core-parts.ts'
import { supplierOf } from './accounting-table.ts'

/** Accounts whose links are refreshed at once. */
const CONCURRENT_ACCOUNTS = 4

/** One account, those with these ids, or all (null). */
export type ExportScope = Account | readonly string[] | null

/** An invoice by its provider's key. */
export interface ExportedInvoice {
  accountId: string
  accountName: string
  /** The provider's legal name, else its host. */
  supplier: string
  invoice: Invoice
}

export class ExportAccounts {
  readonly areSeveral: boolean
  readonly #parts: CoreParts
  readonly #cancelled: AbortSignal
  /** null: there may be several. */
  readonly #only: Account | null
  /** null: all of them. */
  readonly #chosen: ReadonlySet<string> | null
  /** The whole export: of one account, it ends when that is signed out. */
  readonly #work: Work
  #outlivesLock = false
  /** When the export began. */
  readonly #facts = new Map<string, { name: string; supplier: string }>()

  /** @throws NOT_FOUND when the only account was removed */
  constructor(parts: CoreParts, scope: ExportScope, cancelled: AbortSignal) {
    this.#parts = parts
    this.#cancelled = cancelled
    this.#only = onlyAccountIn(parts, scope)
    this.#chosen = scope !== null && 'length' in scope ? new Set(scope) : null
    this.areSeveral = this.#only === null
    const only = this.#only
    this.#work = startWork(only ? AbortSignal.any([only.rounds.signal, cancelled]) : cancelled, parts.locked)
    for (const { record } of parts.accounts.all) {
      this.#facts.set(record.id, { name: parts.accounts.nameOf(record), supplier: supplierOf(record) })
    }
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
      accountName: this.nameOf(account),
      supplier: this.#facts.get(account)?.supplier ?? '',
      invoice: { ...invoice, key: providerKeyOf(invoice) }
    }
  }

  nameOf(accountId: string): string {
    return this.#facts.get(accountId)?.name ?? ''
  }

  /** @throws CANCELLED; UNAUTHORIZED or NOT_FOUND when it was signed out or removed meanwhile, or isn't exported */
  async workOn<T>(accountId: string, run: (work: AccountWork) => Promise<T>): Promise<T> {
    // Another account's invoice can't be in the export of one.
    if (this.#only && this.#only.id !== accountId) throw new AppError('NOT_FOUND')
    const account = this.#only ?? this.#parts.accounts.get(accountId)
    return account.work((work) => {
      if (this.#outlivesLock) work.outliveLock()
      return run(work)
    }, this.#cancelled)
  }

  /** Of each account that is signed in. An account that can't be asked is left as it is saved. */
  async refreshLinks(refresh: (work: AccountWork) => Promise<ErrorInfo | null>): Promise<void> {
    const limiter = new Limiter(CONCURRENT_ACCOUNTS)
    await this.wait(Promise.all(this.#ids.map((id) => limiter.schedule(() => this.#refreshLinksOf(id, refresh)))))
  }

  get #ids(): string[] {
    if (this.#only) return [this.#only.id]
    const { lines } = this.#parts.accounts
    return lines.flatMap(({ account: { id }, credential }) =>
      credential !== 'signedOut' && (this.#chosen?.has(id) ?? true) ? id : []
    )
  }

  async #refreshLinksOf(id: string, refresh: (work: AccountWork) => Promise<ErrorInfo | null>): Promise<void> {
    try {
      await this.workOn(id, refresh)
    } catch (thrown) {
      this.check()
      if (!this.areSeveral) throw thrown
      if (toErrorInfo(thrown).code === 'INTERNAL') this.#parts.report(thrown)
    }
  }
}

/** One that was chosen by its id is exported as one by itself. */
function onlyAccountIn({ accounts }: CoreParts, scope: ExportScope): Account | null {
  if (scope === null || !('length' in scope)) return scope
  const [id] = scope
  return id !== undefined && scope.length === 1 ? accounts.get(id) : null
}
