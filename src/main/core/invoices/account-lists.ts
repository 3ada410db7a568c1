/** The saved invoices of all accounts as one list. */
import { AppError, toErrorInfo, type ErrorInfo } from '../../../shared/ipc/error.ts'
import { countedAccounts, hasTopic, isSample, isStopped, type AccountLine } from '../../../shared/models/account.ts'
import type { Freshness, PartialList, ReadingNote } from '../../../shared/models/freshness.ts'
import type { MissingAccount } from '../../../shared/models/invoice.ts'
import { oneByOne } from '../../concurrency.ts'
import type { OpenAccountParts } from '../open-account.ts'
import type { AccountList, AccountStorage, CombinedInvoices, Storage, StoredInfo } from '../ports/index.ts'
import type { Refresh } from '../refresh/refresh.ts'
import { keychainErrorOfAll } from '../session/accounts.ts'

/** In milliseconds, without a read. Then the other accounts' invoices leave the memory. */
const IDLE_MS = 5 * 60_000
/** In milliseconds. The timer costs nothing in the tray if it comes this seldom. */
const SHORTEST_TIMER_MS = 60_000

export interface AccountListsParts extends OpenAccountParts, Pick<Storage, 'combineInvoices'> {
  refresh: OpenAccountParts['refresh'] & Pick<Refresh, 'backgroundStatus'>
}

export interface ReadInvoices {
  invoices: CombinedInvoices
  freshness: Freshness
  missing: MissingAccount[]
}

/** What lists and exports read. */
export interface InvoiceSource {
  /** All accounts; otherwise the open one. */
  areAll(): boolean
  read(areAll: boolean): Promise<ReadInvoices>
}

interface ReadAccount {
  id: string
  /** null: its invoices aren't known. */
  list: AccountList | null
  info: StoredInfo | null
  missing: MissingAccount | null
}

/**
 * Keeps the accounts' storages open while lists are read, so that their invoices are decrypted once. Call `release` or `releaseAll`
 * before files are erased, and when the invoices may not stay in memory.
 */
export class AccountLists {
  readonly #parts: AccountListsParts
  readonly #storages = new Map<string, AccountStorage>()
  /** Of the latest read. The same lists stay combined, so that its sorted rows and sums stay known. */
  #combined: { lists: readonly AccountList[]; invoices: CombinedInvoices } | null = null
  #revision = 0
  #releases = 0
  #readAt = 0
  #cancelTimer: (() => void) | null = null

  constructor(parts: AccountListsParts) {
    this.#parts = parts
    parts.session.onChange(() => this.#releaseSignedOut())
  }

  /** @returns null if a storage was released meanwhile: read again @throws UNAUTHORIZED when signed out, APP_LOCKED */
  async read(): Promise<ReadInvoices | null> {
    const { session, locked } = this.#parts
    if (locked()) throw new AppError('APP_LOCKED')
    if (!session.account()) throw new AppError('UNAUTHORIZED')
    this.#noteRead()
    const releases = this.#releases
    const isReleased = (): boolean => this.#releases !== releases
    const all = await oneByOne(countedLines(session.state().accounts), async ({ account }) => {
      // Its user may have signed out since the read began.
      const line = isReleased() ? null : session.line(account.id)
      return line && this.#readAccount(line)
    })
    if (isReleased()) return null
    const accounts = all.filter((account) => account !== null)
    const lists = accounts.flatMap(({ list }) => list ?? [])
    return {
      invoices: this.#combine(lists),
      freshness: this.#freshnessOf(accounts),
      missing: accounts.flatMap(({ missing }) => missing ?? [])
    }
  }

  /** A read under way opens nothing more. */
  release(accountId: string): void {
    this.#releases += 1
    this.#combined = null
    const storage = this.#storages.get(accountId)
    this.#storages.delete(accountId)
    storage?.close()
  }

  releaseAll(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = null
    this.#releases += 1
    for (const id of [...this.#storages.keys()]) this.release(id)
  }

  #releaseSignedOut(): void {
    for (const id of [...this.#storages.keys()]) {
      const credential = this.#parts.session.line(id)?.credential ?? 'signedOut'
      if (credential === 'signedOut') this.release(id)
    }
  }

  #noteRead(): void {
    const { clock } = this.#parts
    this.#readAt = clock.uptime()
    this.#cancelTimer ??= clock.after(IDLE_MS, () => this.#releaseIfIdle())
  }

  #releaseIfIdle(): void {
    const { clock } = this.#parts
    const left = this.#readAt + IDLE_MS - clock.uptime()
    if (left <= 0) this.releaseAll()
    else this.#cancelTimer = clock.after(Math.max(left, SHORTEST_TIMER_MS), () => this.#releaseIfIdle())
  }

  async #readAccount(line: AccountLine): Promise<ReadAccount> {
    const { session, report } = this.#parts
    const { id } = line.account
    const without = (why: MissingAccount['why'], error: ErrorInfo | null): ReadAccount => {
      return { id, list: null, info: null, missing: { id, why, error } }
    }
    if (!hasTopic(line.provider, 'invoices')) return without('noInvoices', null)
    if (line.credential === 'signedOut') return without('signedOut', null)
    const unreadable = this.#unreadable(line)
    if (unreadable) return without('unavailable', unreadable)
    try {
      const storage = this.#storageOf(id)
      const info = await storage.info('invoices')
      const error = this.#fetchError(line)
      if (!info) return without('notFetched', error)
      const list = { account: id, invoices: await storage.invoices() }
      // The list's freshness has the open account's error.
      const isOutdated = error !== null && session.account()?.id !== id
      return { id, list, info, missing: isOutdated ? { id, why: 'outdated', error } : null }
    } catch (thrown) {
      report(thrown)
      return without('unavailable', toErrorInfo(thrown))
    }
  }

