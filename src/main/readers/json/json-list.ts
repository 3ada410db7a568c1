// Reads a list of records while it arrives: splits the bytes at the list's commas, and hands each record on after its last byte.
// The text around the list is parsed too, with the list emptied, so malformed JSON is rejected as in a whole body.
import { AppError } from '../../../shared/ipc/error.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { JsonObject } from '../records.ts'
import { DEEPEST_WRAPPER, recordsByIdIn, wrapperRank } from '../wrappers.ts'
import { createScanner, firstSign, SIGNS, type ListLimits, type Visit } from './json-limits.ts'
import { parseJson } from './parse-json.ts'

const LONGEST_RECORD = 4 * 1024 * 1024
/** JSON's own whitespace; `trim` removes more. */
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const LONGEST_REST = 1024 * 1024

export interface Taker {
  /** A list's first record follows, or it is empty. Records of an earlier list are void. */
  begin(): void
  /** @param bytes one record, without the space around it: parseRecord reads it, unless these bytes were read before */
  record(bytes: Buffer): void
}

export interface JsonListReader {
  write(chunk: Uint8Array): void
  /** The body without the list's elements. Parse it before trusting the records. */
  rest(): Uint8Array
  found(): number | null
  parts(): number
}

interface Wrapper {
  under: number | null
  had: Set<string>
}

export function createJsonListReader(taker: Taker, limits: ListLimits): JsonListReader {
  const scanner = createScanner(limits.parts)
  let kind: 'unknown' | 'json' | 'plain' = 'unknown'
  let begun = false
  let rest = ''
  const wrappers: Wrapper[] = []
  /** The text since a name may have begun. Taken from `rest`, it would be copied whole for each name. */
  let name = ''
  let under: number | null = null
  let list: { depth: number; path: number[]; taken: boolean } | null = null
  let best: number[] | null = null
  let records = 0
  let recordBytes = 0
  let first = true
  let taken = 0
  let pieces: Buffer[] = []
  let length = 0
  let partsBefore = 0

  let chunk: Buffer = Buffer.alloc(0)
  let from = 0

  const keep = (to: number): void => {
    if (rest.length + to - from > LONGEST_REST) throw new AppError('TOO_LARGE')
    const text = chunk.toString('latin1', from, to)
    rest += text
    name += text
    from = to
  }

  const grow = (to: number): void => {
    length += to - from
    if (length > LONGEST_RECORD) throw new AppError('TOO_LARGE')
  }

  /** Most records lie in one chunk and need no copy. */
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

  const record = (at: number, isLast: boolean): void => {
    const bytes = bytesTo(at)
    const isFirst = first
    first = false
    recordBytes += length
    length = 0
    if (isTooRich()) throw new AppError('TOO_LARGE')
    partsBefore = scanner.parts()
    if (isLast && isFirst && bytes.length === 0) return endEmptyList()
    if (isFirst) chooseList()
    records += 1
    const isFlood = records > limits.brief.records && recordBytes < records * limits.brief.bytes
    if (isFlood || records > limits.records) throw new AppError('TOO_LARGE')
    if (!list?.taken) {
      parseRecord(bytes)
      return
    }
    taken += 1
    taker.record(bytes)
  }

  const openList = (at: number, depth: number): void => {
    const path = wrappers.slice(1).map((wrapper) => wrapper.under ?? 0)
    if (under !== null) path.push(under)
    const isCandidate = best === null || isBefore(path, best) || (taken === 0 && !isDecisive(best))
    // With two lists of the same name, nobody can tell which one is meant.
    if (best !== null && path.join() === best.join()) throw malformed()
    keep(at + 1)
    list = { depth, path, taken: isCandidate }
    first = true
    partsBefore = scanner.parts()
  }

  /** The list's first record has come: the records of a less trusted list, and an empty list, are void. */
  const chooseList = (): void => {
    if (!list?.taken) return
    best = list.path
    taken = 0
    taker.begin()
  }

  /** An empty list doesn't hide another one, unless its name says what it has. */
  const endEmptyList = (): void => {
    if (list?.taken && (best === null || isDecisive(list.path))) chooseList()
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
        name = ''
        under = null
      }
    } else if (depth === wrappers.length && sign === SIGNS.colon) {
      keep(at)
      const named = parseRecord(Buffer.from(name, 'latin1'))
      under = typeof named === 'string' ? wrapperRank(named) : null
      const had = wrappers.at(-1)?.had
      if (typeof named !== 'string' || under === null) return
      if (had?.has(named)) throw malformed()
      had?.add(named)
    } else if (depth === wrappers.length && sign === SIGNS.comma) {
      keep(at + 1)
      name = ''
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
    found: () => (best === null ? null : taken),
    parts: scanner.parts
  }
}

function trimmed(bytes: Buffer): Buffer {
  let start = 0
  let end = bytes.length
  while (start < end && isSpace(bytes[start])) start += 1
  while (end > start && isSpace(bytes[end - 1])) end -= 1
  return bytes.subarray(start, end)
}

/** @throws BAD_REPLY */
export function parseRecord(bytes: Buffer): Json {
  try {
    return parseJson(bytes.toString('utf8'), bytes)
  } catch {
    throw malformed()
  }
}

/** @returns null if the body, which has no list, has no such records either, or is malformed: its other reader says so */
export function recordsByIdInRest(rest: Uint8Array, limits: ListLimits): JsonObject[] | null {
  if (firstSign(rest) !== SIGNS.openObject) return null
  let body: Json
  try {
    body = parseJson(new TextDecoder().decode(rest), rest)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return recordsById(body, limits)
}

/** @throws TOO_LARGE: each costs more than its bytes */
export function recordsById(body: Json, { brief }: ListLimits): JsonObject[] | null {
  const records = recordsByIdIn(body)
  if (records && records.length > brief.records) throw new AppError('TOO_LARGE')
  return records
}

/** Named "invoices" or "products": if it is empty, there are none. */
const isDecisive = (path: number[]): boolean => DECISIVE.some((rank) => rank !== null && rank === path.at(-1))
const DECISIVE = ['invoices', 'products'].map(wrapperRank)

function isBefore(path: number[], other: number[]): boolean {
  const at = path.findIndex((index, level) => index !== other[level])
  return at >= 0 && (path[at] ?? 0) < (other[at] ?? 0)
}

const malformed = (): AppError => new AppError('BAD_REPLY', { found: 'malformed' })
