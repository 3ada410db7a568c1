/** What the rest of core, and the handlers, know of the rounds in which platforms are asked. */
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import type { Topic } from '../../../shared/models/freshness.ts'
import type { Progress } from '../../../shared/models/progress.ts'
import type { Settings } from '../../../shared/models/settings.ts'
import type { AccountStorage, Network } from '../ports/index.ts'
import type { Session } from '../session/index.ts'
import type { TryParts } from './in-flight.ts'
import type { WholeRefresh } from './refresh-all.ts'

export interface RefreshParts extends Omit<TryParts, 'fetched'> {
  session: Session
  settings: () => Pick<Settings, 'refreshMinutes'>
  network: Network
  /** While this is so nothing is begun: the app is locked. What comes due waits for `nudge`. */
  paused: () => boolean
  /** An account's invoices were fetched, or found to be current. The cache is open until what is returned ends. */
  fetched: (accountId: string, cache: AccountStorage) => Promise<void> | void
}

/**
 * Nobody is asked anything by itself while the setting is "off": what remains is what the person does, which is refreshing,
 * signing in, opening another account and changing its connection.
 */
export interface Refresh {
  /** The first round of this launch; the other accounts follow. Ends with the open account's round. */
  start(): Promise<void>
  /** Fetches one topic or all of the open account; ends when the try ended. Outcomes are in the freshness book; never rejects. */
  run(topic: Topic | null): Promise<void>
  /** "Refresh now", of every account. */
  whole: WholeRefresh
  /** Tries now if something failed, is overdue or was put off: the app was unlocked, the platform was seen to answer. */
  nudge(): void
  /** The computer goes to sleep. */
  sleeps(): void
  /** The computer woke up: what it slept over is made up for. */
  wakes(): void
  /** `settings` may say something else now. */
  settingsChanged(): void
  /**
   * A single call was refused by the platform (UNAUTHORIZED): one whole round decides whether the sign-in has ended, however
   * many calls raise the revalidate. Where it decided lately that it has not, that stands.
   */
  revalidate(): void
  /** How far the catalogue's try is; null: none is under way. */
  progress(): Progress | null
  /** Ends the catalogue's try, if one is under way: what is stored stays, and so does what was known of the try before. */
  cancelCatalogue(): void
  /** Aborted when the account that is open now is left, or spoken to otherwise. */
  whileOpen(): AbortSignal
  reach(): 'unknown' | 'online' | 'offline'
  nextTryAt(): string | null
  /** How the invoices of an account that is not open stand. */
  other(accountId: string): { refreshing: boolean; error: ErrorInfo | null }
  /** Called when what `other` or `whole` say is another. */
  onOthers(listener: () => void): void
  /** Ends what is under way and plans nothing more. */
  stop(): void
}
