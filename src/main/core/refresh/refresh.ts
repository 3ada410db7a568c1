/** The interface of this folder: what the rest of core and the IPC handlers use. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic, Progress } from '../../../shared/models/freshness.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { OpenAccountStorage } from '../open-account-storage.ts'
import type { AccountStorage, Api, Clock, Network, Publisher } from '../ports/index.ts'
import type { Session } from '../session/session.ts'
import type { FreshnessBook } from './freshness.ts'
import type { RefreshAll } from './refresh-all.ts'

export interface RefreshParts {
  platform: Api
  session: Session
  store: OpenAccountStorage
  freshness: FreshnessBook
  clock: Clock
  publisher: Publisher
  settings: () => Pick<Settings, 'refreshMinutes'>
  network: Network
  /** The app is locked: nothing begins, and what comes due waits for `nudge`. */
  paused: () => boolean
  /** An account's invoices were fetched, or found unchanged. The storage is open until the returned promise settles. */
  fetched: (accountId: string, storage: AccountStorage) => Promise<void> | void
  /** Receives errors that no ErrorInfo code describes. */
  report: (error: unknown) => void
}

/** While the interval is "off", only a person causes calls: by refreshing, signing in, opening or reconnecting an account. */
export interface Refresh {
  /** Runs the first round; the other accounts follow. Settles with the open account's round. */
  start(): Promise<void>
  /** Fetches one topic or all (null) of the open account. Outcomes are in the freshness book; never rejects. */
  run(topic: Topic | null): Promise<void>
  all: RefreshAll
  /** Tries again what failed, is overdue or was put off: the app was unlocked, or the provider was seen to answer. */
  nudge(): void
  sleeps(): void
  /** The computer woke up: catches up on what came due. */
  wakes(): void
  settingsChanged(): void
  /**
   * A single call was answered with UNAUTHORIZED: one whole round decides whether the sign-in has ended, however many calls
   * ask for it. A recent round that proved the opposite stands.
   */
  revalidate(): void
  /** Progress of the catalogue's call; null when none is running. */
  progress(): Progress | null
  /** Ends the catalogue's call: the saved list and the outcome of the call before stay. */
  cancelCatalogue(): void
  /** Aborted when the account that is open now is left or gets another connection. */
  whileOpen(): AbortSignal
  reach(): 'unknown' | 'online' | 'offline'
  nextTryAt(): string | null
  /** The invoices of an account that is not open. */
  other(accountId: string): { refreshing: boolean; error: ErrorInfo | null }
  /** Calls the listener when the result of `other` or `all` changes. */
  onOthers(listener: () => void): void
  /** Aborts running calls and plans nothing more. */
  stop(): void
}
