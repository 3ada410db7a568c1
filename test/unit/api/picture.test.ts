import { describe, expect, test } from 'vitest'
import { pictureInData, pictureOf } from '../../../src/main/api/linked-files.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import { gif, NESTED_SVG, png, STILL_PICTURES } from '../../support/pictures.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const errorIn = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return toErrorInfo(error)
  }
}

test.each(STILL_PICTURES)('$name is a picture', ({ bytes: given, type }) => {
  expect(pictureOf(given)).toEqual({ type, bytes: given })
})

test.each([
  ['<html><body><svg></svg></body></html>', 'unknownShape'],
  ['{"svg":1}', 'unknownShape'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'unknownShape'],
  ['', 'empty']
])('%j is no picture', (text, found) => {
  expect(errorIn(() => pictureOf(bytes(text), 'h'))).toEqual({ code: 'BAD_REPLY', host: 'h', found })
})

test('a picture of too many pixels is too large, however few bytes it has', () => {
  expect(errorIn(() => pictureOf(png(30_000, 30_000), 'h'))).toEqual({ code: 'TOO_LARGE', host: 'h' })
})

describe('data address', () => {
  const small = gif()
  const encoded = Buffer.from(small).toString('base64')

  test.each([
    ['no type', `data:;base64,${encoded}`],
    ['no type and no letter', `data:;BASE64,${encoded}`],
    ['another type', `data:text/html;base64,${encoded}`],
    ['what is no type', `data:///..\\;;;base64,${encoded}`],
    ['parameters', `data:image/gif;charset=utf-8;name="a;b.gif";base64,${encoded}`],
    ['space', `data:image/gif; base64 ,${encoded}`],
    ['lines', `data:image/gif;base64,${encoded.slice(0, 3)}\r\n ${encoded.slice(3)}`],
    ['percent signs', `data:image/gif;base64,${encodeURIComponent(encoded)}`],
    ['base64url without its end', `data:image/gif;base64,${encoded.replace(/=+$/, '')}`]
  ])('with %s is read by its bytes', (_name, address) => {
    const { type, bytes: read } = pictureInData(address)
    expect(type).toBe('image/gif')
    expect(Buffer.from(read)).toEqual(Buffer.from(small))
  })

  test.each([
    ['base64', `data:image/svg+xml;base64,${btoa(NESTED_SVG)}`],
    ['percent signs', `data:image/svg+xml,${encodeURIComponent(NESTED_SVG)}`],
    ['nothing, as many write it', `data:image/svg+xml;utf8,${NESTED_SVG}`],
    ['the name of another type', `data:image/png,${encodeURIComponent(NESTED_SVG)}`]
  ])('an SVG in %s is refused', (_name, address) => {
    expect(errorIn(() => pictureInData(address))).toEqual({ code: 'BAD_REPLY', found: 'unknownShape' })
  })

  test.each([
    ['data:image/png', { code: 'BAD_REQUEST', found: 'address' }],
    ['data:image/png;base64,AAAA', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/png;base64,%E0%A4%A', { code: 'BAD_REPLY', found: 'malformed' }],
    ['data:text/html,<script>', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/gif;base64', { code: 'BAD_REQUEST', found: 'address' }],
    ['data:image/gif,GIF89a', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:;base64,', { code: 'BAD_REPLY', found: 'empty' }],
    ['data:', { code: 'BAD_REQUEST', found: 'address' }]
  ])('%s', (address, error) => {
    expect(errorIn(() => pictureInData(address))).toEqual(error)
  })

  test('more than 2 MB', () => {
    const encodedZeros = Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64')
    expect(errorIn(() => pictureInData(`data:;base64,${encodedZeros}`))).toEqual({ code: 'TOO_LARGE' })
  })
})
