/** Windows takes 2,560 bytes a credential: what is longer is kept in pieces. */
import { describe, expect, test } from 'vitest'
import { toErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { SystemKeychain } from '../../../../src/main/storage/keychain/system-keychain.ts'
import { ThrowingKeytar } from '../../../support/keytar.ts'

const key = Buffer.alloc(32, 'k').toString('base64')
const origin = 'https://api.example.com'
const short = { token: 'short', origin, dataKey: key }
const long = { token: 'x'.repeat(16_384), origin, dataKey: key }
const longer = { token: 'y'.repeat(16_000), origin, dataKey: key }
const small = { token: 'z'.repeat(6_000), origin, dataKey: key }

function windows(): { keytar: ThrowingKeytar; keychain: SystemKeychain } {
  const keytar = new ThrowingKeytar()
  keytar.limit = 2560
  return { keytar, keychain: new SystemKeychain({ keytar: keytar.load, platform: 'win32' }) }
}
const names = (keytar: ThrowingKeytar): string[] => [...keytar.entries.keys()].sort()
const outcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'fine', toErrorInfo)

describe('an entry that is too long for one credential', () => {
  test.each([16_384, ...Array.from({ length: 30 }, (_, at) => 2260 + at * 4), 2300, 2301, 2302, 2303])(
    'with a token of %i characters is read back',
    async (length) => {
      const { keytar, keychain } = windows()
      const entry = { token: 'aB3-._~+/=|:$@!'.repeat(1100).slice(0, length), origin, dataKey: key }
      await keychain.write('a', entry)
      for (const text of keytar.entries.values()) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2400)
      expect(await keychain.read('a')).toEqual(entry)
    }
  )

  test('is split only if it is too long, and only on Windows', async () => {
    const { keytar, keychain } = windows()
    await keychain.write('a', short)
    expect(names(keytar)).toEqual(['Portside/a'])
    const linux = new ThrowingKeytar()
    await new SystemKeychain({ keytar: linux.load, platform: 'linux' }).write('a', long)
    expect(linux.calls).toEqual(['set a'])
  })

  test('is replaced and removed with all its chunks, and no other account loses any', async () => {
    const { keytar, keychain } = windows()
    await keychain.write('b', long)
    const others = names(keytar)
    for (const entry of [long, longer, small, long, small, short, longer]) {
      await keychain.write('a', entry)
      expect(await keychain.read('a')).toEqual(entry)
      const mine = names(keytar).filter((name) => name.startsWith('Portside/a'))
      const chunks = Math.ceil((JSON.stringify(entry).length + 6) / 2400)
      expect(mine).toHaveLength(chunks === 1 ? 1 : chunks + 1)
    }
    await keychain.remove('a')
    expect(names(keytar)).toEqual(others)
    expect(await keychain.read('b')).toEqual(long)
  })
})

describe('a store that fails on the way', () => {
  test.each([
    ['a short one', short],
    ['a long one', longer]
  ])('at whichever call: the old entry (%s) stays whole until the new one is', async (_, old) => {
    let failed = 0
    for (let nth = 1; ; nth += 1) {
      const { keytar, keychain } = windows()
      await keychain.write('a', old)
      keytar.failAt(nth, 'An error occurred on the device')
      const result = await outcome(keychain.write('a', long))
      if (result !== 'fine') {
        failed += 1
        expect(result).toEqual({ code: 'KEYCHAIN_REFUSED' })
      }
      expect(await keychain.read('a')).toEqual(result === 'fine' ? long : old)
      // What was left lying about goes with the next write, and with a removal.
      if (nth % 2 === 0) await keychain.write('a', small)
      await keychain.remove('a')
      expect(names(keytar)).toEqual([])
      if (result === 'fine') break
    }
    // Its first look, 7 pieces and the head.
    expect(failed).toBe(9)
  })

  test('by not answering: the write ends there, and the old entry stays whole', async () => {
    const { keytar } = windows()
    const keychain = new SystemKeychain({ keytar: keytar.load, platform: 'win32', timeoutMs: 500 })
    await keychain.write('a', longer)
    const held = keytar.holdAt(4)
    expect(await outcome(keychain.write('a', long))).toEqual({ code: 'KEYCHAIN_SILENT' })
    held.answer()
    expect(await keychain.read('a')).toEqual(longer)
  })

  test('while the token goes: that is not called done before its pieces have gone', async () => {
    const { keytar, keychain } = windows()
    await keychain.write('a', long)
    const signedOut = { token: null, origin: null, dataKey: key }
    // A look, the head, a look at the set, then the last of its pieces is deleted.
    const nth = keytar.calls.length
    await keychain.write('a', signedOut)
    const deletion = keytar.calls.slice(nth).findIndex((call) => call.startsWith('delete')) + 1
    await keychain.write('a', long)
    keytar.failAt(deletion, 'An error occurred on the device')
    expect(await outcome(keychain.write('a', signedOut))).toEqual({ code: 'KEYCHAIN_REFUSED' })
    expect(names(keytar).length).toBeGreaterThan(1)
    expect(await outcome(keychain.write('a', signedOut))).toBe('fine')
    expect(names(keytar)).toEqual(['Portside/a'])
  })

  test.each([2, 5, 11])('in a removal, at call %i: it can be repeated', async (nth) => {
    const { keytar, keychain } = windows()
    await keychain.write('a', long)
    keytar.failAt(nth, 'An error occurred on the device')
    expect(await outcome(keychain.remove('a'))).toEqual({ code: 'KEYCHAIN_LOCKED' })
    await keychain.remove('a')
    expect(names(keytar)).toEqual([])
  })
})

describe('pieces that were changed behind our back', () => {
  test.each<[string, (keytar: ThrowingKeytar) => void]>([
    ['one is gone', (keytar) => keytar.entries.delete('Portside/a.a.3')],
    ['the last is gone', (keytar) => keytar.entries.delete('Portside/a.a.6')],
    ['one is something else', (keytar) => keytar.entries.set('Portside/a.a.3', 'z'.repeat(2400))],
    ['the head names the other set', (keytar) => edit(keytar, '"set":"a"', '"set":"b"')],
    ['the head names fewer', (keytar) => edit(keytar, '"count":7', '"count":6')],
    ['the head names more than there can be', (keytar) => edit(keytar, '"count":7', '"count":70000')]
  ])('%s', async (_, change) => {
    const { keytar, keychain } = windows()
    await keychain.write('a', long)
    expect(await outcome(keychain.read('a'))).toBe('fine')
    change(keytar)
    expect(await outcome(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_CHANGED' })
    await keychain.remove('a')
    expect(names(keytar)).toEqual([])
  })
})

function edit(keytar: ThrowingKeytar, from: string, to: string): void {
  const head = keytar.entries.get('Portside/a') ?? ''
  expect(head).toContain(from)
  keytar.entries.set('Portside/a', head.replace(from, to))
}
