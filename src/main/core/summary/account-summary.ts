import { toErrorInfo, type ErrorCode, type ErrorInfo } from '../../../shared/ipc/error.ts'
import {
  isSample,
  nameOf,
  countedAccounts,
  type AccountAmounts,
  type AccountLine,
  type CredentialState,
  type SessionState
} from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { addDecimals } from '../../../shared/models/decimal.ts'
import {
  EVERY_INVOICE,
  NEWEST_FIRST,
  openDetailsOf,
  type Invoice,
  type InvoiceQuery,
  type Money,
  type OpenDetails,
  type OpenSum
} from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../core-parts.ts'
import { keychainErrorOfAll } from '../session/accounts.ts'
import { isSealed } from '../open-account-storage.ts'
import type { AccountStorage } from '../ports/index.ts'
import type { Refresh } from '../refresh/refresh.ts'
import type { RefreshAllStatus } from '../refresh/refresh-all.ts'

interface InvoiceSnapshot extends OpenDetails {
  sealed: ErrorCode | null
  /** null: nothing was fetched, or it can't be decrypted. */
  open: number | null
  unknown: number
  isPartial: boolean
  latest: Invoice[]
  /** A few overdue invoices that `latest` lacks, the longest overdue first. */
  late: Invoice[]
  fetchedAt: string | null
}

export interface AccountInvoices extends InvoiceSnapshot {
  id: string
  label: string
  current: boolean
  credential: CredentialState
  keychainError: ErrorCode | null
  refreshing: boolean
  error: ErrorInfo | null
}

/** Sums per currency. */
export type OpenSums = Pick<OpenDetails, OpenSum | 'moreCurrencies'>

export type AccountSummary =
  /** While locked, the tray shows no account data. */
  | { status: 'locked' }
  | {
      status: 'ready'
      accounts: AccountInvoices[]
      /** Of all accounts that count. */
      sums: OpenSums
      asked: RefreshAllStatus | null
    }

interface AccountSummaryParts extends CoreParts {
  refresh: Pick<Refresh, 'backgroundStatus' | 'allAccountsStatus' | 'onBackgroundChange'>
}

const LATEST: InvoiceQuery = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: 5 }
/** Enough even if all of LATEST are overdue. */
const LATE: InvoiceQuery = { ...EVERY_INVOICE, state: 'overdue', sort: 'due', descending: false, offset: 0, limit: 8 }
const MOST_LATE = 3

const emptySnapshot = (sealed: ErrorCode | null): InvoiceSnapshot => ({
  sealed,
  open: null,
  overdue: 0,
  unknown: 0,
  openAmounts: [],
  deducted: [],
  unusedCredits: [],
  credits: [],
  openWithoutAmount: 0,
  dueUnread: 0,
  withoutStatus: 0,
  moreCurrencies: { openAmounts: 0, deducted: 0, unusedCredits: 0, credits: 0 },
  isPartial: false,
  latest: [],
  late: [],
  fetchedAt: null
})

