/** What rows of an account's file are found by where a name would say something: nobody can read a mark, or try a guess on it. */
import { createHmac, hkdfSync } from 'node:crypto'

/** The mark of a name of several parts, 16 bytes: two of one account that share it are not to be met. */
export type MarkOf = (...name: string[]) => Buffer

const MARK_BYTES = 16

/**
 * @param key of the account's documents; marks have one derived from it (HKDF, RFC 5869), so that no key has two uses
 * @param what kinds of rows don't share marks
 */
export function marksBy(key: Buffer, what: 'pdf' | 'told'): MarkOf {
  const own = Buffer.from(hkdfSync('sha256', key, '', `portside marks of ${what}`, key.length))
  // JSON keeps halves of characters, and no two names come to the same text.
  return (...name) => createHmac('sha256', own).update(JSON.stringify(name)).digest().subarray(0, MARK_BYTES)
}