  #storageOf(id: string): AccountStorage {
    const known = this.#storages.get(id)
    if (known) return known
    const storage = this.#parts.store.openAny(id)
    this.#storages.set(id, storage)
    return storage
  }

  /** Why an account in the background can't be read without a prompt of the keychain. */
  #unreadable({ account: { id }, credential, keychainError }: AccountLine): ErrorInfo | null {
    const { session } = this.#parts
    if (session.account()?.id === id || this.#storages.has(id) || session.hasDataKey(id)) return null
    if (credential === 'forgotten') return { code: 'UNAUTHORIZED', found: 'notSignedIn' }
    if (credential === 'unavailable') return keychainError
    // Another account's error probably affects this one, too.
    const code = credential === 'kept' ? keychainErrorOfAll(session.state().accounts) : null
    return code && { code }
  }

  /** What the latest call for its invoices ended with, or why there is none. */
  #fetchError({ account: { id }, credential, keychainError }: AccountLine): ErrorInfo | null {
    const error = this.#statusOf(id).error
    if (error || !isStopped(credential)) return error
    return keychainError ?? { code: 'UNAUTHORIZED' }
  }

  #statusOf(id: string): Pick<Freshness, 'refreshing' | 'error'> {
    const { session, freshness, refresh } = this.#parts
    return session.account()?.id === id ? freshness.of('invoices', null) : refresh.backgroundStatus(id)
  }

  #combine(lists: readonly AccountList[]): CombinedInvoices {
    const before = this.#combined
    const isSame = (list: AccountList, at: number): boolean => {
      const known = before?.lists[at]
      return known?.account === list.account && known.invoices === list.invoices
    }
    if (before?.lists.length === lists.length && lists.every(isSame)) return before.invoices
    this.#revision += 1
    const invoices = this.#parts.combineInvoices(lists)
    this.#combined = { lists, invoices }
    return invoices
  }

  /** Of all accounts: the age of the oldest list, and the open account's error if it is in the list. `missing` has the others'. */
  #freshnessOf(accounts: readonly ReadAccount[]): Freshness {
    const { session, freshness } = this.#parts
    const open = freshness.of('invoices', null)
    const infos = accounts.flatMap(({ info }) => info ?? [])
    return {
      fetchedAt: infos.map(({ fetchedAt }) => fetchedAt).sort()[0] ?? null,
      refreshing: accounts.some(({ id }) => this.#statusOf(id).refreshing),
      error: accounts.some(({ id, list }) => list && id === session.account()?.id) ? open.error : null,
      notes: addNotes(infos.flatMap(({ notes }) => notes)),
      partial: addParts(infos.flatMap(({ partial }) => partial ?? [])),
      // Both only grow.
      revision: open.revision + this.#revision
    }
  }
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
