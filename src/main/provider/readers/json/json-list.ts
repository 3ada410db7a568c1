// Reads a list of records while it arrives: splits the bytes at the list's commas, and hands each record on after its last byte.
// The text around the list is parsed too, with the list emptied, so malformed JSON is rejected as in a whole body.
// Own code, because the paths of @streamparser/json can't tell a list from its envelope and it holds nested lists in memory. stream-json
// needs Node streams, and the list reaches the worker as messages.
import { AppError } from '../../../../shared/ipc/error.ts'
import type { Json } from '../../../../shared/models/json.ts'
import type { JsonObject } from '../records.ts'
import { DEEPEST_WRAPPER, isIndex, isSameName, recordsByIdIn, wrapperRank } from '../wrappers.ts'
import { firstSign, JsonScanner, SIGNS, type ListLimits } from './json-limits.ts'
import { parseJson } from './parse-json.ts'

const LONGEST_RECORD = 4 * 1024 * 1024
/** JSON's own whitespace; `trim` removes more. */
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const LONGEST_REST = 1024 * 1024

export interface RecordSink {
  /** A list's first record follows, or it is empty. Records of an earlier list are void. */
  restart(): void
  /** @param bytes one record, without the space around it: parseRecord reads it, unless these bytes were read before */
  add(bytes: Buffer): void
}

/** A name that may lead to the list. */
interface Lead {
  /** Its place in the order of trust; null: only the definition names it. */
  rank: number | null
  /** Whether it leads to the place that the definition names. */
  isOnPlace: boolean
}

/** An object or array around the list. */
interface Wrapper extends Lead {
  /** To notice a name that comes twice. */
  names: Set<string>
  /** Of the next element of an array, one of whose elements the definition names; null: an object. */
  index: number | null
}

interface OpenList {
  depth: number
  /** Ranks of the names that lead to it. */
  path: number[]
  /** Whether its records count: no better list came before it. */
  isWanted: boolean
}

export class JsonListReader {
  readonly #sink: RecordSink
  readonly #limits: ListLimits
  /** Names that lead to the list; null: the definition names none, and it is found by its name. */
  readonly #listAt: readonly string[] | null
  readonly #scanner: JsonScanner
  #kind: 'unknown' | 'json' | 'plain' = 'unknown'

  #rest = ''
  /** The text since a name may have begun. Cut from the rest, it would be copied whole for each name. */
  #name = ''
  readonly #wrappers: Wrapper[] = []
  #hasBegun = false
  /** The name before the next value; null: it leads to no list. */
  #lead: Lead | null = null

  #list: OpenList | null = null
  /** The path of the list whose records count. */
  #bestPath: number[] | null = null
  #wantedRecords = 0
  #isFirstRecord = true
  #records = 0
  #recordBytes = 0
  #partsBeforeRecord = 0
  readonly #record = new RecordBytes()

  #chunk: Buffer = Buffer.alloc(0)
  /** Where the bytes of the chunk begin that aren't in the rest or in a record yet. */
  #from = 0

  /** @param listAt where the definition has the list, such as `result.list` */
  constructor(sink: RecordSink, limits: ListLimits, listAt?: string) {
    this.#sink = sink
    this.#limits = limits
    this.#listAt = listAt?.split('.') ?? null
    this.#scanner = new JsonScanner(limits.parts)
  }

