/** What the readers of picture headers share. Beyond the end every byte is 0: a size of 0 is refused, so no reader checks the length. */

export interface PictureSize {
  width: number
  height: number
  /** All that a decoder produces: more than width × height where a file holds several images, such as an alpha plane. */
  pixels: number
}

/** Big-endian, at most 8 bytes. */
export function uint(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let place = at; place < at + length; place += 1) value = value * 256 + (bytes[place] ?? 0)
  return value
}

/** Little-endian, at most 4 bytes. */
export function uintLittle(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let place = at + length - 1; place >= at; place -= 1) value = value * 256 + (bytes[place] ?? 0)
  return value
}

export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
