/**
 * Still raster pictures, recognised by their bytes and measured by their headers. A few hundred bytes can decode to gigabytes, so
 * nothing is decoded before its size is known. Every reader walks the bytes once, and refuses what two decoders could read in
 * two ways.
 */
import { readAvif } from './avif.ts'
import { ascii, uint, uintLittle, type PictureSize } from './header.ts'

export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif'

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

/** @returns null for bytes of another kind, for animations, and for headers that don't hold together */
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
/** Tables, restart interval, application data and comments: what may stand before the first scan. */
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

/**
 * In scans, 0xff never stands before the code of a frame header or a scan. A frame header after the first scan belongs to a
 * further image in the file, such as a gain map, which browsers decode, too.
 */
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

/** Bytes of the colour table that these flags announce. */
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
