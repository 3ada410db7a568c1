/** Summarises all accounts for tray and menu: what is open to pay, and how old the data is. */
import { toErrorInfo, type ErrorCode, type ErrorInfo } from '../../../shared/ipc/error.ts'
import {
  isSample,
  nameOf,
  thoseThatCount,
  type AccountLine,
  type CredentialState,
  type SessionState
} from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import {
  EVERY_INVOICE,
  NEWEST_FIRST,
  type Invoice,
  type InvoiceQuery,
  type Money
} from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../core-parts.ts'
import { keychainErrorOfAll } from '../credential-rules.ts'
import { isSealed } from '../open-account-storage.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { Refresh, RefreshAllStatus } from '../refresh/refresh.ts'

/** What the stored invoices of one account say. */
interface InvoiceSnapshot {
  /** Why the stored invoices can't be decrypted; null when they can, or when there are none. */
  sealed: ErrorCode | null
  /** null: no invoices were fetched yet, or they can't be decrypted. */
  open: number | null
  /** How many of `open` are overdue. */
  overdue: number
  /** Invoices with an unknown state. */
  unknown: number
  openAmounts: Money[]
  /** Open invoices with an unreadable amount, which `openAmounts` leaves out. */
  openWithoutAmount: number
  /** Newest first. */
  latest: Invoice[]
  /** A few overdue invoices that are not in `latest`, the longest overdue first. */
  late: Invoice[]
  /** When the invoices were fetched (ISO 8601). */
  fetchedAt: string | null
}

export interface AccountInvoices extends InvoiceSnapshot {
  id: string
  /** Distinguishes the account from the others. */
  label: string
  /** Whether it is the open account. */
  current: boolean
  credential: CredentialState
  /** Why the keychain can't be used; null when it can. */
  keychainError: ErrorCode | null
  refreshing: boolean
  /** The error of the latest refresh. */
  error: ErrorInfo | null
}

export type AccountSummary =
  /** While the app is locked, the tray shows nothing of any account. */
  | { status: 'locked' }
  | {
      status: 'ready'
      /** All accounts, in the user's order. */
      accounts: AccountInvoices[]
      /** Totals per currency of the accounts that count. Amounts of unknown currency come last. */
      openAmounts: Money[]
      /** The latest "Refresh now" of this launch. */
      asked: RefreshAllStatus | null
    }

interface AccountSummaryParts extends CoreParts {
  refresh: Pick<Refresh, 'other' | 'allStatus' | 'onOthers'>
  /** Adds exact decimals. */
  sum: (amounts: readonly string[]) => string
}

const LATEST: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 5 }
/** Enough overdue invoices even if all of LATEST are overdue. */
const LATE: InvoiceQuery = { ...EVERY_INVOICE, state: 'overdue', sort: 'due', descending: false, offset: 0, limit: 8 }
const MOST_LATE = 3

const emptySnapshot = (sealed: ErrorCode | null): InvoiceSnapshot => ({
  sealed,
  open: null,
  overdue: 0,
  unknown: 0,
  openAmounts: [],
  openWithoutAmount: 0,
  latest: [],
  late: [],
  fetchedAt: null
})

/** @throws as AccountStorage, except for data that can't be decrypted */
async function readSnapshot(storage: AccountStorage, day: string): Promise<InvoiceSnapshot> {
  try {
    const stored = await storage.info('invoices')
    const { rows, summary } = await storage.invoicePage(LATEST, day)
    const late = summary.overdue > 0 ? (await storage.invoicePage(LATE, day)).rows : []
    const isLatest = ({ key }: Invoice): boolean => rows.some((one) => one.key === key)
    return {
      sealed: null,
      open: stored ? summary.byState.open : null,
      overdue: summary.overdue,
      unknown: summary.byState.unknown,
      openAmounts: summary.openAmounts,
      openWithoutAmount: summary.openWithoutAmount,
      latest: rows,
      late: late.filter((one) => !isLatest(one)).slice(0, MOST_LATE),
      fetchedAt: stored?.fetchedAt ?? null
    }
  } catch (thrown) {
    const error = toErrorInfo(thrown)
    if (!isSealed(error)) throw thrown
    return emptySnapshot(error.code)
  }
}

export type AccountSummaries = ReturnType<typeof createAccountSummaries>

