/** Pictures of the sample provider: small PNGs drawn by code, one look per product family and country. */
type Family = 'mobile' | 'residential' | 'isp' | 'datacenter' | 'ipv6' | 'service'
type Point = readonly [x: number, y: number]
type Shape = (x: number, y: number) => number

const FIELD = { width: 160, height: 100 } as const
const SCALE = 1.5
const WIDTH = FIELD.width * SCALE
const HEIGHT = FIELD.height * SCALE
const CENTRE: Point = [80, 50]
const STROKE = { width: 3, opacity: 1 } as const
const RING = { width: 1, opacity: 0.12 } as const

/** Several times as fast as Math.hypot, which V8 doesn't inline. */
const distance = (x: number, y: number): number => Math.sqrt(x * x + y * y)

function segment([ax, ay]: Point, [bx, by]: Point): Shape {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy || 1
  return (x, y) => {
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square))
    return distance(x - ax - along * dx, y - ay - along * dy)
  }
}

const line = (...points: [Point, ...Point[]]): Shape[] =>
  points.slice(1).map((to, index) => segment(points[index] ?? to, to))

const dot = (at: Point): Shape => segment(at, at)

const circle =
  ([cx, cy]: Point, radius: number): Shape =>
  (x, y) =>
    Math.abs(distance(x - cx, y - cy) - radius)

/** A quarter of a circle around a direction in degrees, clockwise from the right. */
const arc = ([cx, cy]: Point, radius: number, direction: number): Shape[] => {
  const middle = (direction * Math.PI) / 180
  const end = (angle: number): Shape => dot([cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)])
  const whole = circle([cx, cy], radius)
  const quarter: Shape = (x, y) =>
    Math.cos(Math.atan2(y - cy, x - cx) - middle) >= Math.SQRT1_2 ? whole(x, y) : Infinity
  return [quarter, end(middle - Math.PI / 4), end(middle + Math.PI / 4)]
}

const box = (left: number, top: number, width: number, height: number, radius: number): Shape => {
  const [cx, cy] = [left + width / 2, top + height / 2]
  return (x, y) => {
    const [dx, dy] = [Math.abs(x - cx) - width / 2 + radius, Math.abs(y - cy) - height / 2 + radius]
    return Math.abs(distance(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(0, Math.max(dx, dy)) - radius)
  }
}

const DRAWINGS: Record<Family, readonly Shape[]> = {
  mobile: [
    box(67, 26, 26, 48, 5),
    ...line([76, 66], [84, 66]),
    ...[17, 27].flatMap((radius) => [...arc([92, 50], radius, 0), ...arc([68, 50], radius, 180)])
  ],
  residential: [
    ...line([52, 52], [80, 28], [108, 52]),
    ...line([60, 47], [60, 73], [100, 73], [100, 47]),
    ...line([73, 73], [73, 58], [87, 58], [87, 73])
  ],
  isp: [
    box(50, 54, 60, 18, 4),
    dot([60, 63]),
    dot([70, 63]),
    ...line([80, 54], [80, 40]),
    ...arc([80, 46], 17, -90),
    ...arc([80, 46], 27, -90)
  ],
  datacenter: [26, 43, 60].flatMap((top) => [
    box(54, top, 52, 14, 3),
    dot([62, top + 7]),
    ...line([90, top + 7], [99, top + 7])
  ]),
  ipv6: [
    circle(CENTRE, 9),
    ...[50, 110].flatMap((x) => [circle([x, 32], 5), circle([x, 68], 5)]),
    ...line([54, 35], [72, 45]),
    ...line([88, 45], [106, 35]),
    ...line([54, 65], [72, 55]),
    ...line([88, 55], [106, 65])
  ],
  service: [circle(CENTRE, 22), ...line([80, 34], [80, 50], [91, 57])]
}

const FAMILIES = Object.keys(DRAWINGS) as Family[]

function hueOf(words: string): number {
  let hue = 190
  for (const letter of words) hue = (hue * 7 + letter.charCodeAt(0)) % 360
  return hue
}

/** CSS Color 4, 7.1. Saturation and lightness are from 0 to 1. */
function rgbOf(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map((place) => {
    const step = (place + hue / 30) % 12
    return (
      255 *
      (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(step - 3, 9 - step, 1)))
    )
  })
}

function maskOf(family: Family): Float32Array {
  const rings = [circle(CENTRE, 44), circle(CENTRE, 66)]
  const mask = new Float32Array(WIDTH * HEIGHT)
  for (let at = 0; at < mask.length; at += 1) {
    const [x, y] = centreOf(at)
    mask[at] = Math.max(coverage(DRAWINGS[family], STROKE, x, y), coverage(rings, RING, x, y))
  }
  return mask
}

function coverage(
  shapes: readonly Shape[],
  { width, opacity }: { width: number; opacity: number },
  x: number,
  y: number
): number {
  let nearest = Infinity
  for (const shape of shapes) nearest = Math.min(nearest, shape(x, y))
  return opacity * Math.min(1, Math.max(0, (width / 2 - nearest) * SCALE + 0.5))
}

const centreOf = (at: number): Point => [((at % WIDTH) + 0.5) / SCALE, (Math.floor(at / WIDTH) + 0.5) / SCALE]

function paint(mask: Float32Array, hue: number): Uint8Array {
  const pixels = new Uint8Array(mask.length * 3)
  const first = rgbOf(hue, 0.45, 0.34)
  const last = rgbOf((hue + 40) % 360, 0.5, 0.52)
  for (let at = 0; at < mask.length; at += 1) {
    const [x, y] = centreOf(at)
    const along = (x / FIELD.width + y / FIELD.height) / 2
    for (let channel = 0; channel < 3; channel += 1) {
      const from = first[channel] ?? 0
      const ground = from + ((last[channel] ?? 0) - from) * along
      pixels[at * 3 + channel] = Math.round(ground + (255 - ground) * (mask[at] ?? 0))
    }
  }
  return pixels
}

export function createImages(): (path: string) => Promise<Response | null> {
  /** Cached per family: drawing takes most of the time. */
  const masks = new Map<Family, Float32Array>()
  return async (path) => {
    const [, name, words] = /^\/images\/products\/([a-z0-9]+)-([a-z0-9-]+)\.png$/.exec(path) ?? []
    const family = FAMILIES.find((one) => one === name)
    if (!family || words === undefined) return null
    const mask = masks.get(family) ?? maskOf(family)
    masks.set(family, mask)
    return new Response(await encodePng(WIDTH, HEIGHT, paint(mask, hueOf(words))), {
      headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }
    })
  }
}

export const DATA_ICONS = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAPklEQVR42mNgoAXgK6n5jw1TpJkoQwhpxmsIsZqxGoJNATrAawghzbgMGc4GkByIFEcjVRISVZIyVTITqQAAR992HGyMilUAAAAASUVORK5CYII=',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAPklEQVR42mNgoAU4kiTwHxumSDNRhhDSjNcQYjVjNQSbAnSA1xBCmnEZMpwNIDkQKY5GqiQkqiRlqmQmUgEA/iCRPPET7U0AAAAASUVORK5CYII='
] as const

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const RGB = 2
/** Filter "Up": each byte is the difference to the one above. Smooth gradients then compress well. */
const FILTER_UP = 2

async function encodePng(width: number, height: number, pixels: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
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
