/** What core needs of the page and the desktop. */
import type { PushName } from '../../../shared/ipc/contract.ts'

export interface Publisher {
  /** Tells the page (and the tray) that something is stale. */
  publish(name: Exclude<PushName, 'routeRequested'>): void
}

export interface Opener {
  /**
   * Opens an address in the person's browser. Only https; anything else is BAD_REQUEST.
   * @returns the host that was opened
   */
  open(address: string): Promise<string>
}

/** Whether somebody sits in front of the computer. */
export interface Presence {
  /** Seconds since keyboard or mouse were touched, in any program. */
  idleSeconds(): number
  /** The screen is locked now; only where `onAway` does not tell, false elsewhere and where nothing tells. */
  screenLocked(): boolean
  /** The computer goes to sleep or wakes up, or its screen is locked. */
  onAway(run: () => void): void
}

/** The system's own way to ask who is there. */
export interface SystemPrompt {
  available(): boolean
  /** False when the person was not recognised or dismissed it. */
  ask(): Promise<boolean>
}

/** Whether this computer has a network. */
export interface Network {
  /** False is certain; true proves nothing. */
  online(): boolean
}

/** The system's notifications. */
export interface Notifier {
  /** False: the system shows none. */
  supported(): boolean
  show(notice: { title: string; body: string }, onClick: () => void): void
}

/** One file in an archive. */
export interface ArchiveEntry {
  /** Relative, with `/` between folders. */
  name: string
  modified: Date
  content: Uint8Array | string
}

/** Files that the person chooses. */
export interface Files {
  /** Asks where to, and writes a ZIP of what comes, each entry as it comes; otherwise as saveStream. */
  saveArchive(suggestedName: string, entries: AsyncIterable<ArchiveEntry>): Promise<string | null>
  /**
   * Opens a copy in the system's viewer, readable by this person only; the copy is gone by the next start.
   * @param check asked just before it is opened; what it throws, this throws, and nothing is opened
   * @throws STORAGE, with found 'noViewer' when nothing opens such files; CANCELLED when all copies
   * are removed meanwhile
   */
  openCopy(name: string, bytes: Uint8Array, check: () => void): Promise<void>
  /**
   * Asks where to, and writes what comes. Until it is whole, nothing stands under the chosen name.
   * @returns the file's name; null when the person decided otherwise, and then nothing is asked of `pieces`. @throws STORAGE
   */
  saveStream(
    suggestedName: string,
    kind: 'csv' | 'json' | 'pdf',
    pieces: AsyncIterable<string | Uint8Array>
  ): Promise<string | null>
  /** Asks where to, and writes. @returns the file's name; null when the person decided otherwise. @throws STORAGE */
  save(suggestedName: string, text: string): Promise<string | null>
  /** Asks which, and reads it as UTF-8. @throws BAD_REQUEST (found 'file') when it is longer (bytes) or can't be read */
  open(longest: number): Promise<string | null>
}
