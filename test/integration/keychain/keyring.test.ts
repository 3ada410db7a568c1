/** The keychain on the system's real password store. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import keytar from 'keytar'
import { openKeychain, type OpenKeychain, type KeychainOptions } from '../../../src/main/keychain/index.ts'
import { toErrorInfo } from '../../../src/shared/ipc/error.ts'
import { requireKeyring } from '../../support/keyring.ts'
import { DATA_KEY, UNHURRIED } from './entry.ts'

beforeEach(requireKeyring)

const service = `Portside test ${crypto.randomUUID()}`
const key = DATA_KEY
const origin = 'https://api.example.com'
const entry = { token: 'first', origin, dataKey: key }
const long = { token: 'key-|:$@'.repeat(2500).slice(0, 16_384), origin, dataKey: key }
const outcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'fine', toErrorInfo)

/** A keychain whose account `a` is removed with the test. Its store shows no prompt, however slow it is. */
function opened(options: KeychainOptions = {}): OpenKeychain {
  const keychain = openKeychain({ service, ...UNHURRIED, ...options })
  onTestFinished(() => keychain.remove('a'))
  return keychain
}
const accounts = async (): Promise<string[]> =>
  (await keytar.findCredentials(service)).map(({ account }) => account).sort()

describe('a store that is there', () => {
  test('keeps an entry, gives it back, replaces and forgets it', async () => {
    const keychain = opened()
    expect(await keychain.read('a')).toBeNull()
    await keychain.write('a', entry)
    await keychain.write('b', { token: 'of-another-account', origin, dataKey: null })
    expect(await keychain.read('a')).toEqual(entry)
    await keychain.write('a', { token: null, origin: null, dataKey: key })
    expect(await keychain.read('a')).toEqual({ token: null, origin: null, dataKey: key })
    await keychain.remove('a')
    expect(await keychain.read('a')).toBeNull()
    expect(await keychain.read('b')).toEqual({ token: 'of-another-account', origin, dataKey: null })
    await keychain.remove('b')
    expect(await accounts()).toEqual([])
  })

  test('keeps it for the next launch', async () => {
    await opened().write('a', entry)
    expect(await opened().read('a')).toEqual(entry)
  })

  test('gives back what an earlier version kept', async () => {
    const keychain = opened()
    await keytar.setPassword(service, 'a', 'a-bare-token')
    expect(await keychain.read('a')).toEqual({ token: 'a-bare-token', origin: null, dataKey: null })
  })

  test('forgetting what is not there is no error, and leaves nothing', async () => {
    await opened().remove('never written')
    expect(await opened().read('never written')).toBeNull()
    expect(await accounts()).toEqual([])
  })

  test('the longest token, in its own limits on this system', async () => {
    const keychain = opened()
    await keychain.write('a', long)
    expect(await keychain.read('a')).toEqual(long)
    await keychain.remove('a')
    expect(await accounts()).toEqual([])
  })

  test('a token too long for Windows, in pieces', async () => {
    const keychain = opened({ platform: 'win32' })
    for (const each of [long, { ...long, token: long.token.slice(0, 9000) }, long, entry, long]) {
      await keychain.write('a', each)
      expect(await keychain.read('a')).toEqual(each)
    }
    for (const { password } of await keytar.findCredentials(service)) {
      expect(Buffer.byteLength(password)).toBeLessThanOrEqual(2560)
    }
    expect((await accounts()).length).toBeGreaterThan(6)
    await keychain.remove('a')
    expect(await accounts()).toEqual([])
  })
})

describe('an entry that was changed behind our back', () => {
  test('gone: the open store has none, and it is for the caller to know better', async () => {
    const keychain = opened()
    await keychain.write('a', entry)
    expect(await keytar.deletePassword(service, 'a')).toBe(true)
    expect(await keychain.read('a')).toBeNull()
  })

  test.each(['', '{"v":1,"token":', 'not what it was', '{"v":1,"account":"b","token":"x","dataKey":null}'])(
    'overwritten: %j',
    async (text) => {
      const keychain = opened()
      await keychain.write('a', entry)
      // No store takes an empty text from keytar; a space is as near as another program comes.
      await keytar.setPassword(service, 'a', text || ' ')
      expect(await outcome(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_CHANGED' })
      await keychain.write('a', entry)
      expect(await keychain.read('a')).toEqual(entry)
    }
  )

  test('one of several pieces gone or altered; a new write or a removal sets it right', async () => {
    const keychain = opened({ platform: 'win32' })
    for (const change of [
      (name: string) => keytar.deletePassword(service, name),
      (name: string) => keytar.setPassword(service, name, 'something else')
    ]) {
      await keychain.write('a', long)
      const piece = (await accounts()).find((name) => name.endsWith('.3')) ?? 'none'
      await change(piece)
      expect(await outcome(keychain.read('a'))).toEqual({ code: 'KEYCHAIN_CHANGED' })
      await keychain.write('a', long)
      expect(await keychain.read('a')).toEqual(long)
    }
    await keychain.remove('a')
    expect(await accounts()).toEqual([])
  })
})
