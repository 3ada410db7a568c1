/** Personal data on disk: authenticated encryption (AES-256-GCM), and keyed hashes in place of names. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Additional authenticated data: ciphertext decrypts only for the same account, topic and part. */
export interface EncryptionContext {
  accountId: string
  topic: string
  part: string
}

/** Of the ciphertext and its content. Raise it when either changes: data of another format counts as not stored. */
const FORMAT = 1
const KEY_BYTES = 32
/** NIST SP 800-38D: with random nonces of 12 bytes, one key is safe for 2^32 encryptions. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES

export function parseKey(key: string): Buffer | null {
  const bytes = Buffer.from(key, 'base64')
  return bytes.length === KEY_BYTES ? bytes : null
}

export function encrypt(key: Buffer, context: EncryptionContext, content: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(encode(context))
  const encrypted = [
    typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content),
    cipher.final()
  ]
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ...encrypted])
}

/** @returns null if the data is altered or cut off, or was encrypted with another key or context */
export function decrypt(key: Buffer, context: EncryptionContext, data: Uint8Array): Buffer | null {
  if (data.length < HEADER_BYTES || data[0] !== FORMAT) return null
  const nonce = data.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(encode(context))
    .setAuthTag(data.subarray(1 + NONCE_BYTES, HEADER_BYTES))
  const content = decipher.update(data.subarray(HEADER_BYTES))
  try {
    // In GCM mode, final() returns no bytes. It only verifies the tag.
    decipher.final()
    return content
  } catch {
    // Node has no error code for a wrong tag. With valid lengths, final() throws no other error.
    return null
  }
}

/** JSON, so that no two contexts have the same bytes. */
function encode({ accountId, topic, part }: EncryptionContext): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, accountId, topic, part]))
}

/** Hashes a name of several parts. Rows are found by it, while nobody can read or guess the name without the account's key. */
export type KeyedHash = (...name: string[]) => Buffer

const HASH_BYTES = 16

/** The hash uses a key derived from the data key (HKDF, RFC 5869), so that no key has two uses. */
export function createKeyedHash(key: Buffer, purpose: 'pdf' | 'savedPdf' | 'notification'): KeyedHash {
  const derived = Buffer.from(hkdfSync('sha256', key, '', `portside hashes of ${purpose}`, key.length))
  // JSON preserves lone surrogates, and no two names have the same text.
  return (...name) => createHmac('sha256', derived).update(JSON.stringify(name)).digest().subarray(0, HASH_BYTES)
}
