/** Core's ports to the page and the desktop. */
import type { PushName } from '../../../shared/ipc/contract.ts'

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
