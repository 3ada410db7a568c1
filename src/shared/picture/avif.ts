/**
 * AVIF (AV1 Image File Format 1.1): a still image in an ISO base media file. The container's `ispe` may claim less than the AV1
 * stream in it decodes to, and Chromium decodes all of it, so the stream's sequence headers are read, too.
 */
import { ascii, uint, type PictureSize } from './header.ts'

interface Box {
  type: string
  /** First byte of the content. */
  start: number
  end: number
}

/** Coded images, grids of them, gain maps, and metadata. Other kinds of items are refused. */
const ITEM_TYPES = new Set(['av01', 'grid', 'tmap', 'Exif', 'mime'])

/** Version and flags at the start of a full box. */
const FULL_HEADER = 4

export function readAvif(bytes: Uint8Array): PictureSize | null {
  const file = { type: '', start: 0, end: bytes.length }
  const fileType = only(bytes, file, 'ftyp')
  const meta = only(bytes, file, 'meta')
  // `moov` holds the tracks of an image sequence.
  if (!fileType || !meta || !isStill(bytes, fileType) || has(bytes, file, 'moov')) return null
  const inMeta = { ...meta, start: meta.start + FULL_HEADER }
  const properties = only(bytes, inMeta, 'iprp')
  const container = properties && only(bytes, properties, 'ipco')
  const information = only(bytes, inMeta, 'iinf')
  const locations = only(bytes, inMeta, 'iloc')
  const types = information && itemTypes(bytes, information)
  if (!container || !types || !locations) return null
  const size = { width: 0, height: 0, pixels: 0 }
  for (const { type, start } of boxes(bytes, container)) {
    if (type === 'ispe') enlarge(size, uint(bytes, start + FULL_HEADER, 4), uint(bytes, start + FULL_HEADER + 4, 4), 0)
  }
  // Items may overlap: more than the whole file is not read.
  let unread = bytes.length
  for (const { id, offset, length } of itemLocations(bytes, locations)) {
    if (types.get(id) !== 'av01') continue
    unread -= length
    if (length === 0 || unread < 0 || !readStream(bytes, offset, offset + length, size)) return null
  }
  return { ...size, pixels: Math.max(size.pixels, size.width * size.height) }
}

function enlarge(size: PictureSize, width: number, height: number, times: number): void {
  size.width = Math.max(size.width, width)
  size.height = Math.max(size.height, height)
  size.pixels += width * height * times
}

/** ISO/IEC 14496-12, 4.2. A length of 0 reaches to the end; after a length of 1, the length follows the type in 8 bytes. */
function* boxes(bytes: Uint8Array, { start, end }: Box): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const short = uint(bytes, at, 4)
    const header = short === 1 ? 16 : 8
    const length = short === 0 ? end - at : short === 1 ? uint(bytes, at + 8, 8) : short
    const next = Math.min(end, at + Math.max(header, length))
    yield { type: ascii(bytes, at + 4, 4), start: Math.min(next, at + header), end: next }
    at = next
  }
}

function has(bytes: Uint8Array, parent: Box, type: string): boolean {
  for (const box of boxes(bytes, parent)) if (box.type === type) return true
  return false
}

/** The child of that type; null where there are several, because decoders could choose different ones. */
function only(bytes: Uint8Array, parent: Box, type: string): Box | null {
  let found: Box | null = null
  for (const box of boxes(bytes, parent)) {
    if (box.type !== type) continue
    if (found) return null
    found = box
  }
  return found
}

/** The major brand, 4 bytes of version, and compatible brands. `avis` is an image sequence. */
function isStill(bytes: Uint8Array, { start, end }: Box): boolean {
  let still = false
  for (let at = start; at + 4 <= end; at += 4) {
    if (at === start + 4) continue
    const brand = ascii(bytes, at, 4)
    if (brand === 'avis') return false
    still ||= brand === 'avif'
  }
  return still
}

