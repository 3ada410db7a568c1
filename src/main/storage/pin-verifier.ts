/** Verifies PINs with scrypt (RFC 7914), to make guessing expensive. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { PinHash } from '../ports/index.ts'

interface Cost {
  N: number
  r: number
  p: number
}

/** 64 MB and a noticeable part of a second per attempt, on a thread of Node's pool. */
const COST: Cost = { N: 2 ** 16, r: 8, p: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
/** `scrypt$N$r$p$salt$hash`, the last two in base64. */
const FORM = /^scrypt\$(\d{1,6})\$(\d{1,2})\$(\d)\$([A-Za-z0-9+/]{22}==)\$([A-Za-z0-9+/]{43}=)$/

export function createPinHash(): PinHash {
  return {
    async make(pin) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await derive(pin, salt, COST)
      return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), hash.toString('base64')].join('$')
    },
    async matches(pin, verifier) {
      const read = parse(verifier)
      return read !== null && timingSafeEqual(await derive(pin, read.salt, read.cost), read.hash)
    }
  }
}

function derive(pin: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // Keyboards may compose the same PIN differently.
  const typed = pin.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(typed, salt, HASH_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, hash) =>
      error ? reject(error) : resolve(hash)
    )
  })
}

function parse(verifier: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const [, N, r, p, salt, hash] = FORM.exec(verifier) ?? []
  if (salt === undefined || hash === undefined) return null
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const power = Math.log2(cost.N)
  if (!Number.isInteger(power) || power < 14 || power > 17 || cost.r !== 8 || cost.p < 1 || cost.p > 4) return null
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}
