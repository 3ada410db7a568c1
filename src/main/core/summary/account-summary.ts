/** Summarises all accounts for the tray: what is open to pay, and how old the data is. */
import { toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import { nameOf, type AccountLine } from '../../../shared/models/account.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import { today } from '../../../shared/models/day.ts'
import { summedAccounts, type AccountInvoices } from './invoice-summaries.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import { EMPTY_SNAPSHOT, readSnapshot, sealedSnapshot, type AccountSnapshot } from './account-snapshot.ts'
import type { AccountStorage, Clock } from '../ports/index.ts'
import type { Refresh } from '../refresh/index.ts'
import type { RefreshAllStatus } from '../refresh/refresh-all.ts'
import type { Session } from '../session/session.ts'
import type { OpenAccountStorage } from '../open-account-storage.ts'

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

export interface AccountSummaryParts {
  session: Session
  store: OpenAccountStorage
  freshness: FreshnessBook
  refresh: Pick<Refresh, 'other' | 'all'>
  clock: Clock
  locked: () => boolean
  /** Adds exact decimals. */
  sum: (amounts: readonly string[]) => string
  report: (error: unknown) => void
}

export interface AccountSummaries {
  /**
   * Reads the open account, and takes the others from their last snapshot. @throws as OpenAccountStorage.read, for
   * unexpected errors
   */
  now(): Promise<AccountSummary>
  /** Starts reading accounts without a snapshot, one at a time. */
  start(): void
  /** Takes a new snapshot after an account's invoices were fetched. */
  look(accountId: string, storage: AccountStorage): Promise<void>
  /** Called after a new snapshot of an account. */
  onChange(listener: () => void): void
}

export function createAccountSummaries(parts: AccountSummaryParts): AccountSummaries {
  const { session, store, freshness, refresh, clock, locked, sum, report } = parts
  const listeners: (() => void)[] = []
  /** The latest snapshot of each account, in memory only. */
  const snapshots = new Map<string, AccountSnapshot>()
  /** Accounts whose snapshot may be out of date. */
  const stale = new Set<string>()
  let started = false
  let reading: string | null = null
  let openId = session.account()?.id ?? null

  const lineOf = (id: string): AccountLine | undefined =>
    session.state().accounts.find(({ account }) => account.id === id)
  const saveSnapshot = (id: string, snapshot: AccountSnapshot): void => {
    const line = lineOf(id)
    if (!line || line.credential === 'signedOut') return
    snapshots.set(id, { ...snapshot, credential: line.credential })
    stale.delete(id)
  }

  /** Skips accounts without a credential: reading them would prompt for the keychain. */
  const isWanted = ({ account, credential }: AccountLine): boolean => {
    const { id } = account
    if (id === openId || credential === 'signedOut' || credential === 'forgotten' || credential === 'unavailable')
      return false
    const snapshot = snapshots.get(id)
    if (!snapshot) return credential !== 'kept' || keychainProblem() === null
    return (
      stale.has(id) ||
      snapshot.day !== today(clock.now()) ||
      (snapshot.sealed !== null && snapshot.credential !== credential)
    )
  }
  /** The keychain error of some account that would affect every account. */
  const keychainProblem = (): ErrorCode | null => {
    const keychainErrors = session.state().accounts.filter(({ credential }) => credential === 'unavailable')
    return (
      keychainErrors
        .map(({ keychainError }) => keychainError?.code ?? null)
        .find((code) => code !== 'KEYCHAIN_CHANGED') ?? null
    )
  }

  const readNext = (): void => {
    if (!started || reading !== null || locked()) return
    const next = session.state().accounts.find(isWanted)
    if (!next) return
    const { id } = next.account
    reading = id
    stale.delete(id)
    store
      .withAccountStorage(id, (storage) => readSnapshot(storage, today(clock.now())))
      .catch((error: unknown) => {
        if (toErrorInfo(error).code === 'INTERNAL') report(error)
        return sealedSnapshot(toErrorInfo(error).code, today(clock.now()))
      })
      .then((snapshot) => {
        reading = null
        saveSnapshot(id, snapshot)
        changed()
        readNext()
      }, report)
  }
  const changed = (): void => {
    for (const listener of listeners) listener()
  }

  session.onChange(() => {
    const before = openId
    openId = session.account()?.id ?? null
    for (const id of snapshots.keys()) {
      const line = lineOf(id)
      if (!line || line.credential === 'signedOut') snapshots.delete(id)
    }
    // The last changes before it was closed may be missing from its snapshot.
    if (before !== null && before !== openId && snapshots.has(before)) stale.add(before)
    readNext()
  })

  const accountSummaryOf = (line: AccountLine, all: readonly AccountLine[]): AccountInvoices => {
    const { account, credential, keychainError } = line
    const { id } = account
    const current = id === openId
    const snapshot = snapshots.get(id) ?? {
      ...EMPTY_SNAPSHOT,
      sealed: credential === 'kept' ? keychainProblem() : null
    }
    const { sealed, open, overdue, unknown, openAmounts, openWithoutAmount, latest, late, fetchedAt } = snapshot
    const { refreshing, error } = current ? freshness.of('invoices', null) : refresh.other(id)
    return {
      id,
      label: nameOf(account, all),
      current,
      credential,
      keychainError: keychainError?.code ?? null,
      sealed:
        sealed ??
        (snapshot === snapshots.get(id) || credential !== 'unavailable' ? null : (keychainError?.code ?? null)),
      open,
      overdue,
      unknown,
      openAmounts,
      openWithoutAmount,
      latest,
      late,
      fetchedAt,
      refreshing,
      error
    }
  }

  /** The open account is read each time, because its invoices change most often. */
  const readOpenAccount = async (): Promise<void> => {
    if (!store.orNull()) return
    try {
      const { id, snapshot } = await store.read(async (storage) => {
        const id = session.account()?.id ?? ''
        return { id, snapshot: await readSnapshot(storage, today(clock.now())) }
      })
      saveSnapshot(id, snapshot)
    } catch (error) {
      // Signed out in the meantime.
      if (!store.orNull()) return
      const { code } = toErrorInfo(error)
      if (code === 'INTERNAL') throw error
      if (openId !== null) saveSnapshot(openId, sealedSnapshot(code, today(clock.now())))
    }
  }

  return {
    async now() {
      if (locked()) return { status: 'locked' }
      await readOpenAccount()
      // Checked again: the app may have been locked while the file was read.
      if (locked()) return { status: 'locked' }
      readNext()
      const lines = session.state().accounts
      const accounts = lines.map((line) => accountSummaryOf(line, lines))
      return {
        status: 'ready',
        accounts,
        openAmounts: totalsOf(summedAccounts(accounts), sum),
        asked: refresh.all.status()
      }
    },
    start() {
      started = true
      readNext()
    },
    async look(id, storage) {
      if (id === openId) return
      saveSnapshot(id, await readSnapshot(storage, today(clock.now())))
      changed()
    },
    onChange: (listener) => void listeners.push(listener)
  }
}

function totalsOf(accounts: readonly AccountInvoices[], sum: AccountSummaryParts['sum']): Money[] {
  const byCurrency = Map.groupBy(
    accounts.flatMap(({ openAmounts }) => openAmounts),
    ({ currency }) => currency
  )
  const all = [...byCurrency].map(([currency, each]) => ({ currency, amount: sum(each.map(({ amount }) => amount)) }))
  return all.sort((one, other) => Number(one.currency === null) - Number(other.currency === null))
}
