// Still pictures, recognised by their bytes and measured by their headers: a few hundred bytes can decode to gigabytes.
// Every reader walks the bytes once, and rejects what two decoders could read differently.
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif'

export interface PictureSize {
  width: number
  height: number
  /** More than width × height if a file holds several images, such as an alpha plane. */
  pixels: number
}

export interface PictureHeader extends PictureSize {
  type: PictureType
}

/** In pixels. Chromium 156 decodes 16 megapixels in about 0.2 s on a thread of its own, into 64 MB. */
export const PICTURE_LIMITS = { side: 8192, pixels: 2 ** 24 } as const

/** Each scan of a progressive JPEG goes over the whole picture and can take 27 bytes. Encoders write about 10. */
export const MAX_JPEG_SCANS = 32

const READERS: readonly {
  type: PictureType
  matches: (bytes: Uint8Array) => boolean
  read: (bytes: Uint8Array) => PictureSize | null
}[] = [
  { type: 'image/png', matches: (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n', read: readPng },
  { type: 'image/jpeg', matches: (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff', read: readJpeg },
  { type: 'image/gif', matches: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)), read: readGif },
  {
    type: 'image/webp',
    matches: (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP',
    read: readWebp
  },
  { type: 'image/avif', matches: (bytes) => ascii(bytes, 4, 4) === 'ftyp', read: readAvif }
]

/** null for other formats, animations and contradictory headers. */
export function readPicture(bytes: Uint8Array): PictureHeader | null {
  const reader = READERS.find(({ matches }) => matches(bytes))
  const size = reader?.read(bytes)
  return reader && size && size.width > 0 && size.height > 0 ? { type: reader.type, ...size } : null
}

export const isWithinLimits = ({ width, height, pixels }: PictureSize): boolean =>
  width <= PICTURE_LIMITS.side && height <= PICTURE_LIMITS.side && pixels <= PICTURE_LIMITS.pixels

export function isShowable(bytes: Uint8Array): boolean {
  const header = readPicture(bytes)
  return header !== null && isWithinLimits(header)
}

/** Big-endian, at most 8 bytes. Beyond the end every byte is 0: a size of 0 is refused, so no reader checks the length. */
function uint(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let place = at; place < at + length; place += 1) value = value * 256 + (bytes[place] ?? 0)
  return value
}

function uintLittle(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let place = at + length - 1; place >= at; place -= 1) value = value * 256 + (bytes[place] ?? 0)
  return value
}

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))

const sized = (width: number, height: number): PictureSize => ({ width, height, pixels: width * height })

/** PNG (W3C, third edition): chunks of length, type, data and checksum. `acTL` makes it an animation. */
function readPng(bytes: Uint8Array): PictureSize | null {
  if (uint(bytes, 8, 4) !== 13 || ascii(bytes, 12, 4) !== 'IHDR') return null
  for (let at = 8; at < bytes.length; at += 12 + uint(bytes, at, 4)) {
    if (ascii(bytes, at + 4, 4) === 'acTL') return null
  }
  return sized(uint(bytes, 16, 4), uint(bytes, 20, 4))
}

const isFrameHeader = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2
const isTable = (marker: number): boolean =>
  marker === 0xc4 || marker === 0xdb || marker === 0xdd || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
const START_OF_SCAN = 0xda

/** JPEG (ITU-T T.81, annex B): baseline, extended and progressive, as browsers decode them. */
function readJpeg(bytes: Uint8Array): PictureSize | null {
  let size: PictureSize | null = null
  for (let at = 2; at < bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === START_OF_SCAN) return size && withScans(bytes, at, size)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameHeader(marker)) {
      if (size) return null
      size = jpegFrame(bytes, at)
    } else if (!isTable(marker)) return null
    at += 2 + uint(bytes, at + 2, 2)
  }
  return null
}

const jpegFrame = (bytes: Uint8Array, at: number): PictureSize => sized(uint(bytes, at + 7, 2), uint(bytes, at + 5, 2))

// A frame header after the first scan belongs to a further image, such as a gain map, which browsers decode, too.
// In scans, 0xff never precedes these markers.
function withScans(bytes: Uint8Array, from: number, size: PictureSize): PictureSize | null {
  let { pixels } = size
  let scans = 0
  for (let at = from; at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === START_OF_SCAN) scans += 1
    if (isFrameHeader(marker)) pixels += jpegFrame(bytes, at).pixels
  }
  return scans > MAX_JPEG_SCANS ? null : { ...size, pixels }
}

const GIF = { image: 0x2c, extension: 0x21, end: 0x3b } as const

/** GIF89a. Decoders enlarge the screen to hold the first image, whatever the header says. */
function readGif(bytes: Uint8Array): PictureSize | null {
  let width = uintLittle(bytes, 6, 2)
  let height = uintLittle(bytes, 8, 2)
  let images = 0
  for (let at = 13 + colourTable(bytes[10]); at < bytes.length && bytes[at] !== GIF.end;) {
    if (bytes[at] === GIF.image) {
      images += 1
      width = Math.max(width, uintLittle(bytes, at + 1, 2) + uintLittle(bytes, at + 5, 2))
      height = Math.max(height, uintLittle(bytes, at + 3, 2) + uintLittle(bytes, at + 7, 2))
      at = afterSubBlocks(bytes, at + 11 + colourTable(bytes[at + 9]))
    } else if (bytes[at] === GIF.extension) at = afterSubBlocks(bytes, at + 2)
    else return null
  }
  return images === 1 ? sized(width, height) : null
}

const colourTable = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while ((bytes[at] ?? 0) !== 0) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

/** WebP (RFC 9649): chunks in a RIFF file. `ANIM` and `ANMF` make it an animation. */
function readWebp(bytes: Uint8Array): PictureSize | null {
  let width = 0
  let height = 0
  for (let at = 12; at < bytes.length;) {
    const data = at + 8
    const length = uintLittle(bytes, at + 4, 4)
    switch (ascii(bytes, at, 4)) {
      case 'VP8X':
        width = Math.max(width, uintLittle(bytes, data + 4, 3) + 1)
        height = Math.max(height, uintLittle(bytes, data + 7, 3) + 1)
        break
      case 'VP8 ':
        width = Math.max(width, uintLittle(bytes, data + 6, 2) & 0x3fff)
        height = Math.max(height, uintLittle(bytes, data + 8, 2) & 0x3fff)
        break
      case 'VP8L': {
        const bits = uintLittle(bytes, data + 1, 4)
        width = Math.max(width, (bits & 0x3fff) + 1)
        height = Math.max(height, ((bits >>> 14) & 0x3fff) + 1)
        break
      }
      case 'ANIM':
      case 'ANMF':
        return null
    }
    at = data + length + (length % 2)
  }
  return sized(width, height)
}

interface Box {
  type: string
  start: number
  end: number
}

/** Coded images, grids of them, gain maps, and metadata. Other kinds of items are refused. */
const ITEM_TYPES = new Set(['av01', 'grid', 'tmap', 'Exif', 'mime'])

/** Version and flags at the start of a full box. */
const FULL_HEADER = 4

// AVIF 1.1. The container's `ispe` may claim less than the AV1 stream decodes to, and Chromium decodes all of it, so the
// stream's sequence headers are read, too.
function readAvif(bytes: Uint8Array): PictureSize | null {
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

/** The length is 0 for an item in several pieces, or outside the file. */
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

/** Frames that are never shown are decoded, too. @returns false for other bytes */
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
