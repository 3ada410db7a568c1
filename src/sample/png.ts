/** Writes a PNG (W3C, third edition): 8 bits for each of red, green and blue. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RGB = 2
/** Filter "Up": each byte is the difference to the one above. Smooth gradients then compress well. */
const FILTER_UP = 2

/** @param pixels red, green and blue of each pixel, row by row */
export async function encodePng(width: number, height: number, pixels: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const row = width * 3
  const filtered = new Uint8Array((row + 1) * height)
  for (let y = 0; y < height; y += 1) {
    filtered[y * (row + 1)] = FILTER_UP
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x
      filtered[y * (row + 1) + 1 + x] = (pixels[at] ?? 0) - (pixels[at - row] ?? 0)
    }
  }
  return joined([
    new Uint8Array(SIGNATURE),
    chunk('IHDR', new Uint8Array([...uint32(width), ...uint32(height), 8, RGB, 0, 0, 0])),
    chunk('IDAT', await compressed(filtered)),
    chunk('IEND', new Uint8Array())
  ])
}

/** CompressionStream's `deflate` is the zlib format that IDAT holds. */
async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = joined([Uint8Array.from(type, (letter) => letter.charCodeAt(0)), data])
  return joined([uint32(data.length), named, uint32(checksum(named))])
}

const uint32 = (value: number): Uint8Array =>
  new Uint8Array([value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff])

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** CRC-32 as in PNG, annex D, bit by bit. */
function checksum(bytes: Uint8Array): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1))
  }
  return ~sum
}
