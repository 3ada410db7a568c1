/** Reads the PNG files that Chromium's screenshots are: eight bits a channel, not interlaced (PNG specification, third edition). */
import { inflateSync } from 'node:zlib'
import { MissingPart } from '../strict.ts'

/** Bytes of a pixel by the colour type. */
const CHANNELS: Record<number, number> = { 2: 3, 6: 4 }
const SIGNATURE_BYTES = 8

/** @returns red, green, blue and opacity of each pixel */
export function decodePng(file: Buffer): Buffer {
  const parts = chunksOf(file)
  const header = parts.find(({ type }) => type === 'IHDR')?.data
  if (!header) throw new MissingPart('PNG without a header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colourType = -1, , , interlaced] = header.subarray(8)
  const channels = CHANNELS[colourType]
  if (depth !== 8 || interlaced !== 0 || channels === undefined) throw new MissingPart('PNG of this kind')
  const data = inflateSync(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map((part) => part.data)))
  return toRgba(unfilter(data, width * channels, height, channels), channels)
}

function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = SIGNATURE_BYTES; at < file.length;) {
    const length = file.readUInt32BE(at)
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, at + 8 + length) })
    // The length, the type and a checksum are around the data.
    at += 12 + length
  }
  return chunks
}

/** Each row begins with the filter's number. A filter adds what its neighbours on the left and above predict. */
function unfilter(data: Buffer, rowBytes: number, rows: number, channels: number): Buffer {
  const pixels = Buffer.alloc(rowBytes * rows)
  for (let row = 0; row < rows; row += 1) {
    const from = row * (rowBytes + 1)
    const filter = data[from] ?? 0
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column
      const left = column < channels ? 0 : (pixels[at - channels] ?? 0)
      const above = row === 0 ? 0 : (pixels[at - rowBytes] ?? 0)
      const aboveLeft = row === 0 || column < channels ? 0 : (pixels[at - rowBytes - channels] ?? 0)
      pixels[at] = (data[from + 1 + column] ?? 0) + predict(filter, left, above, aboveLeft)
    }
  }
  return pixels
}

function predict(filter: number, left: number, above: number, aboveLeft: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const [toLeft, toAbove] = [Math.abs(above - aboveLeft), Math.abs(left - aboveLeft)]
  const toAboveLeft = Math.abs(left + above - 2 * aboveLeft)
  if (toLeft <= toAbove && toLeft <= toAboveLeft) return left
  return toAbove <= toAboveLeft ? above : aboveLeft
}

function toRgba(pixels: Buffer, channels: number): Buffer {
  if (channels === 4) return pixels
  const rgba = Buffer.alloc((pixels.length / 3) * 4, 0xff)
  for (let at = 0; at * 3 < pixels.length; at += 1) pixels.copy(rgba, at * 4, at * 3, at * 3 + 3)
  return rgba
}
