/** The saved invoices of all accounts as one list. */
import { AppError } from '../../shared/ipc/error.ts'
import { hasTopic, type AccountLine } from '../../shared/models/account.ts'
import type { Freshness } from '../../shared/models/freshness.ts'
import type { AccountantShare, MissingAccount } from '../../shared/models/invoice.ts'
import type { Account } from '../accounts/account.ts'
import { oneByOne } from '../concurrency.ts'
import type { AccountList, CombinedInvoices, Storage } from '../ports/index.ts'
import { countedLines, readSavedTopic, stateOfAll, type SavedTopic } from '../accounts/saved-topic.ts'
import type { LinkParts } from './invoice-links.ts'

export interface AccountListsParts extends LinkParts, Pick<Storage, 'combineInvoices'> {}

export interface ReadInvoices {
  invoices: CombinedInvoices
  freshness: Freshness
  missing: MissingAccount[]
}

/** Of accounts that the user chose one by one. */
export interface ChosenInvoices {
  invoices: CombinedInvoices
  /** In the order of the accounts. */
  accounts: (Pick<AccountantShare, 'missing' | 'partial'> & { id: string })[]
}

type ReadAccount = SavedTopic<AccountList>

export class AccountLists {
  readonly #parts: AccountListsParts
  /** Of the latest read. The same lists stay combined, so that its sorted rows and sums stay known. */
  #combined: { lists: readonly AccountList[]; lacksAccounts: boolean; invoices: CombinedInvoices } | null = null
  #revision = 0

  constructor(parts: AccountListsParts) {
    this.#parts = parts
  }

  /** @throws UNAUTHORIZED when signed out, APP_LOCKED */
  async read(): Promise<ReadInvoices> {
    const { accounts: known, locked } = this.#parts
    const accounts = await this.#readAccounts(() => {
      if (locked()) throw new AppError('APP_LOCKED')
      if (!known.shown) throw new AppError('UNAUTHORIZED')
      return countedLines(known.lines)
    })
    return {
      invoices: this.#combine(accounts),
      ...stateOfAll(known, 'invoices', accounts, this.#revision)
    }
  }

  /** Also while the app is locked: an export goes on then. */
  async readChosen(ids: readonly string[]): Promise<ChosenInvoices> {
    const { accounts: known, combineInvoices } = this.#parts
    const chosen = new Set(ids)
    const accounts = await this.#readAccounts(() => known.lines.filter(({ account }) => chosen.has(account.id)))
    return {
      invoices: combineInvoices(...listsOf(accounts)),
      accounts: accounts.map(({ id, missing, info }) => ({ id, missing, partial: info?.partial ?? null }))
    }
  }

  async #readAccounts(linesNow: () => readonly AccountLine[]): Promise<ReadAccount[]> {
    const asked = linesNow().map((line) => ({ line, account: this.#parts.accounts.get(line.account.id) }))
    const accounts = await oneByOne(asked, ({ line, account }) => this.#readAccount(line, account))
    // Somebody signed out meanwhile.
    return asked.some(({ account }) => account.isDisposed) ? this.#readAccounts(linesNow) : accounts
  }

  /** A list that it has isn't in its storage's memory any more. */
  forget(): void {
    this.#combined = null
  }

  async #readAccount(line: AccountLine, account: Account): Promise<ReadAccount> {
    const { id } = account
    // First, because it holds however the account is signed in.
    if (!hasTopic(line.provider, 'invoices'))
      return { id, value: null, info: null, missing: { id, why: 'noInvoices', error: null } }
    return readSavedTopic(this.#parts, account, 'invoices', async (storage, info) => ({
      account: id,
      invoices: await storage.invoices(),
      partial: info.partial ?? null
    }))
  }

  #combine(accounts: readonly ReadAccount[]): CombinedInvoices {
    const before = this.#combined
    const [lists, lacksAccounts] = listsOf(accounts)
    const isSame = (list: AccountList, at: number): boolean => {
      const known = before?.lists[at]
      return known?.account === list.account && known.invoices === list.invoices && known.partial === list.partial
    }
    const isSameLack = before?.lacksAccounts === lacksAccounts
    if (isSameLack && before.lists.length === lists.length && lists.every(isSame)) return before.invoices
    this.#revision += 1
    const invoices = this.#parts.combineInvoices(lists, lacksAccounts)
    this.#combined = { lists, lacksAccounts, invoices }
    return invoices
  }
}

/** The lists, and whether some of the accounts have none. */
const listsOf = (accounts: readonly ReadAccount[]): Parameters<Storage['combineInvoices']> => [
  accounts.flatMap(({ value }) => value ?? []),
  accounts.some(({ value }) => value === null)
]
