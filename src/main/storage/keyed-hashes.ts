/** Keyed hashes: rows are found by names that can't be read, or guessed, without the account's key. */
import { createHmac, hkdfSync } from 'node:crypto'

/** Hashes a name of several parts. */
export type KeyedHash = (...name: string[]) => Buffer

/** Enough that two names of one account don't collide. */
const HASH_BYTES = 16

/**
 * @param key the account's data key. The hash uses a key derived from it (HKDF, RFC 5869), so that no key has two uses.
 * @param purpose hashes for different purposes are unrelated
 */
export function createKeyedHash(key: Buffer, purpose: 'pdf' | 'notification'): KeyedHash {
  const derived = Buffer.from(hkdfSync('sha256', key, '', `portside hashes of ${purpose}`, key.length))
  // JSON preserves lone surrogates, and no two names have the same text.
  return (...name) => createHmac('sha256', derived).update(JSON.stringify(name)).digest().subarray(0, HASH_BYTES)
}