  /** The body without the list's elements. Parse it before trusting the records. */
  get rest(): Uint8Array {
    return Buffer.from(this.#rest, 'latin1')
  }

  /** Number of records in the list that counts; null: there is no list. */
  get found(): number | null {
    return this.#bestPath === null ? null : this.#wantedRecords
  }

  get parts(): number {
    return this.#scanner.parts
  }

  /** @throws BAD_REPLY, TOO_LARGE */
  write(bytes: Uint8Array): void {
    this.#chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#from = 0
    if (this.#kind === 'unknown') {
      const sign = firstSign(bytes)
      if (sign !== null) this.#kind = sign === SIGNS.open || sign === SIGNS.openObject ? 'json' : 'plain'
    }
    if (this.#kind === 'json') {
      this.#scanner.scan(bytes, (sign, at, depth) =>
        this.#list ? this.#visitInList(this.#list, sign, at, depth) : this.#visitAround(sign, at, depth)
      )
    }
    if (this.#list) this.#record.append(this.#chunk.subarray(this.#from))
    else this.#addToRest(this.#chunk.length)
    this.#checkPartsOfRecord()
  }

  #visitInList(list: OpenList, sign: number, at: number, depth: number): void {
    if (sign === SIGNS.comma && depth === list.depth + 1) {
      this.#endRecord(list, at, false)
      this.#from = at + 1
    } else if (depth === list.depth) {
      if (sign !== SIGNS.close) throw malformed()
      this.#endRecord(list, at, true)
      this.#list = null
      this.#lead = null
    }
  }

  #visitAround(sign: number, at: number, depth: number): void {
    const level = this.#wrappers.length
    const isOpening = sign === SIGNS.open || sign === SIGNS.openObject
    const isValue = depth === level && (this.#hasBegun ? this.#lead !== null : depth === 0)
    if (isOpening && isValue) {
      this.#hasBegun = true
      if (sign === SIGNS.open && this.#leadsInside()) this.#openWrapper(at, 0)
      else if (sign === SIGNS.open) this.#openList(at, depth)
      else if (level <= DEEPEST_WRAPPER || this.#lead?.isOnPlace) this.#openWrapper(at)
    } else if (depth === level && sign === SIGNS.colon) {
      this.#endName(at)
    } else if (depth === level && sign === SIGNS.comma) {
      this.#addToRest(at + 1)
      this.#name = ''
      this.#lead = this.#nextElement()
    } else if (depth === level - 1 && !isOpening) {
      this.#wrappers.pop()
      this.#lead = null
    }
  }

  /** Whether the definition has the list in an element of the array that opens. */
  #leadsInside(): boolean {
    const isOnPlace = this.#lead ? this.#lead.isOnPlace : this.#wrappers.length === 0
    return isOnPlace && isIndex(this.#listAt?.[this.#wrappers.length] ?? '')
  }

  /** The lead to the next element of an array; null: not there, or the wrapper is an object. */
  #nextElement(): Lead | null {
    const wrapper = this.#wrappers.at(-1)
    if (wrapper?.index == null) return null
    const isOnPlace = wrapper.isOnPlace && this.#listAt?.[this.#wrappers.length - 1] === String(wrapper.index)
    wrapper.index += 1
    return isOnPlace ? { rank: null, isOnPlace } : null
  }

  /** @param index of an array; null: an object */
  #openWrapper(at: number, index: number | null = null): void {
    this.#addToRest(at + 1)
    const { rank, isOnPlace } = this.#lead ?? { rank: null, isOnPlace: this.#listAt !== null }
    this.#wrappers.push({ rank, isOnPlace, names: new Set(), index })
    this.#name = ''
    this.#lead = this.#nextElement()
  }

