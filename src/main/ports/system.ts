import type { Change } from '../../shared/ipc/contract.ts'
import type { ProxySetting } from '../../shared/models/network-proxy.ts'
import type { FolderProblem } from '../../shared/models/pdf-folder.ts'

export interface Clock {
  now(): Date
  /** Monotonic milliseconds. The clock and the timers of `after` may stop during sleep. */
  elapsed(): number
  /**
   * Milliseconds since boot, including sleep, whatever the clock is set to: CLOCK_BOOTTIME on Linux, GetTickCount64 on Windows.
   * macOS moves kern.boottime with the clock (XNU, osfmk/kern/clock.c), and it is exact to a second there.
   */
  uptime(): number
  after(ms: number, run: () => void): () => void
  random(): number
}

export interface Publisher {
  publish(...change: Exclude<Change, ['route', null]>): void
}

export interface Opener {
  /** Opens a URL in the browser. @returns the host @throws BAD_REQUEST unless it is https */
  open(address: string): Promise<string>
}

export interface Presence {
  idleSeconds(): number
  /** Always false where `onAway` reports the lock, or the system doesn't. */
  screenLocked(): boolean
  onAway(run: () => void): void
}

export interface SystemPrompt {
  available(): boolean
  /** False when the user dismissed it or wasn't recognised. */
  ask(): Promise<boolean>
}

export interface Network {
  online(): boolean
}

export interface Notifier {
  supported(): boolean
  /** `failed`: the system refused it. That may come after it seemed shown. */
  show(notice: { title: string; body: string }, on: { clicked: () => void; failed: () => void }): void
}

export interface ArchiveEntry {
  name: string
  modified: Date
  content: Uint8Array | string
}

export interface Files {
  /** Writes a ZIP entry by entry; otherwise as saveStream. */
  saveArchive(suggestedName: string, entries: AsyncIterable<ArchiveEntry>): Promise<string | null>
  /**
   * Only this user can read the copy, and the next start deletes it.
   * @param check runs just before it opens; its error is thrown
   * @throws STORAGE (found 'noViewer' without an app for it); CANCELLED when all copies are deleted meanwhile
   */
  openCopy(name: string, bytes: Uint8Array, check: () => void): Promise<void>
  /** Never leaves an incomplete file. @returns the name; null when the user cancelled @throws STORAGE */
  saveStream(
    suggestedName: string,
    kind: 'csv' | 'ics' | 'json' | 'pdf' | 'txt',
    pieces: AsyncIterable<string | Uint8Array> | Iterable<string>
  ): Promise<string | null>
  /** @returns its absolute path; null when the user cancelled */
  chooseFolder(): Promise<string | null>
  /** @param longest in bytes @returns UTF-8 text; null when the user cancelled @throws BAD_REQUEST (found 'file') */
  open(longest: number): Promise<string | null>
}

/** Of a file in the folder that the user chose: the folder, and the path in it with slashes. */
export interface PlacedFile {
  folder: string
  path: string
}

/** Saves files into a folder, while nobody looks. Each step has a deadline, because a network drive may hang. */
export interface FolderFiles {
  /** @returns why no file can be saved there; null: one can */
  check(folder: string): Promise<FolderProblem | null>
  /**
   * Writes a new file, and makes the missing subfolders. Readers see the whole file or none, and no file is overwritten: if the
   * name is taken, also by one that differs in case only, the file gets a number.
   * @param begin called with the path, and the name of the unfinished file, before either exists. Its error is thrown.
   * @returns the path; that of a file with the same bytes, if there is one already
   */
  save(
    file: { folder: string; folders: readonly string[]; name: string; bytes: Uint8Array },
    begin: (begun: { path: string; part: string; sha256: string }) => Promise<void>
  ): Promise<{ path: string; sha256: string } | { problem: FolderProblem }>
  /** Removes what a save left that didn't end. @returns whether the file is complete */
  resume(
    begun: PlacedFile & { part: string; sha256: string }
  ): Promise<{ complete: boolean } | { problem: FolderProblem }>
  /** null: not known, because the folder doesn't answer. */
  exist(files: readonly PlacedFile[]): Promise<(boolean | null)[]>
  /** Shows it in its folder. @returns false if it isn't there */
  reveal(file: PlacedFile): Promise<boolean>
}

/** One entry per account, so the user sees one prompt. */
export interface Entry {
  /** null after a sign-out that keeps the saved data. */
  token: string | null
  /** The origin that issued the token. */
  origin: string | null
  dataKey: string
}

/**
 * Each call ends within 3 s after the one before it. Errors: KEYCHAIN_LOCKED: locked, or the user dismissed its prompt; KEYCHAIN_SILENT:
 * timeout; KEYCHAIN_MISSING: found noLibrary, noBus or noService; KEYCHAIN_REFUSED: it is open and rejected the write;
 * KEYCHAIN_CHANGED: it is open, but the entry is foreign or incomplete.
 */
export interface Keychain {
  /** null: the keychain is open and has no such entry. */
  read(accountId: string): Promise<Entry | null>
  write(accountId: string, entry: Entry): Promise<void>
  remove(accountId: string): Promise<void>
}

export interface ProxyPasswordEntry {
  /** As `proxyIdentity` names it. */
  proxy: string
  user: string
  password: string
}

/** Entries of the same keychain, with the same errors. */
export interface ProxyKeychain {
  readProxyPassword(entry: string): Promise<ProxyPasswordEntry | null>
  writeProxyPassword(entry: string, password: ProxyPasswordEntry): Promise<void>
  remove(entry: string): Promise<void>
}

/** Who asks for a password, as Chromium tells it. */
export interface ProxyChallenge {
  /** False for a server, whose host and port these are then. */
  isProxy: boolean
  /** An IPv6 address may have its brackets. */
  host: string
  port: number
}

/** The proxy of all requests of main. */
export interface ProxyControl {
  /** A switch of the command line names the proxy, and the setting has no effect. */
  isFromCommandLine(): boolean
  /** Requests under way fail. Later ones wait until the new proxy is set. */
  apply(setting: ProxySetting): void
  /** Forgets what Chromium has sent to the proxy. */
  forgetCredentials(): void
}

/** Slow by design, and off the main thread. */
export interface PinHash {
  make(pin: string): Promise<string>
  matches(pin: string, verifier: string): Promise<boolean>
}

export interface Certificate {
  subject: string
  issuer: string
  expires: string | null
  /** Why the system rejects it; null when it trusts it. */
  problem: 'date' | 'name' | 'issuer' | 'other' | null
  /** False for a root that was added to this computer. */
  byKnownRoot: boolean
}

/** Tests single connection steps. An aborted signal ends every call with CANCELLED. */
export interface Probe {
  /** IP addresses from the system's resolver. @throws UNREACHABLE, OFFLINE, TIMEOUT */
  lookUp(host: string, signal: AbortSignal): Promise<string[]>
  /** `kind host:port`, best first. @throws INTERNAL */
  proxies(address: string): Promise<string[]>
  /** Trusted or not; null without a handshake. @throws UNREACHABLE, TLS, PROXY_AUTH, OFFLINE */
  certificate(address: string, signal: AbortSignal): Promise<Certificate | null>
}
