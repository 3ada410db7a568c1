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

  test.each([
    ['data:image/png', { code: 'BAD_REQUEST', found: 'address' }],
    ['data:image/png;base64,AAAA', { code: 'BAD_REPLY', found: 'unknownShape' }],
    ['data:image/svg+xml,%E0%A4%A', { code: 'BAD_REPLY', found: 'malformed' }],
    ['data:text/html,<script>', { code: 'BAD_REPLY', found: 'unknownShape' }]
  ])('%s', (address, failure) => {
    expect(failureIn(() => pictureInData(address))).toEqual(failure)
  })

  test('more than 2 MB', () => {
    expect(failureIn(() => pictureInData(`data:,${'a'.repeat(2 * 1024 * 1024 + 1)}`))).toEqual({ code: 'TOO_LARGE' })
  })
})