  #endName(at: number): void {
    this.#addToRest(at)
    const name = parseRecord(Buffer.from(this.#name, 'latin1'))
    this.#lead = typeof name === 'string' ? this.#leadOf(name) : null
    if (typeof name !== 'string' || this.#lead === null) return
    const names = this.#wrappers.at(-1)?.names
    if (names?.has(name)) throw malformed()
    names?.add(name)
  }

  #leadOf(name: string): Lead | null {
    const rank = wrapperRank(name)
    const wanted = this.#wrappers.at(-1)?.isOnPlace ? this.#listAt?.[this.#wrappers.length - 1] : undefined
    const isOnPlace = wanted !== undefined && isSameName(name, wanted)
    return rank === null && !isOnPlace ? null : { rank, isOnPlace }
  }

  #openList(at: number, depth: number): void {
    const path = this.#wrappers.slice(1).map(({ rank }) => rank ?? 0)
    if (this.#lead) path.push(this.#lead.rank ?? 0)
    const best = this.#bestPath
    const isAtPlace = this.#lead?.isOnPlace === true && this.#wrappers.length === this.#listAt?.length
    // With two lists of the same name, nobody can tell which one is meant.
    if (best !== null && (this.#listAt ? isAtPlace : path.join() === best.join())) throw malformed()
    const isBest = best === null || isBefore(path, best) || (this.#wantedRecords === 0 && !isDecisive(best))
    const isWanted = this.#listAt ? isAtPlace : isBest
    this.#addToRest(at + 1)
    this.#list = { depth, path, isWanted }
    this.#isFirstRecord = true
    this.#partsBeforeRecord = this.#scanner.parts
  }

  #endRecord(list: OpenList, at: number, isLast: boolean): void {
    const { bytes, length } = this.#record.end(this.#chunk.subarray(this.#from, at))
    this.#from = at
    const isFirst = this.#isFirstRecord
    this.#isFirstRecord = false
    this.#recordBytes += length
    this.#checkPartsOfRecord()
    this.#partsBeforeRecord = this.#scanner.parts
    if (isLast && isFirst && bytes.length === 0) {
      // An empty list doesn't hide another one, unless its name says what it has.
      if (list.isWanted && (this.#bestPath === null || isDecisive(list.path))) this.#chooseList(list)
      return
    }
    if (isFirst && list.isWanted) this.#chooseList(list)
    this.#countRecord()
    if (list.isWanted) {
      this.#wantedRecords += 1
      this.#sink.add(bytes)
    } else parseRecord(bytes)
  }

  /** The records of a less trusted list, and an empty list, are void. */
  #chooseList({ path }: OpenList): void {
    this.#bestPath = path
    this.#wantedRecords = 0
    this.#sink.restart()
  }

  #countRecord(): void {
    const { brief, records } = this.#limits
    this.#records += 1
    const isFlood = this.#records > brief.records && this.#recordBytes < this.#records * brief.bytes
    if (isFlood || this.#records > records) throw new AppError('TOO_LARGE')
  }

  #checkPartsOfRecord(): void {
    if (this.#list && this.#scanner.parts - this.#partsBeforeRecord > this.#limits.partsOfRecord) {
      throw new AppError('TOO_LARGE')
    }
  }

  #addToRest(to: number): void {
    if (this.#rest.length + to - this.#from > LONGEST_REST) throw new AppError('TOO_LARGE')
    const text = this.#chunk.toString('latin1', this.#from, to)
    this.#rest += text
    this.#name += text
    this.#from = to
  }
}

/** The bytes of one record, which may come in several chunks. */
class RecordBytes {
  #pieces: Buffer[] = []
  #length = 0

  /** @throws TOO_LARGE */
  append(bytes: Buffer): void {
    this.#length += bytes.length
    if (this.#length > LONGEST_RECORD) throw new AppError('TOO_LARGE')
    if (bytes.length > 0) this.#pieces.push(bytes)
  }

  /** @returns the record without the space around it, and its length with it */
  end(last: Buffer): { bytes: Buffer; length: number } {
    this.append(last)
    const [only] = this.#pieces
    // Most records lie in one chunk and need no copy.
    const bytes = trimmed(only && this.#pieces.length === 1 ? only : Buffer.concat(this.#pieces))
    const length = this.#length
    this.#pieces = []
    this.#length = 0
    return { bytes, length }
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
export function recordsByIdInRest(rest: Uint8Array, limits: ListLimits, listAt?: string): JsonObject[] | null {
  if (firstSign(rest) !== SIGNS.openObject) return null
  let body: Json
  try {
    body = parseJson(new TextDecoder().decode(rest), rest)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return recordsById(body, limits, listAt)
}

/** @throws TOO_LARGE: each costs more than its bytes */
export function recordsById(body: Json, { brief }: ListLimits, listAt?: string): JsonObject[] | null {
  const records = recordsByIdIn(body, listAt)
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