export function createAccountSummaries(parts: AccountSummaryParts) {
  const { session, store, freshness, refresh, clock, locked, sum, report } = parts
  let listener = (): void => undefined
  /**
   * The latest snapshot of each account, in memory only; `day`: the day that `overdue` was counted for, null once it may be
   * out of date; `credential`: its state at that time.
   */
  const snapshots = new Map<string, { snapshot: InvoiceSnapshot; day: string | null; credential: CredentialState }>()
  let started = false
  let isReading = false
  let openId = session.account()?.id ?? null

  const day = (): string => today(clock.now())
  const lineOf = (id: string): AccountLine | undefined =>
    session.state().accounts.find(({ account }) => account.id === id)
  const saveSnapshot = (id: string, snapshot: InvoiceSnapshot, at: string): void => {
    const credential = lineOf(id)?.credential ?? 'signedOut'
    if (credential !== 'signedOut') snapshots.set(id, { snapshot, day: at, credential })
  }
  /** The keychain error that keeps an account without a snapshot from being read. */
  const keychainProblem = (): ErrorCode | null => keychainErrorOfAll(session.state().accounts)

  /** Skips accounts without a credential: reading them would prompt for the keychain. */
  const isWanted = ({ account: { id }, credential }: AccountLine): boolean => {
    if (id === openId || credential === 'signedOut' || credential === 'forgotten' || credential === 'unavailable')
      return false
    const known = snapshots.get(id)
    if (!known) return credential !== 'kept' || keychainProblem() === null
    return known.day !== day() || (known.snapshot.sealed !== null && known.credential !== credential)
  }

  /** Reads the accounts without a snapshot, one at a time. */
  const readNext = async (): Promise<void> => {
    if (!started || isReading || locked()) return
    const next = session.state().accounts.find(isWanted)
    if (!next) return
    const { id } = next.account
    const at = day()
    isReading = true
    const snapshot = await store
      .withAccountStorage(id, (storage) => readSnapshot(storage, at))
      .catch((thrown: unknown) => {
        const error = toErrorInfo(thrown)
        if (error.code === 'INTERNAL') report(thrown)
        return emptySnapshot(error.code)
      })
    isReading = false
    saveSnapshot(id, snapshot, at)
    listener()
    await readNext()
  }

  session.onChange(() => {
    const before = openId
    openId = session.account()?.id ?? null
    for (const id of snapshots.keys()) {
      if ((lineOf(id)?.credential ?? 'signedOut') === 'signedOut') snapshots.delete(id)
    }
    // The last changes before it was closed may be missing from its snapshot.
    const known = before === null || before === openId ? undefined : snapshots.get(before)
    if (known) known.day = null
    readNext().catch(report)
  })

  const summaryOf = (line: AccountLine, all: readonly AccountLine[]): AccountInvoices => {
    const { account, credential, keychainError } = line
    const { id } = account
    const current = id === openId
    const { refreshing, error } = current ? freshness.of('invoices', null) : refresh.other(id)
    const unread = (): InvoiceSnapshot => {
      if (credential === 'kept') return emptySnapshot(keychainProblem())
      return emptySnapshot(credential === 'unavailable' ? (keychainError?.code ?? null) : null)
    }
    return {
      ...(snapshots.get(id)?.snapshot ?? unread()),
      id,
      label: nameOf(account, all),
      current,
      credential,
      keychainError: keychainError?.code ?? null,
      refreshing,
      error
    }
  }

  /** The open account is read each time, because its invoices change most often. */
  const readOpenAccount = async (): Promise<void> => {
    const at = day()
    try {
      const { id, snapshot } = await store.read(async (storage) => {
        const id = session.account()?.id ?? ''
        return { id, snapshot: await readSnapshot(storage, at) }
      })
      saveSnapshot(id, snapshot, at)
    } catch (error) {
      // Signed out, maybe in the meantime.
      if (openId === null) return
      const { code } = toErrorInfo(error)
      if (code === 'INTERNAL') throw error
      saveSnapshot(openId, emptySnapshot(code), at)
    }
  }

  return {
    /**
     * Reads the open account, and takes the others from their last snapshot. @throws as OpenAccountStorage.read, for
     * unexpected errors
     */
    async now(): Promise<AccountSummary> {
      if (locked()) return { status: 'locked' }
      await readOpenAccount()
      // Checked again: the app may have been locked while the file was read.
      if (locked()) return { status: 'locked' }
      readNext().catch(report)
      const lines = session.state().accounts
      const accounts = lines.map((line) => summaryOf(line, lines))
      return {
        status: 'ready',
        accounts,
        openAmounts: totalsOf(summedAccounts(accounts), sum),
        asked: refresh.allStatus()
      }
    },
    /** Starts reading accounts without a snapshot. */
    start(): void {
      started = true
      readNext().catch(report)
    },
    /** Takes a new snapshot after an account's invoices were fetched. */
    async look(id: string, storage: AccountStorage): Promise<void> {
      if (id === openId) return
      const at = day()
      saveSnapshot(id, await readSnapshot(storage, at), at)
      listener()
    },
    /** Called when the summary of an account that is not open may have changed. */
    onChange(run: () => void): void {
      listener = run
      refresh.onOthers(run)
    }
  }
}

/** The accounts whose open amounts are added up. Sample data doesn't count beside a real account. */
export function summedAccounts(accounts: readonly AccountInvoices[]): AccountInvoices[] {
  const isOut = ({ credential }: AccountInvoices): boolean => credential === 'signedOut'
  const counted = new Set(
    thoseThatCount(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}

function totalsOf(accounts: readonly AccountInvoices[], sum: AccountSummaryParts['sum']): Money[] {
  const byCurrency = Map.groupBy(
    accounts.flatMap(({ openAmounts }) => openAmounts),
    ({ currency }) => currency
  )
  const all = [...byCurrency].map(([currency, each]) => ({ currency, amount: sum(each.map(({ amount }) => amount)) }))
  return all.sort((one, other) => Number(one.currency === null) - Number(other.currency === null))
}

export interface AccountChoice {
  id: string
  /** Distinguishes the account from the others. */
  label: string
  /** Whether it is the open account. */
  current: boolean
  /** It can't be opened before its user signs in. */
  signedOut: boolean
}

/** The accounts for the menu, in the user's order. */
export function accountChoices(state: SessionState): AccountChoice[] {
  const current = state.status === 'signedIn' ? state.account.id : null
  return state.accounts.map(({ account, credential }) => ({
    id: account.id,
    label: nameOf(account, state.accounts),
    current: account.id === current,
    signedOut: credential === 'signedOut'
  }))
}
