/** Recognises a body that was read before in this launch, so that it isn't read and stored again. */
import { createHash, randomBytes } from 'node:crypto'
import type { Reply } from './reply.ts'
import type { WriteChunk } from './transport.ts'

/** In bytes. A longer body is read while it arrives, and would have to wait in memory until it is known. */
const LONGEST = 1024 * 1024

/** Never stored, so a stored print tells nothing of body and secrets, and the next launch reads all lists once. */
const salt = randomBytes(32)

/** Of one attempt's body: differs wherever the body, or what its reading depends on, does. */
export class BodyPrint {
  readonly #secrets: readonly string[]
  readonly #hash = createHash('sha256').update(salt)
  #length = 0

  /** @param secrets that are redacted in the body */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets
  }

  copying(write: WriteChunk): WriteChunk {
    return (chunk) => {
      this.#add(chunk)
      return write(chunk)
    }
  }

  /** Call it once, at the body's end. @returns undefined for a body that is too long, or empty, which may be one that was cut off */
  end({ status, bytes }: Reply, circumstances: unknown): string | undefined {
    this.#add(bytes)
    if (this.#length === 0 || this.#length > LONGEST) return undefined
    return this.#hash.update(JSON.stringify([this.#length, status, this.#secrets, circumstances])).digest('hex')
  }

  #add(chunk: Uint8Array): void {
    this.#length += chunk.byteLength
    if (this.#length <= LONGEST) this.#hash.update(chunk)
  }
}
