import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  MAX_JPEG_SCANS,
  MAX_PARTS,
  MAX_SUB_BLOCKS,
  PICTURE_LIMITS,
  readPicture
} from '../../../src/shared/picture/picture.ts'
import {
  animatedPng,
  AVIF,
  bytesOf,
  type Bytes,
  gif,
  gifImage,
  isShowable,
  jpeg,
  jpegFrame,
  NESTED_SVG,
  png,
  progressiveJpeg,
  STILL_PICTURES,
  webp
} from '../../support/pictures.ts'
import { runs } from '../../support/depth.ts'

describe('still pictures', () => {
  test.each(STILL_PICTURES)('$name is recognised by its bytes and measured by its header', ({ bytes, type, size }) => {
    expect(readPicture(bytes)).toMatchObject({ type, width: size[0], height: size[1] })
    expect(isShowable(bytes)).toBe(true)
  })

  test.each([
    ['a JPEG with fill bytes before a marker', jpeg([0xff, 0xff]), 8],
    [
      'a JPEG whose EXIF data holds a frame header',
      jpeg(bytesOf([0xff, 0xe1, 0, 21], jpegFrame(60_000, 60_000), [0, 0, 0, 0, 0, 0])),
      8
    ],
    ['a JPEG with a small gain map', jpeg([], jpegFrame(4, 4)), 8],
    ['a GIF on a larger screen', gif({ screen: [30, 20] }), 30],
    ['a GIF without an end', gif().subarray(0, -1), 1]
  ])('%s is shown', (_name, bytes, width) => {
    expect(readPicture(bytes)?.width).toBe(width)
    expect(isShowable(bytes)).toBe(true)
  })
})

describe('what is not shown', () => {
  test.each([
    ['nothing', bytesOf()],
    ['an SVG', bytesOf(NESTED_SVG)],
    ['an SVG after an XML declaration', bytesOf(`\xef\xbb\xbf<?xml version="1.0"?>\n${NESTED_SVG}`)],
    ['a web page', bytesOf('<!doctype html><img src="data:image/png;base64,iVBORw0KGgo=">')],
    ['a BMP', bytesOf('BM', Array<number>(60).fill(1))],
    ['an icon', bytesOf([0, 0, 1, 0, 1, 0], Array<number>(60).fill(1))],
    ['an AVIF', AVIF],
    ['an animated PNG', animatedPng()],
    ['an animated GIF', gif({ images: 2 })],
    ['an animated WebP', webp.animated()],
    ['a GIF without an image', gif({ images: 0 })],
    ['a GIF with bytes between its blocks', bytesOf(gif().subarray(0, 19), [7], gif().subarray(19))],
    ['a JPEG with bytes between its segments', jpeg([7])],
    ['a JPEG with two frame headers', jpeg(jpegFrame(4, 4))],
    ['a JPEG that never comes to its scan', jpeg().subarray(0, 200)],
    ['a PNG of no width', png(0, 5)]
  ])('%s', (_name, bytes) => {
    expect(readPicture(bytes)).toBeNull()
    expect(isShowable(bytes)).toBe(false)
  })
})

describe('pictures that are too large', () => {
  const { side, pixels } = PICTURE_LIMITS
  const other = pixels / side

  test.each([
    ['a PNG', png(side, other), png(side, other + 1)],
    ['a PNG of one row', png(side, 1), png(side + 1, 1)],
    ['a PNG of one column', png(1, side), png(1, side + 1)],
    ['a lossy WebP', webp.lossy(side, other), webp.lossy(side, other + 1)],
    ['a lossless WebP', webp.lossless(side, other), webp.lossless(side, other + 1)],
    ['a WebP with a canvas', webp.withAlpha(side, other), webp.withAlpha(side, other + 1)],
    ['a GIF by its screen', gif({ screen: [side, other] }), gif({ screen: [side, other + 1] })],
    ['a progressive JPEG', progressiveJpeg(2, side, other), progressiveJpeg(2, side, other + 1)]
  ])('%s is shown up to the limit', (_name, within, beyond) => {
    expect(isShowable(within)).toBe(true)
    expect(readPicture(beyond)).not.toBeNull()
    expect(isShowable(beyond)).toBe(false)
  })

  test.each([
    ['a GIF whose image is larger than its screen', gif({ image: gifImage(60_000, 60_000) })],
    [
      'a WebP whose stream is larger than its canvas',
      bytesOf(webp.withAlpha(), webp.lossy(16_000, 16_000).subarray(12))
    ],
    ['a JPEG with a huge gain map behind it', jpeg([], jpegFrame(60_000, 60_000))]
  ])('%s', (_name, bytes) => {
    expect(readPicture(bytes)).not.toBeNull()
    expect(isShowable(bytes)).toBe(false)
  })

  test('a JPEG has so many scans and no more', () => {
    expect(isShowable(progressiveJpeg(MAX_JPEG_SCANS))).toBe(true)
    expect(isShowable(progressiveJpeg(MAX_JPEG_SCANS + 1))).toBe(false)
  })
})

/** Reads the header, and counts the bytes that were looked at: a time would depend on the machine. */
function looksAt(bytes: Uint8Array): number {
  let count = 0
  const counted = new Proxy(bytes, {
    get(target, key) {
      if (key === 'length') return target.length
      if (key === 'subarray') {
        return (from: number, to: number) => {
          const part = target.subarray(from, to)
          count += part.length
          return part
        }
      }
      if (key === 'indexOf') {
        return (byte: number, from: number) => {
          const at = target.indexOf(byte, from)
          count += (at === -1 ? target.length : at) - from + 1
          return at
        }
      }
      count += 1
      return target[Number(key)]
    }
  })
  expect(readPicture(counted)).toEqual(readPicture(bytes))
  return count
}

