/** What core needs of the system's password store. */

/** What is kept of one account: one entry, so that one question to the person is enough for both. */
export interface Entry {
  token: string | null
  /** The origin that the token was issued for; null without a token, and in entries of earlier versions. */
  origin: string | null
  /** See KeyOf. */
  dataKey: string | null
}

/**
 * The system's password store. Each call ends within 3 s, with one of
 * KEYCHAIN_LOCKED: it is locked, or the person dismissed its question;
 * KEYCHAIN_SILENT: it did not answer in time;
 * KEYCHAIN_MISSING: there is none (found: noLibrary, noBus, noService);
 * KEYCHAIN_REFUSED (write): it is open and did not take the entry;
 * KEYCHAIN_CHANGED (read): it is open, and the entry is none that Portside wrote, or not all of it is there.
 */
export interface Keychain {
  /** null: the store is open and has no such entry. */
  read(accountId: string): Promise<Entry | null>
  /** All of the entry or nothing: what was there before stays when it fails. */
  write(accountId: string, entry: Entry): Promise<void>
  /** No error when there is none. */
  remove(accountId: string): Promise<void>
}

/** Tells a PIN from another without keeping it. Slow on purpose, and not on main's thread. */
export interface PinHash {
  /** @returns what to store */
  make(pin: string): Promise<string>
  /** False, too, for a verifier that can't be read. */
  matches(pin: string, verifier: string): Promise<boolean>
}
