import type { Release } from '../../shared/models/updates.ts'

/** Newer versions of the app. An aborted signal ends a call with any error. */
export interface Updater {
  /** False: this system's packages are installed by other means, or the build can't verify them. */
  readonly canInstall: boolean
  /** @returns the feed's release if it is newer than this version @throws UpdateError */
  check(signal: AbortSignal): Promise<Release | null>
  /**
   * Downloads and verifies the file of the release that the last check returned.
   * @throws UpdateError; then no file is left
   */
  download(received: (bytes: number) => void, signal: AbortSignal): Promise<void>
  /** Deletes what was downloaded. */
  discard(): Promise<void>
  /** Installs what was downloaded, which is called while the app quits. @param restart starts the new version afterwards */
  install(restart: boolean): Promise<void>
}

/** What is remembered of updates between launches. */
export interface UpdateRecord {
  /** ISO 8601, of the last answer. */
  checkedAt: string | null
  /** Of the last check, answered or not. */
  triedAt: string | null
  /** Checks since the last answer. */
  failures: number
  /** Version that the user doesn't want. */
  skipped: string | null
  /** When to offer which version again. */
  remind: { version: string; at: string } | null
  /** Version that the user wants installed. */
  wanted: string | null
  /** Version whose installation began with the last quit. */
  installing: string | null
}
