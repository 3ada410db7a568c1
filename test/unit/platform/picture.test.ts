import { describe, expect, test } from 'vitest'
import { pictureInData, pictureOf } from '../../../src/main/platform/picture.ts'
import { failureOf } from '../../../src/shared/ipc/failure.ts'

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const failureIn = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return failureOf(error)
  }
}

test.each([
  ['\x89PNG\r\n\x1a\n...', 'image/png'],
  ['\xff\xd8\xff\xe0...', 'image/jpeg'],
  ['GIF89a...', 'image/gif'],
  ['RIFF\x10\x00\x00\x00WEBPVP8 ', 'image/webp'],
  ['<svg xmlns="x">', 'image/svg+xml'],
  ['\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><svg>', 'image/svg+xml']
])('%j is %s', (text, type) => {
  expect(pictureOf(bytes(text)).type).toBe(type)
})

test.each([
  ['<html><body><svg></svg></body></html>', 'unknownShape'],
  ['{"svg":1}', 'unknownShape'],
  ['', 'empty']
])('%j is no picture', (text, found) => {
  expect(failureIn(() => pictureOf(bytes(text), 'h'))).toEqual({ code: 'BAD_REPLY', host: 'h', found })
})

describe('data address', () => {
  test('base64 and plain', () => {
    const data = Buffer.from('GIF89a!').toString('base64')
    expect(Buffer.from(pictureInData(`data:image/png;base64,${data}`).bytes).toString()).toBe('GIF89a!')
    expect(pictureInData('data:image/svg+xml,%3Csvg%20/%3E').type).toBe('image/svg+xml')
  })

  const gif = Buffer.from('GIF89a!').toString('base64')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" fill="#fff"><script>alert(1)</script></svg>'

  test.each([
    ['no type', `data:;base64,${gif}`],
    ['no type and no letter', `data:;BASE64,${gif}`],
    ['another type', `data:text/html;base64,${gif}`],
    ['what is no type', `data:///..\\;;;base64,${gif}`],
    ['parameters', `data:image/gif;charset=utf-8;name="a;b.gif";base64,${gif}`],
    ['space', `data:image/gif; base64 ,${gif}`],
    ['lines', `data:image/gif;base64,${gif.slice(0, 3)}\r\n ${gif.slice(3)}`],
    ['percent signs', `data:image/gif;base64,${encodeURIComponent(gif)}`],
    ['base64url without its end', `data:image/gif;base64,${gif.replace(/=+$/, '')}`],
    ['letters as they are', 'data:image/gif,GIF89a!']
  ])('with %s is read by its bytes', (_name, address) => {
    const { type, bytes: read } = pictureInData(address)
    expect(type).toBe('image/gif')
    expect(Buffer.from(read).toString()).toBe('GIF89a!')
  })

  test.each([
    ['base64', `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`],
    ['percent signs', `data:image/svg+xml,${encodeURIComponent(svg)}`],
    ['nothing, as many write it', `data:image/svg+xml;utf8,${svg}`],
    ['a type that it is not', `data:image/png,${svg}`]
  ])('an SVG in %s is one, whole: what is served with it keeps it still', (_name, address) => {
    const { type, bytes: read } = pictureInData(address)
    expect(type).toBe('image/svg+xml')
    expect(Buffer.from(read).toString()).toBe(svg)
  })

  test.each([
    ['data:image/png', { code: 'BAD_REQUEST', found: 'address' }],
    ['data:image/png;base64,AAAA', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/svg+xml,%E0%A4%A', { code: 'BAD_REPLY', found: 'malformed' }],
    ['data:text/html,<script>', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/svg+xml,<html><svg/></html>', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/gif;base64', { code: 'BAD_REQUEST', found: 'address' }],
    ['data:,', { code: 'BAD_REPLY', found: 'empty' }],
    ['data:', { code: 'BAD_REQUEST', found: 'address' }]
  ])('%s', (address, failure) => {
    expect(failureIn(() => pictureInData(address))).toEqual(failure)
  })

  test('more than 2 MB', () => {
    expect(failureIn(() => pictureInData(`data:,${'a'.repeat(2 * 1024 * 1024 + 1)}`))).toEqual({ code: 'TOO_LARGE' })
  })
})
