/** What the tray shows: is anything open to pay at any of the accounts, and how old is that answer. */
import { toErrorInfo, type ErrorCode } from '../../../shared/ipc/error.ts'
import { nameOf } from '../../../shared/models/account-rules.ts'
import type { AccountLine } from '../../../shared/models/account.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import { today } from '../../../shared/models/day-rules.ts'
import { thoseSummedUp, type AccountInvoices } from './invoice-summaries.ts'
import type { FreshnessBook } from '../refresh/freshness.ts'
import { NOTHING_SEEN, seenIn, sealedBy, type Seen } from './account-snapshot.ts'
import type { AccountStorage, Clock } from '../ports/index.ts'
import type { Refresh } from '../refresh/index.ts'
import type { WholeAsked } from '../refresh/refresh-all.ts'
import type { Session } from '../session/index.ts'
import type { OpenStore } from '../open-account-storage.ts'

export type AccountSummary =
  /** The app lock is on: nothing is said of anybody. */
  | { status: 'locked' }
  | {
      status: 'ready'
      /** All of them, in the person's order. */
      accounts: AccountInvoices[]
      /** What is open at those that are summed up, per currency; what is of unknown currency stays apart, and comes last. */
      openAmounts: Money[]
      /** The person's latest "Refresh now"; null: there was none in this launch. */
      asked: WholeAsked | null
    }

export interface AccountSummaryParts {
  session: Session
  store: OpenStore
  freshness: FreshnessBook
  refresh: Pick<Refresh, 'other' | 'whole'>
  clock: Clock
  locked: () => boolean
  /** Of exact decimals. */
  sum: (amounts: readonly string[]) => string
  report: (error: unknown) => void
}

export interface AccountSummaries {
  /** The open account as it is; of the others what was last seen. @throws as OpenStore.read, for errors nobody planned for */
  now(): Promise<AccountSummary>
  /** From now on accounts that were not seen yet are read, one at a time. */
  start(): void
  /** An account's invoices were fetched. */
  look(accountId: string, cache: AccountStorage): Promise<void>
  /** Called when another account was seen. */
  onChange(listener: () => void): void
}

export function createAccountSummaries(parts: AccountSummaryParts): AccountSummaries {
  const { session, store, freshness, refresh, clock, locked, sum, report } = parts
  const listeners: (() => void)[] = []
  /** What was last seen of each account, in memory only. */
  const memo = new Map<string, Seen>()
  /** What was seen of these may be another by now. */
  const stale = new Set<string>()
  let started = false
  let reading: string | null = null
  let openId = session.account()?.id ?? null

  const lineOf = (id: string): AccountLine | undefined =>
    session.state().accounts.find(({ account }) => account.id === id)
  const keep = (id: string, seen: Seen): void => {
    const line = lineOf(id)
    if (!line || line.credential === 'signedOut') return
    memo.set(id, { ...seen, credential: line.credential })
    stale.delete(id)
  }

  /** Of accounts without a credential nothing is read: that would ask the password store for their keys. */
  const isWanted = ({ account, credential }: AccountLine): boolean => {
    const { id } = account
    if (id === openId || credential === 'signedOut' || credential === 'forgotten' || credential === 'unavailable')
      return false
    const seen = memo.get(id)
    if (!seen) return credential !== 'kept' || keychainProblem() === null
    return stale.has(id) || seen.day !== today(clock.now()) || (seen.sealed !== null && seen.credential !== credential)
  }
  /** Why the password store is of no use to some account, and would be of none to another. */
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
      .withAccountStorage(id, (cache) => seenIn(cache, today(clock.now())))
      .catch((error: unknown) => {
        if (toErrorInfo(error).code === 'INTERNAL') report(error)
        return sealedBy(toErrorInfo(error).code, today(clock.now()))
      })
      .then((seen) => {
        reading = null
        keep(id, seen)
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
    for (const id of memo.keys()) {
      const line = lineOf(id)
      if (!line || line.credential === 'signedOut') memo.delete(id)
    }
    // What changed at last before it was left may not have been seen.
    if (before !== null && before !== openId && memo.has(before)) stale.add(before)
    readNext()
  })

  const accountSummaryOf = (line: AccountLine, all: readonly AccountLine[]): AccountInvoices => {
    const { account, credential, keychainError } = line
    const { id } = account
    const current = id === openId
    const seen = memo.get(id) ?? { ...NOTHING_SEEN, sealed: credential === 'kept' ? keychainProblem() : null }
    const { sealed, open, overdue, unknown, openAmounts, openWithoutAmount, latest, late, fetchedAt } = seen
    const { refreshing, error } = current ? freshness.of('invoices', null) : refresh.other(id)
    return {
      id,
      label: nameOf(account, all),
      current,
      credential,
      keychainError: keychainError?.code ?? null,
      sealed: sealed ?? (seen === memo.get(id) || credential !== 'unavailable' ? null : (keychainError?.code ?? null)),
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

  /** The open account's are read each time: they may be another with every change. */
  const seeOpen = async (): Promise<void> => {
    if (!store.orNull()) return
    try {
      const { id, seen } = await store.read(async (cache) => {
        const id = session.account()?.id ?? ''
        return { id, seen: await seenIn(cache, today(clock.now())) }
      })
      keep(id, seen)
    } catch (error) {
      // Whoever signed out meanwhile has nothing to be read.
      if (!store.orNull()) return
      const { code } = toErrorInfo(error)
      if (code === 'INTERNAL') throw error
      if (openId !== null) keep(openId, sealedBy(code, today(clock.now())))
    }
  }

  return {
    async now() {
      if (locked()) return { status: 'locked' }
      await seeOpen()
      // As it is by now: the app may have been locked while the file was read.
      if (locked()) return { status: 'locked' }
      readNext()
      const lines = session.state().accounts
      const accounts = lines.map((line) => accountSummaryOf(line, lines))
      return {
        status: 'ready',
        accounts,
        openAmounts: openAt(thoseSummedUp(accounts), sum),
        asked: refresh.whole.asked()
      }
    },
    start() {
      started = true
      readNext()
    },
    async look(id, cache) {
      if (id === openId) return
      keep(id, await seenIn(cache, today(clock.now())))
      changed()
    },
    onChange: (listener) => void listeners.push(listener)
  }
}

function openAt(accounts: readonly AccountInvoices[], sum: AccountSummaryParts['sum']): Money[] {
  const byCurrency = Map.groupBy(
    accounts.flatMap(({ openAmounts }) => openAmounts),
    ({ currency }) => currency
  )
  const all = [...byCurrency].map(([currency, each]) => ({ currency, amount: sum(each.map(({ amount }) => amount)) }))
  return all.sort((one, other) => Number(one.currency === null) - Number(other.currency === null))
}
