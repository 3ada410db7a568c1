/** Core's port to the keychain. */

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