/** Types of the items by their ids, from `iinf`. */
function itemTypes(bytes: Uint8Array, { type, start, end }: Box): Map<number, string> | null {
  const types = new Map<number, string>()
  const entries = { type, start: start + FULL_HEADER + (bytes[start] === 0 ? 2 : 4), end }
  for (const entry of boxes(bytes, entries)) {
    const version = bytes[entry.start]
    if (entry.type !== 'infe' || (version !== 2 && version !== 3)) return null
    const idLength = version === 2 ? 2 : 4
    const id = uint(bytes, entry.start + FULL_HEADER, idLength)
    const itemType = ascii(bytes, entry.start + FULL_HEADER + idLength + 2, 4)
    if (!ITEM_TYPES.has(itemType) || types.has(id)) return null
    types.set(id, itemType)
  }
  return types
}

/** Where the items are, from `iloc`. The length is 0 for an item in several pieces, or not in the file itself. */
function* itemLocations(
  bytes: Uint8Array,
  { start, end }: Box
): Generator<{ id: number; offset: number; length: number }> {
  const version = bytes[start] ?? 0
  const [offsetSize, lengthSize] = nibbles(bytes[start + FULL_HEADER])
  const [baseSize, indexSize] = nibbles(bytes[start + FULL_HEADER + 1])
  const wide = version < 2 ? 2 : 4
  let at = start + FULL_HEADER + 2 + wide
  while (at < end) {
    const id = uint(bytes, at, wide)
    at += wide
    const inFile = version === 0 || (uint(bytes, at, 2) & 0xf) === 0
    at += version === 0 ? 2 : 4
    const base = uint(bytes, at, baseSize)
    at += baseSize
    const extents = uint(bytes, at, 2)
    at += 2
    const index = version === 0 ? 0 : indexSize
    const offset = base + uint(bytes, at + index, offsetSize)
    const length = uint(bytes, at + index + offsetSize, lengthSize)
    yield { id, offset, length: inFile && extents === 1 ? length : 0 }
    at += extents * (index + offsetSize + lengthSize)
  }
}

const nibbles = (byte = 0): [high: number, low: number] => [byte >>> 4, byte & 0xf]

/** Types of open bitstream units (AV1 specification, 6.2.2). */
const UNIT = { sequence: 1, frameHeader: 3, frame: 6 } as const

/** Adds what the AV1 stream decodes to. Frames that are never shown are decoded, too. @returns false for what is no such stream */
function readStream(bytes: Uint8Array, from: number, to: number, size: PictureSize): boolean {
  let width = 0
  let height = 0
  let frames = 0
  for (let at = from; at < Math.min(to, bytes.length);) {
    const header = bytes[at] ?? 0
    const type = (header >>> 3) & 0xf
    at += (header & 4) === 0 ? 1 : 2
    let length = to - at
    if ((header & 2) !== 0) {
      const read = leb128(bytes, at)
      length = read.value
      at = read.end
    }
    if (type === UNIT.sequence) {
      const found = sequenceSize(bytes.subarray(at, at + length))
      if (!found) return false
      width = Math.max(width, found.width)
      height = Math.max(height, found.height)
    }
    if (type === UNIT.frameHeader || type === UNIT.frame) frames += 1
    at += length
  }
  enlarge(size, width, height, frames)
  return width > 0 && frames > 0
}

function leb128(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0
  for (let place = 0; place < 8; place += 1) {
    const byte = bytes[from + place] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * place)
    if ((byte & 0x80) === 0) return { value, end: from + place + 1 }
  }
  return { value, end: from + 8 }
}

/** AV1 specification, 5.5.1. Timing belongs to video: a header with it is refused. */
function sequenceSize(bytes: Uint8Array): { width: number; height: number } | null {
  let at = 0
  const bits = (count: number): number => {
    let value = 0
    for (let left = count; left > 0; left -= 1, at += 1) {
      value = value * 2 + (((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1)
    }
    return value
  }
  // Profile and still_picture.
  bits(4)
  const reduced = bits(1) === 1
  if (reduced) bits(5)
  else {
    if (bits(1) === 1) return null
    const hasDelay = bits(1) === 1
    const points = bits(5) + 1
    for (let point = 0; point < points; point += 1) {
      bits(12)
      // The tier is only written above level 7.
      if (bits(5) > 7) bits(1)
      if (hasDelay && bits(1) === 1) bits(4)
    }
  }
  const widthBits = bits(4) + 1
  const heightBits = bits(4) + 1
  return { width: bits(widthBits) + 1, height: bits(heightBits) + 1 }
}
