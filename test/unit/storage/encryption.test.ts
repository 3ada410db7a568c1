import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseKey, encrypt, decrypt, type EncryptionContext } from '../../../src/main/storage/encryption.ts'

const KEY = randomBytes(32)
const CONTEXT: EncryptionContext = { accountId: 'account-a', topic: 'profile', part: 'document' }
const TEXT = 'Zoë'

describe('encrypted data', () => {
  test('decrypts to the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(decrypt(KEY, CONTEXT, encrypt(KEY, CONTEXT, text))?.toString('utf8')).toBe(text.toWellFormed())
      })
    )
  })

  test('does not decrypt with any bit changed', () => {
    const data = encrypt(KEY, CONTEXT, TEXT)
    for (let at = 0; at < data.length * 8; at++) {
      const changed = Buffer.from(data)
      changed[at >> 3] = (changed[at >> 3] as number) ^ (1 << (at & 7))
      expect(decrypt(KEY, CONTEXT, changed), `bit ${at}`).toBeNull()
    }
  })

  test('does not decrypt when it is shorter, at either end, or longer', () => {
    const data = encrypt(KEY, CONTEXT, TEXT)
    for (let length = 0; length < data.length; length++) {
      expect(decrypt(KEY, CONTEXT, data.subarray(0, length))).toBeNull()
      expect(decrypt(KEY, CONTEXT, data.subarray(data.length - length))).toBeNull()
    }
    expect(decrypt(KEY, CONTEXT, Buffer.concat([data, Buffer.of(0)]))).toBeNull()
  })

  test('does not decrypt for another account, topic, part or key', () => {
    const data = encrypt(KEY, CONTEXT, TEXT)
    for (const other of [{ accountId: 'account-b' }, { topic: 'invoices' }, { part: 'about' }]) {
      expect(decrypt(KEY, { ...CONTEXT, ...other }, data)).toBeNull()
    }
    expect(decrypt(randomBytes(32), CONTEXT, data)).toBeNull()
  })

  test('does not decrypt in another format', () => {
    const data = encrypt(KEY, CONTEXT, TEXT)
    expect(data[0]).toBe(1)
    data[0] = 2
    expect(decrypt(KEY, CONTEXT, data)).toBeNull()
  })

  test('never reuses a nonce', () => {
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
