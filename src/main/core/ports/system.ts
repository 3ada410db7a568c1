/** Core's ports to time, the page, the desktop, the keychain and the network. */
import type { PushName } from '../../../shared/ipc/contract.ts'

export interface Clock {
  now(): Date
  /** Milliseconds of a monotonic clock. It may stop while the computer sleeps, and so may the timers of `after`. */
  elapsed(): number
  /** Milliseconds since the computer started, sleep included, whatever its clock is set to. Exact to a second on macOS. */
  uptime(): number
  /** Runs once after that many milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
  /** In [0, 1); for jitter. */
  random(): number
}

export interface Publisher {
  /** Notifies page and tray that data has changed. */
  publish(name: Exclude<PushName, 'routeRequested'>): void
}

export interface Opener {
  /**
   * Opens a URL in the user's browser. Only https; anything else is BAD_REQUEST.
   * @returns the host
   */
  open(address: string): Promise<string>
}

/** Whether somebody uses the computer. */
export interface Presence {
  /** Seconds since the last keyboard or mouse input in any program. */
  idleSeconds(): number
  /** Whether the screen is locked; always false where `onAway` reports it, and where the system doesn't tell. */
  screenLocked(): boolean
  /** Called when the computer sleeps or wakes up, or its screen is locked. */
  onAway(run: () => void): void
}

/** The system's own user prompt, such as Touch ID. */
export interface SystemPrompt {
  available(): boolean
  /** False when the user was not recognised or dismissed it. */
  ask(): Promise<boolean>
}

export interface Network {
  /** False is certain; true proves nothing. */
  online(): boolean
}

export interface Notifier {
  /** False: the system shows no notifications. */
  supported(): boolean
  show(notice: { title: string; body: string }, onClick: () => void): void
}

export interface ArchiveEntry {
  /** Relative, with `/` between folders. */
  name: string
  modified: Date
  content: Uint8Array | string
}

/** Files that the user chooses in a dialog. */
export interface Files {
  /** Asks for a file name and writes a ZIP, each entry as it arrives; otherwise as saveStream. */
  saveArchive(suggestedName: string, entries: AsyncIterable<ArchiveEntry>): Promise<string | null>
  /**
   * Opens a copy in the system's viewer. Only this user can read it, and the next start deletes it.
   * @param check called just before it opens; its error is thrown, and nothing opens
   * @throws STORAGE, with found 'noViewer' when no app opens such files; CANCELLED when all copies are deleted
   * meanwhile
   */
  openCopy(name: string, bytes: Uint8Array, check: () => void): Promise<void>
  /**
   * Asks for a file name and writes the content. An incomplete file never has the chosen name.
   * @returns the file's name; null when the user cancelled, and `pieces` is not read then
   * @throws STORAGE
   */
  saveStream(
    suggestedName: string,
    kind: 'csv' | 'json' | 'pdf',
    pieces: AsyncIterable<string | Uint8Array>
  ): Promise<string | null>
  /**
   * Asks for a file name and writes the text. @returns the file's name; null when the user cancelled. @throws STORAGE
   */
  save(suggestedName: string, text: string): Promise<string | null>
  /**
   * Asks for a file and reads it as UTF-8. @throws BAD_REQUEST (found 'file') when it is longer (bytes) or unreadable
   */
  open(longest: number): Promise<string | null>
}

/** The secrets of one account, in one entry: the user sees one prompt for both. */
export interface Entry {
  token: string | null
  /** The origin that issued the token; null without a token, and in entries of earlier versions. */
  origin: string | null
  /** See KeyOf. */
  dataKey: string | null
}

/**
 * The system's keychain. Each call ends within 3 s. Its errors:
 * KEYCHAIN_LOCKED: it is locked, or the user dismissed its prompt;
 * KEYCHAIN_SILENT: it did not answer in time;
 * KEYCHAIN_MISSING: there is none (found: noLibrary, noBus, noService);
 * KEYCHAIN_REFUSED (write): it is open and rejected the entry;
 * KEYCHAIN_CHANGED (read): it is open, but Portside didn't write the entry, or parts of it are missing.
 */
export interface Keychain {
  /** null: the keychain is open and has no such entry. */
  read(accountId: string): Promise<Entry | null>
  /** Atomic: the earlier entry stays if it fails. */
  write(accountId: string, entry: Entry): Promise<void>
  /** Succeeds when there is no entry. */
  remove(accountId: string): Promise<void>
}

/** Verifies PINs without storing them. Slow by design, and not on the main thread. */
export interface PinHash {
  /** @returns the verifier to store */
  make(pin: string): Promise<string>
  /** False for an unreadable verifier, too. */
  matches(pin: string, verifier: string): Promise<boolean>
}

export interface Certificate {
  /** Names from the certificate: common name or organisation. */
  subject: string
  issuer: string
  /** ISO 8601; null when it has no readable date. */
  expires: string | null
  /** Why the system doesn't trust it; null when it does. */
  problem: 'date' | 'name' | 'issuer' | 'other' | null
  /** False for a root that was added to this computer. */
  byKnownRoot: boolean
}

/** Tests single steps of the way to a provider. Every call ends with the signal: CANCELLED. */
export interface Probe {
  /** IP addresses of a host name, from the system's resolver. @throws UNREACHABLE, OFFLINE or TIMEOUT */
  lookUp(host: string, signal: AbortSignal): Promise<string[]>
  /** The system's proxies for a URL: `kind host:port`, best first; empty: none. @throws INTERNAL */
  proxies(address: string): Promise<string[]>
  /**
   * The certificate of an https URL, trusted or not; null when no handshake took place.
   * @throws UNREACHABLE, TLS (a handshake without certificate), PROXY_AUTH, OFFLINE
   */
  certificate(address: string, signal: AbortSignal): Promise<Certificate | null>
}
