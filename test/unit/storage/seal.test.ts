import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyFrom, seal, unseal, type BoxLabel } from '../../../src/main/storage/encryption.ts'

const KEY = randomBytes(32)
const LABEL: BoxLabel = { accountId: 'account-a', topic: 'profile', part: 'document' }
const TEXT = 'Zoë'

describe('a box', () => {
  test('opens to the text that was sealed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(unseal(KEY, LABEL, seal(KEY, LABEL, text))?.toString('utf8')).toBe(text.toWellFormed())
      })
    )
  })

  test('of nothing is a box too', () => {
    expect(seal(KEY, LABEL, '')).toHaveLength(1 + 12 + 16)
    expect(unseal(KEY, LABEL, seal(KEY, LABEL, ''))?.toString()).toBe('')
  })

  test('shows nothing of its text', () => {
    const text = 'canary '.repeat(50)
    expect(seal(KEY, LABEL, text).toString('latin1')).not.toContain('canary')
  })

  test('does not open with any of its bits changed', () => {
    const box = seal(KEY, LABEL, TEXT)
    for (let at = 0; at < box.length * 8; at++) {
      const changed = Buffer.from(box)
      changed[at >> 3] = (changed[at >> 3] as number) ^ (1 << (at & 7))
      expect(unseal(KEY, LABEL, changed), `bit ${at}`).toBeNull()
    }
  })

  test('does not open when it is cut, at either end, or longer', () => {
    const box = seal(KEY, LABEL, TEXT)
    for (let length = 0; length < box.length; length++) {
      expect(unseal(KEY, LABEL, box.subarray(0, length))).toBeNull()
      expect(unseal(KEY, LABEL, box.subarray(box.length - length))).toBeNull()
    }
    expect(unseal(KEY, LABEL, Buffer.concat([box, Buffer.of(0)]))).toBeNull()
  })

  test('does not open for another account, topic or part, nor with another key', () => {
    const box = seal(KEY, LABEL, TEXT)
    for (const other of [{ accountId: 'account-b' }, { topic: 'invoices' }, { part: 'about' }]) {
      expect(unseal(KEY, { ...LABEL, ...other }, box)).toBeNull()
    }
    expect(unseal(randomBytes(32), LABEL, box)).toBeNull()
  })

  test('is bound to where each piece of its label ends', () => {
    const box = seal(KEY, { accountId: 'ab', topic: 'c', part: 'd' }, TEXT)
    expect(unseal(KEY, { accountId: 'a', topic: 'bc', part: 'd' }, box)).toBeNull()
    expect(unseal(KEY, { accountId: 'ab","c', topic: 'd', part: '' }, box)).toBeNull()
  })

  test('of another format does not open', () => {
    const box = seal(KEY, LABEL, TEXT)
    expect(box[0]).toBe(1)
    box[0] = 2
    expect(unseal(KEY, LABEL, box)).toBeNull()
  })

  test('is never sealed with a nonce that was used before', () => {
    const nonces = Array.from({ length: 5000 }, () => seal(KEY, LABEL, TEXT).toString('hex', 1, 13))
    expect(new Set(nonces).size).toBe(nonces.length)
  })
})

test('a key is 32 bytes', () => {
  expect(keyFrom(KEY.toString('base64'))).toEqual(KEY)
  for (const none of ['', 'no key', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')]) {
    expect(keyFrom(none)).toBeNull()
  }
})
