import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseKey, encrypt, decrypt, type EncryptionContext } from '../../../src/main/storage/encryption.ts'

const KEY = randomBytes(32)
const CONTEXT: EncryptionContext = { accountId: 'account-a', topic: 'profile', part: 'document' }
const TEXT = 'Zoë'

describe('a box', () => {
  test('opens to the text that was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(decrypt(KEY, CONTEXT, encrypt(KEY, CONTEXT, text))?.toString('utf8')).toBe(text.toWellFormed())
      })
    )
  })

  test('of nothing is a box too', () => {
    expect(encrypt(KEY, CONTEXT, '')).toHaveLength(1 + 12 + 16)
    expect(decrypt(KEY, CONTEXT, encrypt(KEY, CONTEXT, ''))?.toString()).toBe('')
  })

  test('shows nothing of its text', () => {
    const text = 'canary '.repeat(50)
    expect(encrypt(KEY, CONTEXT, text).toString('latin1')).not.toContain('canary')
  })

  test('does not open with any of its bits changed', () => {
    const box = encrypt(KEY, CONTEXT, TEXT)
    for (let at = 0; at < box.length * 8; at++) {
      const changed = Buffer.from(box)
      changed[at >> 3] = (changed[at >> 3] as number) ^ (1 << (at & 7))
      expect(decrypt(KEY, CONTEXT, changed), `bit ${at}`).toBeNull()
    }
  })

  test('does not open when it is cut, at either end, or longer', () => {
    const box = encrypt(KEY, CONTEXT, TEXT)
    for (let length = 0; length < box.length; length++) {
      expect(decrypt(KEY, CONTEXT, box.subarray(0, length))).toBeNull()
      expect(decrypt(KEY, CONTEXT, box.subarray(box.length - length))).toBeNull()
    }
    expect(decrypt(KEY, CONTEXT, Buffer.concat([box, Buffer.of(0)]))).toBeNull()
  })

  test('does not open for another account, topic or part, nor with another key', () => {
    const box = encrypt(KEY, CONTEXT, TEXT)
    for (const other of [{ accountId: 'account-b' }, { topic: 'invoices' }, { part: 'about' }]) {
      expect(decrypt(KEY, { ...CONTEXT, ...other }, box)).toBeNull()
    }
    expect(decrypt(randomBytes(32), CONTEXT, box)).toBeNull()
  })

  test('is bound to where each piece of its label ends', () => {
    const box = encrypt(KEY, { accountId: 'ab', topic: 'c', part: 'd' }, TEXT)
    expect(decrypt(KEY, { accountId: 'a', topic: 'bc', part: 'd' }, box)).toBeNull()
    expect(decrypt(KEY, { accountId: 'ab","c', topic: 'd', part: '' }, box)).toBeNull()
  })

  test('of another format does not open', () => {
    const box = encrypt(KEY, CONTEXT, TEXT)
    expect(box[0]).toBe(1)
    box[0] = 2
    expect(decrypt(KEY, CONTEXT, box)).toBeNull()
  })

  test('is never sealed with a nonce that was used before', () => {
    const nonces = Array.from({ length: 5000 }, () => encrypt(KEY, CONTEXT, TEXT).toString('hex', 1, 13))
    expect(new Set(nonces).size).toBe(nonces.length)
  })
})

test('a key is 32 bytes', () => {
  expect(parseKey(KEY.toString('base64'))).toEqual(KEY)
  for (const none of ['', 'no key', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')]) {
    expect(parseKey(none)).toBeNull()
  }
})
