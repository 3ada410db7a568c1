import { AppError } from '../../../../shared/ipc/error.ts'
import { MOST_INVOICES } from '../../../../shared/models/invoice.ts'
import { MOST_PRODUCTS } from '../../../../shared/models/product.ts'
import type { JsonObject } from '../records.ts'

/** Nesting levels. The readers keep 40, while a parser would follow a million. */
const DEEPEST = 512

export interface ListLimits {
  parts: number
  /** Parts of one record: each stored name costs far more than its bytes. */
  partsOfRecord: number
  records: number
  /** Number of records that may be shorter than `bytes` on average: each costs 1,000 bytes when stored. */
  brief: { records: number; bytes: number }
}

/** 100,000 complete products and 20,000 invoices have half of these parts each. */
export const PRODUCT_LIMITS: ListLimits = {
  parts: 5_000_000,
  partsOfRecord: 50_000,
  records: MOST_PRODUCTS,
  brief: { records: 20_000, bytes: 100 }
}
/** Twice as many brief invoices take 53 MB while they are read. One with a number, a date and a total has more than 40 bytes. */
export const INVOICE_LIMITS: ListLimits = {
  parts: 1_000_000,
  partsOfRecord: 20_000,
  records: MOST_INVOICES,
  brief: { records: 10_000, bytes: 40 }
}

/** For the next page of a list. */
export function limitsAfter(
  { parts, partsOfRecord, records, brief }: ListLimits,
  came: { parts: number; records: number }
): ListLimits {
  return {
    parts: parts - came.parts,
    partsOfRecord,
    records: records - came.records,
    brief: { ...brief, records: Math.max(0, brief.records - came.records) }
  }
}

/** Parts of a body without a list, which is parsed at once: a million names take seconds. */
export const MOST_PARTS_OF_BODY = 100_000

export type Visit = (sign: number, at: number, depth: number) => void

export const SIGNS = { comma: 0x2c, colon: 0x3a, open: 0x5b, close: 0x5d, openObject: 0x7b, closeObject: 0x7d } as const
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Counts the parts of JSON text, chunk by chunk, and visits its signs outside of strings. */
export class JsonScanner {
  readonly #mostParts: number
  #depth = 0
  #parts = 0
  #inText = false
  #isEscaped = false

  constructor(mostParts: number) {
    this.#mostParts = mostParts
  }

  get parts(): number {
    return this.#parts
  }

  /** @throws TOO_LARGE; BAD_REPLY (unknownShape: too many levels, malformed: too many closing brackets) */
  scan(bytes: Uint8Array, visit?: Visit): void {
    let at = this.#inText ? this.#skipText(bytes, 0) : 0
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      switch (byte) {
        case QUOTE:
          at = this.#skipText(bytes, at + 1) - 1
          break
        case SIGNS.comma:
          this.#countPart()
          visit?.(byte, at, this.#depth)
          break
        case SIGNS.colon:
          visit?.(byte, at, this.#depth)
          break
        case SIGNS.open:
        case SIGNS.openObject:
          this.#countPart()
          visit?.(byte, at, this.#depth)
          this.#depth += 1
          if (this.#depth > DEEPEST) throw new AppError('BAD_REPLY', { found: 'unknownShape' })
          break
        case SIGNS.close:
        case SIGNS.closeObject:
          this.#depth -= 1
          if (this.#depth < 0) throw new AppError('BAD_REPLY', { found: 'malformed' })
          visit?.(byte, at, this.#depth)
          break
      }
    }
  }

  /** @returns where the text after the string goes on; the chunk's length if it doesn't end in it */
  #skipText(bytes: Uint8Array, from: number): number {
    const end = endOfText(bytes, from, this.#isEscaped)
    this.#inText = end < 0
    this.#isEscaped = this.#inText && isEscaped(bytes, from, bytes.length, this.#isEscaped)
    return this.#inText ? bytes.length : end + 1
  }

  #countPart(): void {
    this.#parts += 1
    if (this.#parts > this.#mostParts) throw new AppError('TOO_LARGE')
  }
}

/** -1: not in this chunk. Most bytes of a list are in strings, which this skips. */
function endOfText(bytes: Uint8Array, from: number, escaped: boolean): number {
  let end = nextQuote(bytes, from)
  while (end >= 0 && isEscaped(bytes, from, end, escaped)) end = nextQuote(bytes, end + 1)
  return end
}

/** Names and short values end before `indexOf` has even begun: calling it costs as much as looking at these bytes. */
const SHORT_TEXT = 48

function nextQuote(bytes: Uint8Array, from: number): number {
  const near = Math.min(from + SHORT_TEXT, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === QUOTE) return at
  return bytes.indexOf(QUOTE, near)
}

/** `escaped`: the previous chunk ended with a backslash. */
function isEscaped(bytes: Uint8Array, from: number, at: number, escaped: boolean): boolean {
  let start = at
  while (start > from && bytes[start - 1] === BACKSLASH) start -= 1
  return (at - start + (start === from && escaped ? 1 : 0)) % 2 === 1
}

/** In bytes: an invoice with what its own endpoint adds. Otherwise each such reply could add megabytes to what is stored. */
export const LONGEST_INVOICE = 1024 * 1024

export function isWithinInvoiceLimits(record: JsonObject): boolean {
  const bytes = Buffer.from(JSON.stringify(record))
  if (bytes.length > LONGEST_INVOICE) return false
  const scanner = new JsonScanner(Infinity)
  scanner.scan(bytes)
  return scanner.parts <= INVOICE_LIMITS.partsOfRecord
}

export function firstSign(bytes: Uint8Array): number | null {
  const isBlank = (byte: number): boolean =>
    byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || BYTE_ORDER_MARK.has(byte)
  return bytes.find((byte) => !isBlank(byte)) ?? null
}

const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf])
