/**
 * A list of records, read while it comes: each record is handed on as soon as its last byte is here, so that a long list is
 * never in memory as text, and as values only in what the taker keeps. A record whose bytes the taker knows is not parsed.
 *
 * The bytes are cut at the commas of the list, and JSON.parse reads each piece. What stands around the list stays together
 * as text with the list emptied, so JSON.parse judges that too: nothing malformed gets by, and nothing is read in another way
 * than a whole body would be.
 */
import { hash } from 'node:crypto'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import { createScanner, firstSign, SIGNS, type Visit } from './json-limits.ts'
import { DEEPEST_WRAPPER, WRAPPERS } from '../readers/list-envelope.ts'

/** Longest record, in bytes. */
const LONGEST_RECORD = 4 * 1024 * 1024
/** Only what JSON takes for space; `trim` takes more. */
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
/** Most bytes around the list. */
const LONGEST_REST = 1024 * 1024

export interface Taker {
  /** A list begins. What was handed on before belongs to another, of a name that is less trusted: it is void. */
  begin(): void
  /** True: a record of exactly these bytes was read before, so it is one; it counts, and is not handed on. */
  known(print: Uint8Array): boolean
  /** @param print SHA-256 of the record's bytes, without the space around it */
  add(record: Json, print: Uint8Array): void
}

export interface JsonListReader {
  /** @throws BAD_REPLY (malformed, unknownShape) or TOO_LARGE, as soon as it is seen */
  write(chunk: Uint8Array): void
  /** The body without what is in lists. Whether that is JSON must be asked before the records are trusted. */
  rest(): Uint8Array
  /** How many records the list has; null when there is no list. */
  found(): number | null
}

/** An object around the list that is open: under which of the WRAPPERS, and which of them it has had. */
interface Wrapper {
  under: number | null
  had: Set<number>
}

/** Most of what a list may come to. */
export interface ListLimits {
  parts: number
  partsOfRecord: number
  records: number
  /** Of records that have fewer bytes on the average. */
  brief: { records: number; bytes: number }
}

