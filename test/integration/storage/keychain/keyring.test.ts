/** The port `Keychain` on the system's real keychain. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import keytar from 'keytar'
import { SystemKeychain, type KeychainOptions } from '../../../../src/main/storage/keychain/system-keychain.ts'
import { requireKeyring } from '../../../support/keyring.ts'

beforeEach(requireKeyring)

const service = `Portside test ${crypto.randomUUID()}`
const key = Buffer.alloc(32, 'k').toString('base64')
const origin = 'https://api.example.com'
const entry = { token: 'first', origin, dataKey: key }
const long = { token: 'key-|:$@'.repeat(2500).slice(0, 16_384), origin, dataKey: key }

/** Account `a` is removed with the test. The limits fit a keychain without prompts on a slow machine. */
function opened(options: KeychainOptions = {}): SystemKeychain {
  const keychain = new SystemKeychain({ service, timeoutMs: 30_000, promptMs: 30_000, ...options })
  onTestFinished(() => keychain.remove('a'))
  return keychain
}
const accounts = async (): Promise<string[]> =>
  (await keytar.findCredentials(service)).map(({ account }) => account).sort()

test('keeps an entry, gives it back, replaces and forgets it', async () => {
  const keychain = opened()
  expect(await keychain.read('a')).toBeNull()
  await keychain.remove('a')
  await keychain.write('a', long)
  expect(await keychain.read('a')).toEqual(long)
  await keychain.write('a', entry)
  await keychain.write('b', { token: 'of-another-account', origin, dataKey: key })
  expect(await opened().read('a'), 'the next launch').toEqual(entry)
  await keychain.write('a', { token: null, origin: null, dataKey: key })
  expect(await keychain.read('a')).toEqual({ token: null, origin: null, dataKey: key })
  await keychain.remove('a')
  expect(await keychain.read('a')).toBeNull()
  expect(await keychain.read('b')).toEqual({ token: 'of-another-account', origin, dataKey: key })
  await keychain.remove('b')
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