describe('any bytes are read without an error, each of them a few times at most', () => {
  const MOST = 12
  /** Fixed fields, in a file that is shorter. */
  const ALWAYS = 400
  const expectLinear = (bytes: Uint8Array): void => {
    expect(looksAt(bytes)).toBeLessThan(MOST * bytes.length + ALWAYS)
  }
  const starts = [...STILL_PICTURES.map(({ bytes }) => bytes), animatedPng(), webp.animated(), gif({ images: 2 })]

  test('after any signature', () => {
    const signature = fc.constantFrom(...starts.map((bytes) => bytes.subarray(0, 12)), bytesOf())
    fc.assert(
      fc.property(signature, fc.uint8Array({ maxLength: 300 }), (start, rest) => expectLinear(bytesOf(start, rest))),
      { numRuns: runs(2000) }
    )
  })

  test('of real pictures that are damaged or end early', () => {
    const damage = fc.array(fc.tuple(fc.nat(700), fc.integer({ min: 0, max: 255 })), { maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...starts), damage, fc.nat(700), (bytes, changes, end) => {
        const damaged = bytesOf(bytes)
        for (const [at, value] of changes) damaged[at % damaged.length] = value
        expectLinear(damaged)
        expectLinear(damaged.subarray(0, end))
      }),
      { numRuns: runs(2000) }
    )
  })

  const filled = (length: number, start: Uint8Array, ...unit: number[]): Bytes => {
    const bytes = new Uint8Array(length)
    bytes.set(start)
    for (let at = start.length; at < length; at += 1) bytes[at] = unit[(at - start.length) % unit.length] ?? 0
    return bytes
  }
  const startOfJpeg = bytesOf([0xff, 0xd8])
  const beforeGifBlocks = gif().subarray(0, 19)

  test.each<[string, Uint8Array, number[]]>([
    ['empty PNG chunks', png().subarray(0, 33), [0, 0, 0, 0, 65, 65, 65, 65, 0, 0, 0, 0]],
    ['empty JPEG segments', startOfJpeg, [0xff, 0xfe, 0, 2]],
    ['JPEG segments of no length', startOfJpeg, [0xff, 0xfe, 0, 0]],
    ['JPEG fill bytes', startOfJpeg, [0xff]],
    ['JPEG scans', jpeg().subarray(0, -2), [0xff, 0xda]],
    ['JPEG frame headers', jpeg().subarray(0, -2), [0xff, 0xc0]],
    ['GIF sub-blocks', gif().subarray(0, -4), [1, 7]],
    ['GIF extensions', beforeGifBlocks, [0x21, 0xf9, 0]],
    ['GIF extensions of many sub-blocks', beforeGifBlocks, [0x21, 0xf9, ...Array<number>(100).fill(1), 0]],
    ['GIF images', beforeGifBlocks, [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0]],
    ['empty WebP chunks', webp.lossy().subarray(0, 12), [65, 65, 65, 65, 0, 0, 0, 0]]
  ])('2 MB of %s are given up after a few parts', (_name, start, unit) => {
    const bytes = filled(2 * 1024 * 1024, start, ...unit)
    expect(looksAt(bytes)).toBeLessThan(30_000)
    expect(readPicture(bytes)).toBeNull()
  })

  test('what encodes a JPEG’s picture is looked at once', () => {
    const data = filled(100_000, jpeg().subarray(0, -2), 0xff, 0)
    expect(looksAt(data)).toBeLessThan(2 * data.length)
    expect(isShowable(data)).toBe(true)
  })
})

describe('a picture has so many parts and no more', () => {
  const repeated = (times: number, part: readonly number[]): Bytes =>
    bytesOf(...Array.from({ length: times }, () => part))
  const chunk = [65, 65, 65, 65, 0, 0, 0, 0]

  test.each<[string, number, (more: number) => Uint8Array]>([
    // Less what the picture has by itself.
    [
      'PNG chunks',
      MAX_PARTS - 4,
      (more) => bytesOf(png().subarray(0, 33), repeated(more, [0, 0, 0, 0, ...chunk]), png().subarray(33))
    ],
    ['JPEG segments', MAX_PARTS - 9, (more) => jpeg(repeated(more, [0xff, 0xfe, 0, 2]))],
    ['frame headers behind a JPEG', MAX_PARTS, (more) => jpeg([], repeated(more, [...jpegFrame(1, 1)]))],
    [
      'GIF extensions',
      MAX_PARTS - 2,
      (more) => bytesOf(gif().subarray(0, 19), repeated(more, [0x21, 0xf9, 0]), gif().subarray(19))
    ],
    [
      'GIF sub-blocks',
      MAX_SUB_BLOCKS - 2,
      (more) => bytesOf(gif().subarray(0, -2), repeated(more, [1, 7]), gif().subarray(-2))
    ],
    ['WebP chunks', MAX_PARTS - 1, (more) => bytesOf(webp.lossy(), repeated(more, chunk))]
  ])('%s', (_name, most, picture) => {
    expect(isShowable(picture(most))).toBe(true)
    expect(readPicture(picture(most + 1))).toBeNull()
  })
})