export function createJsonListReader(taker: Taker, limits: ListLimits): JsonListReader {
  const scanner = createScanner(limits.parts)
  /** Unknown until the first sign of the body. */
  let kind: 'unknown' | 'json' | 'plain' = 'unknown'
  let begun = false
  /** One character for each byte. */
  let rest = ''
  const wrappers: Wrapper[] = []
  /** Where in `rest` the name begins that comes next. */
  let nameAt = 0
  /** Which of the WRAPPERS the value stands under that comes next. */
  let under: number | null = null
  /** The list that is open, and the depth of its brackets. */
  let list: { depth: number; taken: boolean } | null = null
  let best: number[] | null = null
  let records = 0
  let recordBytes = 0
  /** The next record is the list's first. */
  let first = true
  let taken = 0
  /** Of the record that has begun: what earlier chunks had of it. */
  let pieces: Buffer[] = []
  let length = 0
  let partsBefore = 0

  let chunk: Buffer = Buffer.alloc(0)
  /** From here on the chunk belongs to the record, or to the rest. */
  let from = 0

  /** What stands around the list, up to this place. */
  const keep = (to: number): void => {
    if (rest.length + to - from > LONGEST_REST) throw new AppError('TOO_LARGE')
    rest += chunk.toString('latin1', from, to)
    from = to
  }

  const grow = (to: number): void => {
    length += to - from
    if (length > LONGEST_RECORD) throw new AppError('TOO_LARGE')
  }

  /** The record that ends at this place. Most are inside one chunk, and read without a copy of their bytes. */
  const bytesTo = (to: number): Buffer => {
    grow(to)
    const last = chunk.subarray(from, to)
    from = to
    if (pieces.length === 0) return trimmed(last)
    const all = Buffer.concat([...pieces, last])
    pieces = []
    return trimmed(all)
  }

  const isTooRich = (): boolean => list !== null && scanner.parts() - partsBefore > limits.partsOfRecord

  /** Ends the record before a comma or the list's end. */
  const record = (at: number, isLast: boolean): void => {
    const bytes = bytesTo(at)
    const isFirst = first
    first = false
    recordBytes += length
    length = 0
    if (isTooRich()) throw new AppError('TOO_LARGE')
    partsBefore = scanner.parts()
    if (isLast && isFirst && bytes.length === 0) return
    records += 1
    const isFlood = records > limits.brief.records && recordBytes < records * limits.brief.bytes
    if (isFlood || records > limits.records) throw new AppError('TOO_LARGE')
    if (!list?.taken) {
      parsed(bytes)
      return
    }
    taken += 1
    const print = hash('sha256', bytes, 'buffer')
    if (!taker.known(print)) taker.add(parsed(bytes), print)
  }

  const openList = (at: number, depth: number): void => {
    const path = wrappers.slice(1).map((wrapper) => wrapper.under ?? 0)
    if (under !== null) path.push(under)
    const better = best === null || isBefore(path, best)
    keep(at + 1)
    list = { depth, taken: better }
    first = true
    partsBefore = scanner.parts()
    if (!better) return
    best = path
    taken = 0
    taker.begin()
  }

  const inList: Visit = (sign, at, depth) => {
    if (!list) return
    if (sign === SIGNS.comma && depth === list.depth + 1) {
      record(at, false)
      from = at + 1
    } else if (depth === list.depth) {
      if (sign !== SIGNS.close) throw malformed()
      record(at, true)
      list = null
      under = null
    }
  }

  const around: Visit = (sign, at, depth) => {
    const isOpening = sign === SIGNS.open || sign === SIGNS.openObject
    const isValue = depth === wrappers.length && (begun ? under !== null : depth === 0)
    if (isOpening && isValue) {
      begun = true
      if (sign === SIGNS.open) openList(at, depth)
      else if (wrappers.length <= DEEPEST_WRAPPER) {
        keep(at + 1)
        wrappers.push({ under, had: new Set() })
        nameAt = rest.length
        under = null
      }
    } else if (depth === wrappers.length && sign === SIGNS.colon) {
      keep(at)
      under = wrapperNamed(rest.slice(nameAt))
      const had = wrappers.at(-1)?.had
      // Which of two lists of one name is meant, nobody can tell.
      if (under !== null && had?.has(under)) throw malformed()
      if (under !== null) had?.add(under)
    } else if (depth === wrappers.length && sign === SIGNS.comma) {
      keep(at + 1)
      nameAt = rest.length
      under = null
    } else if (depth === wrappers.length - 1 && !isOpening) {
      wrappers.pop()
      under = null
    }
  }

  const visit: Visit = (sign, at, depth) => (list ? inList : around)(sign, at, depth)

  return {
    write(bytes) {
      chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      from = 0
      if (kind === 'unknown') {
        const sign = firstSign(bytes)
        if (sign !== null) kind = sign === SIGNS.open || sign === SIGNS.openObject ? 'json' : 'plain'
      }
      if (kind === 'json') scanner.scan(bytes, visit)
      if (list) {
        grow(chunk.length)
        pieces.push(chunk.subarray(from))
      } else keep(chunk.length)
      if (isTooRich()) throw new AppError('TOO_LARGE')
    },
    rest: () => Buffer.from(rest, 'latin1'),
    found: () => (best === null ? null : taken)
  }
}

function trimmed(bytes: Buffer): Buffer {
  let start = 0
  let end = bytes.length
  while (start < end && isSpace(bytes[start])) start += 1
  while (end > start && isSpace(bytes[end - 1])) end -= 1
  return bytes.subarray(start, end)
}

function parsed(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json
  } catch {
    throw malformed()
  }
}

/** Which of the WRAPPERS a name is, given as the bytes of its JSON; null for others. */
function wrapperNamed(bytes: string): number | null {
  const name = parsed(Buffer.from(bytes, 'latin1'))
  const index = WRAPPERS.findIndex((one) => one === name)
  return index < 0 ? null : index
}

/** Whether the names of the first path are more trusted: neither path begins with the other. */
function isBefore(path: number[], other: number[]): boolean {
  const at = path.findIndex((index, level) => index !== other[level])
  return at >= 0 && (path[at] ?? 0) < (other[at] ?? 0)
}

const malformed = (): AppError => new AppError('BAD_REPLY', { found: 'malformed' })
