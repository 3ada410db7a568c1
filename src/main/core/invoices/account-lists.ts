/** The saved invoices of all accounts as one list. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { countedAccounts, hasTopic, isSample, isStopped, type AccountLine } from '../../../shared/models/account.ts'
import type { Freshness, PartialList, ReadingNote } from '../../../shared/models/freshness.ts'
import type { AccountantShare, MissingAccount } from '../../../shared/models/invoice.ts'
import type { Account } from '../../accounts/account.ts'
import { oneByOne } from '../../concurrency.ts'
import type { AccountList, CombinedInvoices, Storage, StoredInfo } from '../ports/index.ts'
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

interface ReadAccount {
  id: string
  /** null: its invoices aren't known. */
  list: AccountList | null
  info: StoredInfo | null
  missing: MissingAccount | null
}

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
      freshness: this.#freshnessOf(accounts),
      // The list's freshness has the error of the account that is shown.
      missing: accounts.flatMap(({ missing }) =>
        missing && (missing.why !== 'outdated' || missing.id !== known.shown?.id) ? missing : []
      )
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
    const without = (why: MissingAccount['why'], error: ErrorInfo | null): ReadAccount => {
      return { id, list: null, info: null, missing: { id, why, error } }
    }
    if (!hasTopic(line.provider, 'invoices')) return without('noInvoices', null)
    if (line.credential === 'signedOut') return without('signedOut', null)
    const unreadable = this.#unreadable(line, account)
    if (unreadable) return without('unavailable', unreadable)
    try {
      return await account.use(async (storage) => {
        const info = await storage.info('invoices')
        const error = fetchError(line, account)
        if (!info) return without('notFetched', error)
        const list = { account: id, invoices: await storage.invoices(), partial: info.partial ?? null }
        return { id, list, info, missing: error && { id, why: 'outdated', error } }
      })
    } catch (thrown) {
      this.#parts.report(thrown)
      return without('unavailable', toErrorInfo(thrown))
    }
  }

  /** Why an account that isn't shown can't be read without a prompt of the keychain. */
  #unreadable({ credential, keychainError }: AccountLine, account: Account): ErrorInfo | null {
    const { accounts } = this.#parts
    if (account === accounts.shown || account.isStorageOpen || account.hasDataKey) return null
    if (credential === 'forgotten') return { code: 'UNAUTHORIZED', found: 'notSignedIn' }
    if (credential === 'unavailable') return keychainError
    // Another account's error probably affects this one, too.
    const code = credential === 'kept' ? accounts.keychainError : null
    return code && { code }
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

  /** Of all accounts: the age of the oldest list, and the error of the account that is shown. `missing` has the others'. */
  #freshnessOf(read: readonly ReadAccount[]): Freshness {
    const { accounts } = this.#parts
    const states = read.flatMap(({ id }) => accounts.find(id)?.freshness('invoices', null) ?? [])
    const infos = read.flatMap(({ info }) => info ?? [])
    const isShownListed = read.some(({ id, list }) => list && id === accounts.shown?.id)
    return {
      fetchedAt: infos.map(({ fetchedAt }) => fetchedAt).sort()[0] ?? null,
      refreshing: states.some(({ refreshing }) => refreshing),
      error: isShownListed ? (accounts.shown?.rounds.calls.errors.invoices ?? null) : null,
      notes: addNotes(infos.flatMap(({ notes }) => notes)),
      partial: addParts(infos.flatMap(({ partial }) => partial ?? [])),
      // Each only grows.
      revision: states.reduce((sum, { revision }) => sum + revision, this.#revision)
    }
  }
}

/** The lists, and whether some of the accounts have none. */
const listsOf = (accounts: readonly ReadAccount[]): Parameters<Storage['combineInvoices']> => [
  accounts.flatMap(({ list }) => list ?? []),
  accounts.some(({ list }) => list === null)
]

/** What the latest call for its invoices ended with, or why there is none. */
function fetchError({ credential, keychainError }: AccountLine, { rounds }: Account): ErrorInfo | null {
  const error = rounds.calls.errors.invoices
  if (error || !isStopped(credential)) return error
  return keychainError ?? { code: 'UNAUTHORIZED' }
}

/** The sample's invoices don't count beside those of a real account that is signed in. */
function countedLines(lines: readonly AccountLine[]): AccountLine[] {
  const isSignedIn = ({ credential }: AccountLine): boolean => credential !== 'signedOut'
  const counted = new Set(countedAccounts(lines.filter(isSignedIn), isSample))
  return lines.filter((line) => !isSignedIn(line) || counted.has(line))
}

function addNotes(notes: readonly ReadingNote[]): ReadingNote[] {
  const groups = Map.groupBy(notes, ({ kind, field = '' }) => `${kind} ${field}`)
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : []
  )
}

/** Of the lists that are parts. */
function addParts(parts: readonly PartialList[]): PartialList | null {
  if (parts.length === 0) return null
  const isKnown = parts.every(({ total }) => total !== null)
  return {
    received: parts.reduce((sum, { received }) => sum + received, 0),
    total: isKnown ? parts.reduce((sum, { total }) => sum + (total ?? 0), 0) : null
  }
}
