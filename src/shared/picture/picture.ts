// Still pictures, recognised by their bytes and measured by their headers: a few hundred bytes can decode to gigabytes.
// Every reader walks the bytes once, and rejects what two decoders could read differently.
/** Not AVIF: its container and the stream in it would have to be read, a third of a second for 2 MB. */
export const PICTURE_TYPES = ['image/webp', 'image/png', 'image/jpeg', 'image/gif'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** An address that holds the picture itself. */
export const isDataAddress = (address: string): boolean => /^\s*data:/i.test(address)

export interface PictureSize {
  width: number
  height: number
  /** More than width × height if a file holds several images, such as a gain map. */
  pixels: number
}

export interface PictureHeader extends PictureSize {
  type: PictureType
}

/** In pixels. Chromium 156 decodes 16 megapixels in about 0.2 s on a thread of its own, into 64 MB. */
export const PICTURE_LIMITS = { side: 8192, pixels: 2 ** 24 } as const

/** Each scan of a progressive JPEG goes over the whole picture and can take 27 bytes. Encoders write about 10. */
export const MAX_JPEG_SCANS = 32

/** Chunks, segments or blocks of a file: 2 MB can consist of 170,000 empty ones. Encoders write a few hundred at most. */
export const MAX_PARTS = 1000

/** GIF holds its data in sub-blocks of up to 255 bytes: 8,200 in a picture of 2 MB. */
export const MAX_SUB_BLOCKS = 10_000

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
  }
]

/** null for other formats, animations and contradictory headers. */
export function readPicture(bytes: Uint8Array): PictureHeader | null {
  const reader = READERS.find(({ matches }) => matches(bytes))
  const size = reader?.read(bytes)
  return reader && size && size.width > 0 && size.height > 0 ? { type: reader.type, ...size } : null
}

export const isWithinLimits = ({ width, height, pixels }: PictureSize): boolean =>
  width <= PICTURE_LIMITS.side && height <= PICTURE_LIMITS.side && pixels <= PICTURE_LIMITS.pixels

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
  for (let at = 8, parts = 1; at < bytes.length; at += 12 + uint(bytes, at, 4), parts += 1) {
    if (parts > MAX_PARTS || ascii(bytes, at + 4, 4) === 'acTL') return null
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
  for (let at = 2, parts = 1; at < bytes.length && parts <= MAX_PARTS; parts += 1) {
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
  let frames = 0
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes[at + 1] ?? 0
    if (marker === START_OF_SCAN) scans += 1
    else if (isFrameHeader(marker)) {
      frames += 1
      pixels += jpegFrame(bytes, at).pixels
    }
    if (scans > MAX_JPEG_SCANS || frames > MAX_PARTS) return null
  }
  return { ...size, pixels }
}

const GIF = { image: 0x2c, extension: 0x21, end: 0x3b } as const

/** GIF89a. Decoders enlarge the screen to hold the first image, whatever the header says. */
function readGif(bytes: Uint8Array): PictureSize | null {
  let width = uintLittle(bytes, 6, 2)
  let height = uintLittle(bytes, 8, 2)
  let images = 0
  let subBlocks = 0
  const afterSubBlocks = (from: number): number => {
    let at = from
    for (; (bytes[at] ?? 0) !== 0 && subBlocks <= MAX_SUB_BLOCKS; subBlocks += 1) at += 1 + (bytes[at] ?? 0)
    return at + 1
  }
  let at = 13 + colourTable(bytes[10])
  for (let parts = 1; at < bytes.length && bytes[at] !== GIF.end; parts += 1) {
    if (parts > MAX_PARTS || subBlocks > MAX_SUB_BLOCKS || images > 1) return null
    if (bytes[at] === GIF.image) {
      images += 1
      width = Math.max(width, uintLittle(bytes, at + 1, 2) + uintLittle(bytes, at + 5, 2))
      height = Math.max(height, uintLittle(bytes, at + 3, 2) + uintLittle(bytes, at + 7, 2))
      at = afterSubBlocks(at + 11 + colourTable(bytes[at + 9]))
    } else if (bytes[at] === GIF.extension) at = afterSubBlocks(at + 2)
    else return null
  }
  return images === 1 && subBlocks <= MAX_SUB_BLOCKS ? sized(width, height) : null
}

const colourTable = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** WebP (RFC 9649): chunks in a RIFF file. `ANIM` and `ANMF` make it an animation. */
function readWebp(bytes: Uint8Array): PictureSize | null {
  let width = 0
  let height = 0
  for (let at = 12, parts = 1; at < bytes.length; parts += 1) {
    if (parts > MAX_PARTS) return null
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
