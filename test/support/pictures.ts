/**
 * Pictures that real encoders made, taken apart and put together by code, so that a test can change one field. Without Node: tests in
 * Chromium decode them.
 */
import { isWithinLimits, readPicture, type PictureType } from '../../src/shared/picture/picture.ts'

export type Bytes = Uint8Array<ArrayBuffer>
type Part = string | readonly number[] | Uint8Array

export function bytesOf(...parts: Part[]): Bytes {
  const arrays = parts.map((part) =>
    typeof part === 'string' ? Uint8Array.from(part, (letter) => letter.charCodeAt(0)) : part
  )
  const whole = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const array of arrays) {
    whole.set(array, at)
    at += array.length
  }
  return whole
}

export const dataUrl = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`

const big = (value: number, length: number): number[] =>
  Array.from({ length }, (_none, place) => Math.floor(value / 2 ** (8 * (length - 1 - place))) % 256)
const little = (value: number, length: number): number[] => big(value, length).toReversed()
const base64 = (text: string): Bytes => bytesOf(atob(text))

/** Checksums are zero: browsers skip the chunks that tests add. */
const pngChunk = (type: string, data: Bytes = bytesOf()): Bytes =>
  bytesOf(big(data.length, 4), type, data, [0, 0, 0, 0])

const PNG = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAFCAYAAAB4ka1VAAAAI0lEQVR4AbzKMQ0AAAwCwQYZNVsD9QwOYOOT3w57TzcmVAACAAD//7b+55oAAAAGSURBVAMA6SoRK9eqfLoAAAAASUVORK5CYII='
)
/** 8 × 5 pixels; another size is only claimed. */
export const png = (width = 8, height = 5): Bytes =>
  bytesOf(PNG.subarray(0, 16), big(width, 4), big(height, 4), PNG.subarray(24))
export const animatedPng = (): Bytes =>
  bytesOf(PNG.subarray(0, 33), pngChunk('acTL', bytesOf(big(2, 4), big(0, 4))), PNG.subarray(33))

const JPEG = base64(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAFAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCACSf/2Q=='
)
/** 8 × 5 pixels. @param before segments after the first marker, @param after bytes behind the end */
export const jpeg = (before: Part = [], after: Part = []): Bytes =>
  bytesOf(JPEG.subarray(0, 2), before, JPEG.subarray(2), after)

const segment = (marker: number, ...data: Part[]): Bytes => {
  const content = bytesOf(...data)
  return bytesOf([0xff, marker], big(content.length + 2, 2), content)
}
/** What a baseline frame header of that size looks like. */
export const jpegFrame = (width: number, height: number): Bytes =>
  segment(0xc0, [8], big(height, 2), big(width, 2), [1, 1, 0x11, 0])

/** A grey progressive JPEG of 8 × 5 pixels: the mean brightness, then scans that change nothing. */
export function progressiveJpeg(scans: number, width = 8, height = 5): Bytes {
  const counts = [1, ...Array<number>(15).fill(0)]
  const scan = (...spectrum: number[]): Bytes => bytesOf(segment(0xda, [1, 1, 0, ...spectrum, 0]), [0x7f])
  return bytesOf(
    [0xff, 0xd8],
    segment(0xdb, [0], Array<number>(64).fill(1)),
    segment(0xc2, [8], big(height, 2), big(width, 2), [1, 1, 0x11, 0]),
    segment(0xc4, [0x00], counts, [0]),
    segment(0xc4, [0x10], counts, [0]),
    scan(0, 0),
    ...Array.from({ length: scans - 1 }, () => scan(1, 63)),
    [0xff, 0xd9]
  )
}

const GIF_IMAGE = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
/** One pixel, or several one after the other. The screen is as large as it says, the images are as they are. */
export const gif = ({ screen = [1, 1] as [number, number], image = GIF_IMAGE, images = 1 } = {}): Bytes =>
  bytesOf(
    'GIF89a',
    ...screen.map((side) => little(side, 2)),
    [0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...Array.from({ length: images }, () => bytesOf([0x21, 0xf9, 4, 1, 10, 0, 0, 0], image)),
    [0x3b]
  )
/** The descriptor of an image of that size, with the data of one pixel. */
export const gifImage = (width: number, height: number): number[] => [
  ...GIF_IMAGE.slice(0, 5),
  ...little(width, 2),
  ...little(height, 2),
  ...GIF_IMAGE.slice(9)
]

const riff = (...chunks: Bytes[]): Bytes => {
  const content = bytesOf('WEBP', ...chunks)
  return bytesOf('RIFF', little(content.length, 4), content)
}
const webpChunk = (type: string, data: Bytes): Bytes =>
  bytesOf(type, little(data.length, 4), data, data.length % 2 === 1 ? [0] : [])
const VP8 = base64('cAEAnQEqCAAFAAdAliWgAnQBQAAA/tolFqJKm9etLc3TAAAA')
const VP8L = base64('LwcAAQAH0L9qlLH/gYjofwA=')
const ALPHA = webpChunk('ALPH', base64('AQ8w/xER4uP/Ef2PCA=='))
const extended = (flags: number, width: number, height: number): Bytes =>
  webpChunk('VP8X', bytesOf([flags, 0, 0, 0], little(width - 1, 3), little(height - 1, 3)))
const lossy = (width: number, height: number): Bytes =>
  webpChunk('VP8 ', bytesOf(VP8.subarray(0, 6), little(width, 2), little(height, 2), VP8.subarray(10)))

/** 8 × 5 pixels; another size is only claimed. */
export const webp = {
  lossy: (width = 8, height = 5): Bytes => riff(lossy(width, height)),
  lossless: (width = 8, height = 5): Bytes =>
    riff(webpChunk('VP8L', bytesOf([0x2f], little(width - 1 + (height - 1) * 2 ** 14, 4), VP8L.subarray(5)))),
  withAlpha: (width = 8, height = 5): Bytes => riff(extended(0x10, width, height), ALPHA, lossy(8, 5)),
  animated: (): Bytes =>
    riff(
      extended(0x02, 8, 5),
      webpChunk('ANIM', bytesOf([0, 0, 0, 0, 0, 0])),
      ...[1, 2].map(() =>
        webpChunk(
          'ANMF',
          bytesOf(Array<number>(6).fill(0), little(7, 3), little(4, 3), little(100, 3), [0], lossy(8, 5))
        )
      )
    )
}

/** 64 × 48 pixels. The app doesn't read AVIF. */
export const AVIF = base64(
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAANJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAAPYAAAAsAAAAI2lpbmYAAAAAAAEAAAAVaW5mZQIAAAAAAQAAYXYwMQAAAABWaXBycAAAADhpcGNvAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAFmlwbWEAAAAAAAAAAQABAwECgwAAADRtZGF0EgAKDAAAAAKv94A0QENAYTIaEEoACCCCEAAgtFrMzP+o1nlyMGmW4nxViKY='
)

/** One of each kind that is shown, with its size. */
export const STILL_PICTURES: readonly { name: string; type: PictureType; bytes: Bytes; size: [number, number] }[] = [
  { name: 'a PNG', type: 'image/png', bytes: png(), size: [8, 5] },
  { name: 'a JPEG', type: 'image/jpeg', bytes: jpeg(), size: [8, 5] },
  { name: 'a progressive JPEG', type: 'image/jpeg', bytes: progressiveJpeg(10), size: [8, 5] },
  { name: 'a GIF', type: 'image/gif', bytes: gif(), size: [1, 1] },
  { name: 'a lossy WebP', type: 'image/webp', bytes: webp.lossy(), size: [8, 5] },
  { name: 'a lossless WebP', type: 'image/webp', bytes: webp.lossless(), size: [8, 5] },
  { name: 'a WebP with transparency', type: 'image/webp', bytes: webp.withAlpha(), size: [8, 5] }
]

export function isShowable(bytes: Uint8Array): boolean {
  const header = readPicture(bytes)
  return header !== null && isWithinLimits(header)
}

/** Nested references: 1 kB of SVG that draws 10⁵ shapes. */
export const NESTED_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><g id="a0"><rect width="1" height="1"/></g>${Array.from(
  { length: 5 },
  (_none, level) => `<g id="a${level + 1}">${`<use href="#a${level}"/>`.repeat(10)}</g>`
).join('')}</svg>`
