/**
 * Pictures of a virtual screen, for programs that no driver reaches: xwd's format, in which Xvfb keeps it, and PNG. Without a package,
 * because check-installed.ts runs where none is installed.
 */
import { readFileSync } from 'node:fs'
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** `pixels`: rows of red, green, blue and alpha. */
export interface Picture {
  width: number
  height: number
  pixels: Buffer
}

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

const BYTES = 4

/** A part of the screen now. The format is that of X11/XWDFile.h, with the 32 bits of each pixel in this computer's order. */
export function readScreen(file: string, area: Area): Picture {
  const screen = readFileSync(file)
  const word = (at: number): number => screen.readUInt32BE(at * BYTES)
  const [headerBytes, screenWidth, screenHeight, rowBytes, colours] = [word(0), word(4), word(5), word(12), word(19)]
  const start = headerBytes + colours * 12
  const [left, top] = [Math.max(0, area.x), Math.max(0, area.y)]
  const width = Math.min(area.x + area.width, screenWidth) - left
  const height = Math.min(area.y + area.height, screenHeight) - top
  const pixels = Buffer.alloc(width * height * BYTES)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = start + (top + y) * rowBytes + (left + x) * BYTES
      const to = (y * width + x) * BYTES
      // Blue, green, red and nothing.
      pixels[to] = screen[from + 2] ?? 0
      pixels[to + 1] = screen[from + 1] ?? 0
      pixels[to + 2] = screen[from] ?? 0
      pixels[to + 3] = 255
    }
  return { width, height, pixels }
}

export function countColours({ pixels }: Picture): number {
  const colours = new Set<number>()
  for (let at = 0; at < pixels.length; at += BYTES) colours.add(pixels.readUInt32BE(at))
  return colours.size
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(BYTES), Buffer.alloc(BYTES)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function toPng({ width, height, pixels }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, BYTES)
  header.set([8, 6], 8)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.alloc(1), pixels.subarray(y * width * BYTES, (y + 1) * width * BYTES)])
  )
  const data = deflateSync(Buffer.concat(rows))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** @param file 8 bits of red, green, blue and alpha, not interlaced: as scripts/icons.mjs writes it */
export function readPng(file: Buffer): Picture {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  if (file.subarray(24, 29).toString('hex') !== '0806000000')
    throw new Error('The picture isn’t in the expected format.')
  const parts: Buffer[] = []
  for (let at = SIGNATURE.length; at < file.length;) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(parts)), width * BYTES, height) }
}

/** PNG specification, "Filter types for filter method 0". */
function unfilter(data: Buffer, rowBytes: number, height: number): Buffer {
  const pixels = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    const type = data[y * (rowBytes + 1)]
    for (let x = 0; x < rowBytes; x += 1) {
      const at = y * rowBytes + x
      const left = x < BYTES ? 0 : (pixels[at - BYTES] ?? 0)
      const up = y === 0 ? 0 : (pixels[at - rowBytes] ?? 0)
      const upLeft = x < BYTES || y === 0 ? 0 : (pixels[at - rowBytes - BYTES] ?? 0)
      const predicted = [0, left, up, Math.floor((left + up) / 2), paeth(left, up, upLeft)][type ?? 0] ?? 0
      pixels[at] = (data[y * (rowBytes + 1) + 1 + x] ?? 0) + predicted
    }
  }
  return pixels
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft
  const [toLeft, toUp, toUpLeft] = [left, up, upLeft].map((value) => Math.abs(guess - value)) as [
    number,
    number,
    number
  ]
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}
