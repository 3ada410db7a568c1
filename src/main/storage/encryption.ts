/** Boxes: what is personal, as it lies on disk. AES-256-GCM, so that a box is opened whole and unaltered, or not at all. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** What a box is of. Sealed under one label, it opens under no other. */
export interface BoxLabel {
  accountId: string
  topic: string
  part: string
}

/** Of the box, and of what is in it: to be raised when either changes. A box of another format is as good as none. */
const FORMAT = 1
const KEY_BYTES = 32
/** What GCM is made for (NIST SP 800-38D): random ones are safe for 2^32 boxes of one key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Format, nonce and tag; the rest is the ciphertext. */
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES

/** @param key 32 bytes in base64; null when it is something else, which is no key */
export function keyFrom(key: string): Buffer | null {
  const bytes = Buffer.from(key, 'base64')
  return bytes.length === KEY_BYTES ? bytes : null
}

/** @param content a text goes in as UTF-8 */
export function seal(key: Buffer, label: BoxLabel, content: string | Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(bound(label))
  const sealed = [typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content), cipher.final()]
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ...sealed])
}

/** null for whatever is not a whole box that was sealed with this key under this label. */
export function unseal(key: Buffer, label: BoxLabel, box: Uint8Array): Buffer | null {
  if (box.length < HEAD_BYTES || box[0] !== FORMAT) return null
  const nonce = box.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(bound(label))
    .setAuthTag(box.subarray(1 + NONCE_BYTES, HEAD_BYTES))
  const opened = decipher.update(box.subarray(HEAD_BYTES))
  try {
    // GCM holds nothing back: all of it is opened already, and this is only the proof that it is whole.
    decipher.final()
    return opened
  } catch {
    // Node has no code for "this is not what was sealed"; with a key, nonce and tag of the right lengths there is no other error.
    return null
  }
}

/** JSON, so that no two labels come to the same bytes. */
function bound({ accountId, topic, part }: BoxLabel): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, accountId, topic, part]))
}
