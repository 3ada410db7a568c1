/** What JSON would cost to parse, told from its bytes before anything of it is parsed. */
import { AppError } from '../../../shared/ipc/error.ts'

/** Levels of lists and objects inside each other. The readers keep 40; a parser would follow a million. */
const DEEPEST = 512

/**
 * Most lists, objects and members that are parsed: 100,000 whole products have half of the first, 20,000 invoices of the second. The
 * third is for a body that is no list: it is parsed and read in one go, and a million names take seconds.
 */
export const MOST_PARTS = { products: 5_000_000, invoices: 1_000_000, one: 100_000 } as const

/** Most records of a list. Each costs some hundred bytes, however empty it came. */
export const MOST_RECORDS = { products: 250_000, invoices: 50_000 } as const

/** Most parts of one record: each name that is kept costs far more than its bytes. An invoice of 5,000 lines has its hundred thousand. */
export const MOST_PARTS_OF_RECORD = { products: 50_000, invoices: 100_000 } as const

/**
 * Most characters of all ids of a product list together: they are in memory while it arrives and again while it is compared with the
 * stored list. 250,000 ids of 64 characters, 36 of which make a UUID.
 */
export const MOST_ID_CHARACTERS = 16_000_000

/** Most reading notes of all records of a product list: 20 of each of 100,000. They are kept for the same time, about 110 bytes each. */
export const MOST_NOTES = 2_000_000

/** How many records a list may have that say next to nothing, and how many bytes say more: each costs 1,000 when it is kept. */
export const BRIEF = { products: { records: 20_000, bytes: 100 }, invoices: { records: 20_000, bytes: 40 } } as const

/** Told of each `[ ] { } , :` outside of texts. `depth` counts the lists and objects around that sign. */
export type Visit = (sign: number, at: number, depth: number) => void

export const SIGNS = { comma: 0x2c, colon: 0x3a, open: 0x5b, close: 0x5d, openObject: 0x7b, closeObject: 0x7d } as const
const QUOTE = 0x22
const BACKSLASH = 0x5c

export interface Scanner {
  /**
   * Takes the next bytes; what is inside a text may go on from one piece to the next.
   * @throws TOO_LARGE for too many parts, BAD_REPLY (unknownShape) for too many levels, (malformed) for one closed too often
   */
  scan(bytes: Uint8Array, visit?: Visit): void
  /** Parts so far. */
  parts(): number
}

export function createScanner(mostParts: number): Scanner {
  let depth = 0
  let parts = 0
  let inText = false
  let escaped = false
  const more = (): void => {
    parts += 1
    if (parts > mostParts) throw new AppError('TOO_LARGE')
  }
  return {
    parts: () => parts,
    scan(bytes, visit) {
      for (let at = 0; at < bytes.length; at++) {
        if (inText) {
          const end = endOfText(bytes, at, escaped)
          escaped = end < 0 && isEscaped(bytes, at, bytes.length, escaped)
          if (end < 0) return
          inText = false
          at = end
          continue
        }
        const byte = bytes[at] ?? 0
        switch (byte) {
          case QUOTE:
            inText = true
            break
          case SIGNS.comma:
            more()
            visit?.(byte, at, depth)
            break
          case SIGNS.colon:
            visit?.(byte, at, depth)
            break
          case SIGNS.open:
          case SIGNS.openObject:
            more()
            visit?.(byte, at, depth)
            depth += 1
            if (depth > DEEPEST) throw new AppError('BAD_REPLY', { found: 'unknownShape' })
            break
          case SIGNS.close:
          case SIGNS.closeObject:
            depth -= 1
            if (depth < 0) throw new AppError('BAD_REPLY', { found: 'malformed' })
            visit?.(byte, at, depth)
            break
        }
      }
    }
  }
}

/** Where the quote is that ends the text; -1 when it goes on. Most bytes of a list are inside texts, and this skips them. */
function endOfText(bytes: Uint8Array, from: number, escaped: boolean): number {
  let end = bytes.indexOf(QUOTE, from)
  while (end >= 0 && isEscaped(bytes, from, end, escaped)) end = bytes.indexOf(QUOTE, end + 1)
  return end
}

/** Whether an odd number of backslashes stands before; `escaped`: one is left over from before `from`. */
function isEscaped(bytes: Uint8Array, from: number, at: number, escaped: boolean): boolean {
  let start = at
  while (start > from && bytes[start - 1] === BACKSLASH) start -= 1
  return (at - start + (start === from && escaped ? 1 : 0)) % 2 === 1
}

/** The first byte that is neither a space nor part of a byte order mark; null when there is none. */
export function firstSign(bytes: Uint8Array): number | null {
  const isBlank = (byte: number): boolean =>
    byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || BYTE_ORDER_MARK.has(byte)
  return bytes.find((byte) => !isBlank(byte)) ?? null
}

const BYTE_ORDER_MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf])