async function readSnapshot(storage: AccountStorage, day: string): Promise<InvoiceSnapshot> {
  try {
    const stored = await storage.info('invoices')
    const { rows, summary } = await storage.invoicePage(LATEST, day)
    const late = summary.overdue > 0 ? (await storage.invoicePage(LATE, day)).rows : []
    const isLatest = ({ key }: Invoice): boolean => rows.some((one) => one.key === key)
    return {
      sealed: null,
      open: stored ? summary.byState.open : null,
      unknown: summary.byState.unknown,
      ...openDetailsOf(summary),
      isPartial: (stored?.partial ?? null) !== null,
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
  const { session, store, freshness, refresh, clock, locked, report } = parts
  let listener = (): void => undefined
  /** In memory only. `day`: the day of the `overdue` count, null if it may be outdated. */
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
  /** Any account's keychain error: reading another entry would prompt. */
  const keychainProblem = (): ErrorCode | null => keychainErrorOfAll(session.state().accounts)

  /** Skip accounts without a credential: reading them would prompt for the keychain. */
  const isWanted = ({ account: { id }, credential }: AccountLine): boolean => {
    if (id === openId || credential === 'signedOut' || credential === 'forgotten' || credential === 'unavailable')
      return false
    const known = snapshots.get(id)
    if (!known) return credential !== 'kept' || keychainProblem() === null
    return known.day !== day() || (known.snapshot.sealed !== null && known.credential !== credential)
  }

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
        report(thrown)
        return emptySnapshot(toErrorInfo(thrown).code)
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
    // Its snapshot may lack the last changes before it was closed.
    const known = before === null || before === openId ? undefined : snapshots.get(before)
    if (known) known.day = null
    readNext().catch(report)
  })

  const summaryOf = (line: AccountLine, all: readonly AccountLine[]): AccountInvoices => {
    const { account, credential, keychainError } = line
    const { id } = account
    const current = id === openId
    const { refreshing, error } = current ? freshness.of('invoices', null) : refresh.backgroundStatus(id)
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

  const readOpenAccount = async (): Promise<void> => {
    const at = day()
    try {
      const { id, snapshot } = await store.read(async (storage) => {
        const id = session.account()?.id ?? ''
        return { id, snapshot: await readSnapshot(storage, at) }
      })
      saveSnapshot(id, snapshot, at)
    } catch (error) {
      if (openId === null) return
      const { code } = toErrorInfo(error)
      if (code === 'INTERNAL') throw error
      saveSnapshot(openId, emptySnapshot(code), at)
    }
  }

  return {
    async now(): Promise<AccountSummary> {
      if (locked()) return { status: 'locked' }
      await readOpenAccount()
      // The app may have been locked meanwhile.
      if (locked()) return { status: 'locked' }
      readNext().catch(report)
      const lines = session.state().accounts
      const accounts = lines.map((line) => summaryOf(line, lines))
      const counted = summedAccounts(accounts)
      return {
        status: 'ready',
        accounts,
        sums: sumsOf(counted),
        asked: refresh.allAccountsStatus()
      }
    },
    /** For the page. While locked, there are none. */
    async amounts(): Promise<AccountAmounts[]> {
      const summary = await this.now()
      if (summary.status === 'locked') return []
      return summary.accounts.map(({ id, open, unknown, isPartial, fetchedAt, sealed, error, ...details }) => ({
        ...{ id, open, unknown, isPartial, fetchedAt },
        ...openDetailsOf(details),
        error: sealed === null ? error : { code: sealed }
      }))
    },
    start(): void {
      started = true
      readNext().catch(report)
    },
    async look(id: string, storage: AccountStorage): Promise<void> {
      if (id === openId) return
      const at = day()
      saveSnapshot(id, await readSnapshot(storage, at), at)
      listener()
    },
    onChange(run: () => void): void {
      listener = run
      refresh.onBackgroundChange(run)
    }
  }
}

/** Accounts in the totals. Sample data doesn't count beside a real account. */
export function summedAccounts(accounts: readonly AccountInvoices[]): AccountInvoices[] {
  const isOut = ({ credential }: AccountInvoices): boolean => credential === 'signedOut'
  const counted = new Set(
    countedAccounts(
      accounts.filter((account) => !isOut(account)),
      isSample
    )
  )
  return accounts.filter((account) => isOut(account) || counted.has(account))
}

/** Credit at one provider pays nothing at another, so nothing more is deducted. */
function sumsOf(accounts: readonly AccountInvoices[]): OpenSums {
  const sum = (name: OpenSum): Money[] => totalsOf(accounts.flatMap((account) => account[name]))
  // Two accounts may leave out the same currencies.
  const more = (name: OpenSum): number =>
    accounts.reduce((most, { moreCurrencies }) => Math.max(most, moreCurrencies[name]), 0)
  return {
    openAmounts: sum('openAmounts'),
    deducted: sum('deducted'),
    unusedCredits: sum('unusedCredits'),
    credits: sum('credits'),
    moreCurrencies: {
      openAmounts: more('openAmounts'),
      deducted: more('deducted'),
      unusedCredits: more('unusedCredits'),
      credits: more('credits')
    }
  }
}

function totalsOf(amounts: readonly Money[]): Money[] {
  const byCurrency = Map.groupBy(amounts, ({ currency }) => currency)
  const all = [...byCurrency].map(([currency, each]) => ({
    currency,
    amount: addDecimals(each.map(({ amount }) => amount))
  }))
  return all.sort((one, other) => Number(one.currency === null) - Number(other.currency === null))
}

export interface AccountChoice {
  id: string
  label: string
  current: boolean
  signedOut: boolean
}

export function accountChoices(state: SessionState): AccountChoice[] {
  const current = state.status === 'signedIn' ? state.account.id : null
  return state.accounts.map(({ account, credential }) => ({
    id: account.id,
    label: nameOf(account, state.accounts),
    current: account.id === current,
    signedOut: credential === 'signedOut'
  }))
}
